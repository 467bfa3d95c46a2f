import { variablesIn } from '../../../clients/index.ts';
import type { Node } from '../../../formats/index.ts';
import type { EntryFacts, FileFacts } from '../../setup.ts';
import { isLoopback } from '../network/address.ts';
import { membersOf, serverFields, headerMembers, textsOf, urlKeys, whereIs, type EntryText } from '../entries/fields.ts';
import { memoize } from '../memoize.ts';
import { placeholderIn } from './placeholder.ts';
import { hasTokenForm, isSecretName } from '../../../secrets/index.ts';

/** A secret that a file holds as plain text. Contains nothing of the secret. */
export interface PlainSecret {
  /** Its place, in words. */
  readonly where: string;
  /** The name of its variable, flag or header; for the hint. */
  readonly name?: string | undefined;
  readonly node: Node;
}

/** Every secret that an entry holds as plain text. */
export const plainSecretsOf = memoize((target: EntryFacts): readonly PlainSecret[] => {
  const texts = textsOf(target);
  return [...texts.flatMap((text, i) => inText(text, texts[i - 1])), ...inOtherFields(target)];
});

/** Whether a config file holds a secret in any entry. */
export function holdsSecret(entries: readonly EntryFacts[], file: FileFacts): boolean {
  return entries.some((entry) => entry.file === file && plainSecretsOf(entry).length > 0);
}

const minSecretLength = 8;

function inText(text: EntryText, before: EntryText | undefined): readonly PlainSecret[] {
  const { kind, name, node, text: value } = text;
  // Shorter texts are not secrets.
  if (value.length < minSecretLength) return [];
  const found = (as?: string): readonly PlainSecret[] => [
    {
      where: kind === 'argument' && as !== undefined ? `${whereIs(text)} (${as})` : whereIs(text),
      node,
      name: as,
    },
  ];
  switch (kind) {
    case 'variable':
    case 'header':
      return isSecretValue(name ?? '', value) || isIssued(value) || hasPassword(value) ? found(name) : [];
    case 'argument': {
      const flag = before?.kind === 'argument' && /^--?[A-Za-z][\w-]*$/.test(before.text) ? before.text : undefined;
      const pair = /^(?:--?)?([A-Za-z][\w.-]*)(?:=|:\s*)(.+)$/s.exec(value);
      if (flag !== undefined && pair === null && isSecretValue(flag, value)) return found(flag);
      if (pair !== null && isSecretValue(pair[1] ?? '', pair[2] ?? '')) return found(pair[1]);
      const inLine = secretInLine(value);
      return isIssued(value) || hasPassword(value) || inLine !== undefined ? found(inLine ?? flag) : [];
    }
    case 'command':
      return isIssued(value) || hasPassword(value) || secretInLine(value) !== undefined ? found() : [];
    case 'url':
    case 'cwd':
      return isIssued(value) || hasPassword(value) ? found() : [];
    default:
      return kind satisfies never;
  }
}

/** The name of the variable or option of a secret in a line for a shell: `TOKEN=… npx …`. */
function secretInLine(line: string): string | undefined {
  if (!/\s/.test(line) || !/[=-]/.test(line)) return undefined;
  return [...line.matchAll(/(?:^|[\s;"'])(?:--?)?([A-Za-z_][\w-]*)(?:=|(?<=-[\w-]+)\s+)["']?([^\s"';]+)/g)].find(
    ([, name = '', value = '']) => isSecretValue(name, value),
  )?.[1];
}

/** Secrets in client-specific fields: OAuth, an extension's settings, a key beside the address. */
function inOtherFields(target: EntryFacts): readonly PlainSecret[] {
  const { http, sse, stdio, typeKey } = target.file.reading.entry;
  const known = new Set([
    typeKey,
    stdio.command,
    stdio.env,
    'args',
    stdio.cwd,
    ...urlKeys(target),
    ...[http, sse].flatMap((form) =>
      form === undefined ? [] : [form.headersIn === undefined ? form.headers : undefined, form.bearerFrom, form.headersFrom],
    ),
  ]);
  const fields = serverFields(target);
  const members =
    fields === target.entry.fields ? membersOf(target) : fields.kind === 'map' ? [...membersOf(target), ...fields.members] : [];
  const headers = new Set(headerMembers(target).map(({ value }) => value));
  return members
    .filter(({ key }) => !known.has(key) && key !== 'transport')
    .flatMap(({ key, value }) => [...below(key, value)])
    .filter(({ node }) => !headers.has(node));
}

function* below(name: string, node: Node): Generator<PlainSecret> {
  if (node.kind === 'map') for (const member of node.members) yield* below(member.key, member.value);
  if (node.kind === 'list') for (const item of node.items) yield* below('', item);
  if (node.kind !== 'scalar' || typeof node.value !== 'string') return;
  if (isSecretValue(name, node.value) || isIssued(node.value) || hasPassword(node.value))
    yield { where: `the field "${name}"`, name, node };
}

/** Ends of names that say where a secret is, or something about it, and not what it is. */
const about = (
  'file path dir directory folder url uri endpoint host port name names id ids type mode method scheme header headers ' +
  'prefix enabled required timeout ttl expiry expires expiration scope scopes region var vars env location provider limit ' +
  'limits count size length budget domain issuer audience store sock socket format algorithm alg sha hash checksum version ' +
  'command helper max min'
).split(' ');
/** Words before "token" in names of numbers that count the tokens of a language model. */
const counts = new Set(['max', 'min', 'num', 'total', 'input', 'output', 'context']);
/** Words before "key" in names of keys of a table, a list or a cache, and of public keys. */
const otherKeys = new Set(
  'sort order group primary partition foreign unique composite range cache index lookup row object hot shortcut public publishable'.split(
    ' ',
  ),
);
/** Words of examples in documentation. */
const madeUp = new Set(['example', 'demo', 'dummy', 'sample', 'fake', 'placeholder', 'redacted', 'your']);
/** Words that are used in the place of a secret. */
const dull =
  /(^|[^a-z0-9])(example|demo|dummy|sample|fake|test(ing)?|mock|placeholder|anonymous|anon|public|publishable|none|null|undefined|not[-_]?(needed|required|used)|no[-_]?key|optional|local(host)?|dev(elopment)?|default|redacted|hidden|secret|password|passw0rd|admin|postgres|mysql|root|guest|minio(admin)?|neo4j|letmein|foo(bar)?|changeme)([^a-z0-9]|$)/i;

/** Whether a value under a secret's name is a secret. In doubt it is not. */
function isSecretValue(name: string, value: string): boolean {
  const bare = name.replace(/^-+/, '');
  if (!isSecretName(bare) || countsTokens(bare) || (isAbout(bare) && !hasTokenForm(value))) return false;
  if (!hasTokenForm(value) && (isOtherKey(splitWords(bare)) || (isAnyKey(bare) && isIdentifier(value)))) return false;
  const secret = value.replace(/^\s*(bearer|basic|token|apikey|api-key)\s+/i, '').trim();
  if (secret.length < minSecretLength || isFilledInLater(value) || isHarmless(secret)) return false;
  // A name, a sentence, a path, a flag, an address: it is not the secret itself.
  if (/\s|^[-/~.@]|^[A-Za-z]:[\\/]|:\/\//.test(secret)) return false;
  return !/^[A-Z][A-Z0-9]*(_[A-Z0-9]+)+$/.test(secret) && !/^[a-z]+([-_ .][a-z]+)*$/.test(secret) && !/^[A-Z]?[a-z]+$/.test(secret);
}

// Words in a set, and not in one regular expression: those of all these names take a validation 3 ms to compile.
function isAbout(name: string): boolean {
  const words = splitWords(name).toLowerCase();
  return about.some((end) => words.endsWith(end));
}

function countsTokens(name: string): boolean {
  const word = /(?:^|[-_])([a-z]+?)[-_]?tokens?$/i.exec(name)?.[1];
  return word !== undefined && counts.has(word.toLowerCase());
}

function isOtherKey(name: string): boolean {
  const word = /(?:^|[-_.])([a-z]+?)[-_.]?keys?$/i.exec(name)?.[1];
  return word !== undefined && otherKeys.has(word.toLowerCase());
}

/** A name with "key" that need not be a secret. */
function isAnyKey(name: string): boolean {
  const words = splitWords(name).toLowerCase();
  return (
    /(^|[-_.])keys?$/.test(words) && !/(api|access|app|auth|secret|private|encryption|signing|service|license|master|admin)/.test(words)
  );
}

/** `createdAt`: words as a program names its fields. */
function isIdentifier(value: string): boolean {
  const words = value.split(/(?=[A-Z])/);
  return /^[a-z]+([A-Z][a-z]+)*$/.test(value) && value.length / words.length >= 3.5;
}

function splitWords(name: string): string {
  return name.replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2');
}

/** Whether a text holds a token in its issuer's form, under any name, or a header with credentials. */
function isIssued(value: string): boolean {
  if (!hasTokenForm(value) || isFilledInLater(value)) return false;
  const credentials = /authorization["']?\s*[:=]\s*["']?(?:bearer|basic|token)\s+([\w.~+/=-]{12,})/i.exec(value)?.[1];
  if (credentials !== undefined && !isHarmless(credentials)) return true;
  return (value.match(/[\w.+/=~-]{12,}/g) ?? []).some((run) => hasTokenForm(run) && !isHarmless(run.replace(/^.*=/, '')));
}

function isHarmless(secret: string): boolean {
  return isMadeUp(secret) || (!hasTokenForm(secret) && dull.test(secret)) || isForEverybody(secret);
}

/** Examples of documentation, rows of keys on the keyboard, one letter again and again. */
function isMadeUp(secret: string): boolean {
  return (
    /EXAMPLE/i.test(secret) ||
    isSequence(secret) ||
    secret.split(/[^A-Za-z0-9]/).some((word) => madeUp.has(word.toLowerCase())) ||
    /(.)\1{5}/.test(secret)
  );
}

/** `ghp_1234567890abcdef`: more than half of it are letters and digits in their order. Nobody types what is as long as a real token of GitHub. */
function isSequence(secret: string): boolean {
  const body = secret.replace(/^[a-z]{2,8}[-_](pat_)?/i, '').toLowerCase();
  if (/^github_pat_11[A-Z]/.test(secret) || !/1234567|abcdefg/i.test(secret)) return false;
  if (!hasTokenForm(secret)) return true;
  let inOrder = 0;
  for (let i = 1, run = 1; i <= body.length; i++) {
    const isNext = i < body.length && (body.codePointAt(i) ?? 0) === (body.codePointAt(i - 1) ?? 0) + 1;
    if (isNext) run++;
    else {
      if (run >= 4) inOrder += run;
      run = 1;
    }
  }
  return inOrder * 2 >= body.length;
}

/**
 * A public key, or a key that is named as public.
 * https://docs.stripe.com/keys https://supabase.com/docs/guides/api/api-keys
 */
function isForEverybody(token: string): boolean {
  if (/^(pk[-_](test|live)|sb_publishable)[-_]/.test(token)) return true;
  const body = /^eyJ[\w-]+\.([\w-]+)\./.exec(token)?.[1];
  if (body === undefined) return false;
  const claims = Buffer.from(body, 'base64url').toString('utf8');
  return /"role"\s*:\s*"anon"|supabase-demo/.test(claims);
}

function isFilledInLater(value: string): boolean {
  return /\$\{|\{\{|<%|\{(env|file):/.test(value) || variablesIn(value).length > 0 || placeholderIn(value) !== undefined;
}

/** A password, or a key in the query, of an address that is not local. */
function hasPassword(text: string): boolean {
  // Neither user and password nor a query: nearly every text.
  if (!text.includes('://') || !/[@?;]/.test(text) || isFilledInLater(text)) return false;
  return (text.match(/[a-z][a-z0-9+.:-]{0,40}:\/\/[^\s"'<>]+/gi) ?? []).some(
    (address) => hasCredentials(address) || hasKeyInQuery(address),
  );
}

/** Taken apart by hand: people write passwords with `#`, `@` and `/` into addresses, which no parser accepts. */
function hasCredentials(address: string): boolean {
  const [, user = '', password = '', host = ''] = /:\/\/([^/@:[\]]*):([^]*?)@([\w.-]+|\[[\w:.]+\])(?=[:/?#,]|$)/.exec(address) ?? [];
  // `host:port/path@x`
  if (password === '' || /^\d{1,5}(\/|$)/.test(password) || isNear(host)) return false;
  const secret = decode(password);
  return !isHarmless(secret) && !(isFilledInLater(secret) || (secret === user && secret.length < minSecretLength));
}

function hasKeyInQuery(address: string): boolean {
  const isWeb = /^https?:/i.test(address);
  const host = /:\/\/(?:[^/@]*@)?([\w.-]+)/.exec(address)?.[1] ?? '';
  if (!isWeb && isNear(host)) return false;
  return [...address.matchAll(/[?&;]([\w.-]+)=([^&;#]+)/g)].some(([, key = '', value = '']) => {
    const decoded = decode(value);
    return isSecretValue(key, decoded) || isIssued(decoded);
  });
}

/** This machine, or a service beside it in a container: what such a password opens is not reachable from elsewhere. */
function isNear(host: string): boolean {
  return isLoopback(host) || host === 'host.docker.internal' || !/[.:]/.test(host);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A percent sign that is not an escape: use the text itself.
    return text;
  }
}
