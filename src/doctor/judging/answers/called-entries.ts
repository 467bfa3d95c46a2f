import { type Severity, entrySeverity } from '../../diagnostic.ts';
import type { LiveAnswer } from '../../live/index.ts';
import type { EntryFacts, Setup } from '../../setup.ts';
import { addressOf, isLoopback } from '../network/address.ts';
import { cut } from '../../../system/index.ts';
import { defaultStart, isOfTheEnvironment, understands, variablesIn } from '../../../clients/index.ts';
import { isMap } from '../../../formats/index.ts';
import { exitCause } from './exit-patterns.ts';

/** An entry whose server was called, with the answer that is judged. */
export interface CalledEntry<Kind extends LiveAnswer['kind']> {
  readonly entry: EntryFacts;
  readonly answer: Extract<LiveAnswer, { readonly kind: Kind }>;
  /** The highest severity that a finding about it may have. */
  readonly maxSeverity: Severity;
}

/** Every entry whose server answered in one of these ways, in the environment of its client; where only the shell's was tried, there. */
export function* calledEntries<Kind extends LiveAnswer['kind']>(
  { entries }: Pick<Setup, 'entries'>,
  ...kinds: readonly Kind[]
): Generator<CalledEntry<Kind>> {
  const isWanted = (answer: LiveAnswer): answer is Extract<LiveAnswer, { readonly kind: Kind }> =>
    kinds.some((kind) => kind === answer.kind);
  for (const entry of entries) {
    const live = entry.live.find(({ as }) => as === 'client') ?? entry.live[0];
    if (live === undefined || !isWanted(live.answer)) continue;
    yield { entry, answer: live.answer, maxSeverity: maxSeverityOf(entry, live.as) };
  }
}

/** An entry that its client never starts, or starts with values that snap does not have, need not fail there. */
function maxSeverityOf(entry: EntryFacts, as: EntryFacts['live'][number]['as']): Severity {
  if (knownOnlyToClient(entry).length > 0) return 'info';
  return entrySeverity(entry, as === 'client' && entry.file.installed && !isGuess(entry) ? 'error' : 'warning');
}

/** Whether it is not confirmed how this client calls such an address. */
function isGuess({ entry, file }: EntryFacts): boolean {
  const { unsure = [] } = file.reading.entry;
  const { server } = entry;
  return server.kind === 'url' && unsure.some((one) => one === 'untyped' || one === server.transport);
}

/** The answer for an address that did not work as it is written in the entry. */
export type FailedCall = Extract<LiveAnswer, { readonly kind: 'http' | 'unreachable' | 'silent' | 'broken' }>;

/**
 * How the address that works differs from the entry: another local host name, another path, or only another transport.
 * `undefined` when nothing worked, or when the address of the entry has variables.
 */
export function differenceOf({ entry }: Pick<EntryFacts, 'entry'>, { works }: FailedCall): 'loopback' | 'path' | 'transport' | undefined {
  if (works === undefined || entry.server.kind !== 'url') return undefined;
  const [own, other] = [addressOf(entry.server.url), addressOf(works.url)];
  if (own === undefined || other === undefined) return undefined;
  if (own.hostname !== other.hostname) return isLoopback(own.hostname) && isLoopback(other.hostname) ? 'loopback' : undefined;
  return own.pathname === other.pathname ? 'transport' : 'path';
}

const maxLength = 240;
const maxLines = 3;

/**
 * The output of a server in one line: the line with the cause, else the line that reports an error, else the last lines. Empty when it wrote
 * nothing.
 */
export function quotedOutput(output: string, cause?: { readonly pattern: RegExp; readonly name: string | undefined }): string {
  const lines = output
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !sayingNothing.test(line));
  const telling = cause === undefined ? [] : lines.filter((line) => cause.pattern.test(line));
  const { name } = { name: undefined, ...cause };
  const named = name === undefined ? undefined : [...telling, ...lines].find((line) => line.includes(name));
  const main = named ?? telling[0] ?? errorLine(output, lines);
  const kept = main === undefined ? lines.slice(-maxLines) : [main];
  return cut(kept.join(' / '), maxLength);
}

/** Stack frames, rulers, fields of a printed error, versions, where a log is, notices. */
const sayingNothing =
  /^(at |File "|\^+$|[-=~\s]+$|[{}[\](),;]+$|Node\.js v\d|node:internal|(code|requireStack|errno|syscall|path|spawnargs|cause|\[cause\]): |throw (err|error|new)\b|Traceback \(|npm (notice|warn|WARN)\b|npm (error|ERR!)\s*$|npm (error|ERR!) A complete log|For help, see:|Emitted 'error'|note: run with|\(Use `node --trace)/;

/** From the surest sign of an error to the weakest. */
const errorSigns: readonly RegExp[] = [
  /^(uncaught )?(\[?[\w.]*(Error|Exception)\b[^:]*\]?:|panic:|fatal:)/i,
  /^npm (error|ERR!) (?!code\b)\S/,
  /^npm (error|ERR!) code\b/,
  /^(error|fatal|failed|failure|✖|×|❌)[:\s]/i,
  /\b(error|exception)\b.*:/i,
  /\b(cannot|could not|couldn't|unable to|failed|not found|no such|denied|refused|missing|required|invalid|unknown|unexpected)\b/i,
];

/** A chain of Python ends with the error; everybody else begins with it. */
function errorLine(output: string, lines: readonly string[]): string | undefined {
  const isPython = output.includes('Traceback (most recent call last)');
  const raised = isPython ? lines.findLast((line) => /^(?!(INFO|WARNING|DEBUG):)[A-Za-z_][\w.]*: \S/.test(line)) : undefined;
  if (raised !== undefined) return raised;
  for (const sign of errorSigns) {
    const found = isPython ? lines.findLast((line) => sign.test(line)) : lines.find((line) => sign.test(line));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** How long a client lets a server start, and where that can be changed. */
export interface StartLimit {
  readonly milliseconds: number;
  /** The client was seen to wait so long and no longer. Without it, nothing that follows from the limit is an error or has a fix. */
  readonly isProved: boolean;
  /** The entry's own field, in the client's unit. */
  readonly field?: { readonly key: string; readonly unit: 's' | 'ms' } | undefined;
  /** The environment variable of the client, in milliseconds. */
  readonly variable?: string | undefined;
}

/** The limit of this entry: its own field, else the client's variable, else the client's default. `undefined` when it is not documented. */
export function startLimit(
  { client, entry, file }: Pick<EntryFacts, 'client' | 'entry'> & { readonly file: Pick<EntryFacts['file'], 'reading'> },
  { env }: Pick<Setup, 'env'>,
): StartLimit | undefined {
  const start = defaultStart(client, entry.server);
  if (start === undefined) return undefined;
  const startVariable = client.limits?.startVariable;
  const field = file.reading.entry.startTimeout;
  const about = { isProved: start.proved !== undefined, field, variable: startVariable };
  for (const known of field === undefined ? [] : [field, ...(field.also === undefined ? [] : [field.also])]) {
    const value = isMap(entry.value) ? entry.value.get(known.key) : undefined;
    if (typeof value === 'number' && value > 0)
      return { milliseconds: Math.max(known.unit === 's' ? value * 1000 : value, (field?.atLeastSeconds ?? 0) * 1000), ...about };
  }
  const given = startVariable === undefined ? Number.NaN : Number(env[startVariable]);
  return { milliseconds: given > 0 ? given : start.seconds * 1000, ...about };
}

/** Fields for values that the client reads elsewhere: files with variables, the keyring, a helper program, its own sign-in. */
const fetching = ['envFile', 'env_file', 'env_keys', 'headersHelper', 'oauth', 'auth', 'authProviderType'];

/** Editor variables whose value snap knows too. */
const plainWords = /^\$\{(workspaceFolder|workspaceFolderBasename|userHome|pathSeparator|\/)\}$/;

/**
 * The values of this entry that only the running client knows: answers to its questions, secrets in its store. snap called the server
 * without them, so a refusal says little.
 */
export function knownOnlyToClient({ client, entry, file }: Pick<EntryFacts, 'client' | 'entry' | 'file'>): readonly string[] {
  const { server, value } = entry;
  const texts =
    server.kind === 'command'
      ? [server.command, ...server.args, ...server.env.values()]
      : server.kind === 'url'
        ? [server.url, ...server.headers.values()]
        : [];
  const asked = texts
    .flatMap(variablesIn)
    .filter(
      (variable) =>
        understands(client, variable, file.place.variables === undefined ? undefined : file.place) &&
        !isOfTheEnvironment(variable) &&
        !plainWords.test(variable.spelling),
    )
    .map(({ spelling }) => spelling);
  const fields = isMap(value) ? fetching.filter((key) => isGiven(value.get(key))).map((key) => `"${key}"`) : [];
  return [...new Set([...asked, ...fields])];
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== false && value !== '' && !(Array.isArray(value) && value.length === 0);
}

/** The line of a server's output that tells most about why it ended; empty when it wrote nothing. */
export function tellingLine({ noise = '', stderr }: { readonly noise?: string | undefined; readonly stderr: string }): string {
  const output = [stderr, noise].filter((text) => text !== '').join('\n');
  return quotedOutput(output, exitCause(output));
}

/** Whether the server asks to sign in, which is its normal answer to an entry that sends no key. */
export function asksToSignIn(target: EntryFacts, answer: LiveAnswer): boolean {
  if (answer.kind !== 'http' || target.entry.server.kind !== 'url') return false;
  const isAsking = answer.status === 401 || (answer.status === 403 && answer.authenticate !== undefined);
  return isAsking && !sendsKey(target) && knownOnlyToClient(target).length === 0;
}

/** Whether an entry sends a key: in a header, or from a variable that it names (Codex). */
export function sendsKey({ entry, file }: EntryFacts): boolean {
  if (entry.server.kind !== 'url') return false;
  const { bearerFrom, headersFrom } = { bearerFrom: undefined, headersFrom: undefined, ...file.reading.entry.http };
  const isNamed = [bearerFrom, headersFrom].some((key) => key !== undefined && entry.value instanceof Map && entry.value.has(key));
  return isNamed || [...entry.server.headers.keys()].some((header) => /auth|key|token|secret|cookie/i.test(header));
}
