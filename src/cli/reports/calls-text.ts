import { defaultStart } from '../../clients/index.ts';
import { asksToSignIn, tellingLine, type EntryFacts, type LiveFacts, type Setup } from '../../doctor/index.ts';
import { plain, type Style } from '../terminal/style.ts';
import { wrapLines } from '../terminal/wrap.ts';
import { count, displayPaths } from '../words.ts';

/** How answers are shown; without a width nothing is wrapped. */
export interface CallsView {
  readonly home: string;
  readonly style: Style;
  readonly width: number | undefined;
}

/** What came of one call, in the three ways that need different words from a person. */
export type CallResult = 'answered' | 'sign-in' | 'failed';

/** A server that asks to sign in has answered as it should: that is no failure. */
export function callResult(entry: EntryFacts, { answer }: LiveFacts): CallResult {
  return answer.kind === 'answered' ? 'answered' : asksToSignIn(entry, answer) ? 'sign-in' : 'failed';
}

/** The same answer of a server in several assistants, which may have taken different times. */
export interface SharedCall {
  readonly name: string;
  readonly result: CallResult;
  readonly calls: readonly { readonly entry: EntryFacts; readonly live: LiveFacts }[];
}

/** Puts the calls of one name together whose answers differ in nothing but the time, in their order. */
export function shareCalls(entries: readonly EntryFacts[]): readonly SharedCall[] {
  const found = new Map<string, { name: string; result: CallResult; calls: { entry: EntryFacts; live: LiveFacts }[] }>();
  for (const entry of entries) {
    for (const live of entry.live) {
      const { name } = entry.entry;
      const result = callResult(entry, live);
      const key = JSON.stringify([name, live.as === 'shell' && isStarted(entry), result, answerWords(live.answer, 'untimed'), about(live)]);
      const known = found.get(key) ?? { name, result, calls: [] };
      found.set(key, { ...known, calls: [...known.calls, { entry, live }] });
    }
  }
  return [...found.values()];
}

/**
 * The answers of called servers. Those of one server that differ only in the time are one line.
 * @param which `all`: each assistant has a line, with the time that it allows. `failed`: those that answered are left out.
 */
export function callsText({ entries }: Pick<Setup, 'entries'>, view: CallsView, which: 'all' | 'shared' | 'failed'): readonly string[] {
  const calls =
    which === 'all'
      ? entries.flatMap((entry) => entry.live.flatMap((live) => shareCalls([{ ...entry, live: [live] }])))
      : shareCalls(entries);
  return calls.filter(({ result }) => which !== 'failed' || result !== 'answered').map((call) => callText(call, view, which === 'all'));
}

const signs = { answered: 'good', 'sign-in': 'none', failed: 'bad' } as const;

function callText({ calls, name, result }: SharedCall, { home, style, width }: CallsView, showLimit: boolean): string {
  const [first] = calls;
  if (first === undefined) return '';
  const where = [...new Set(calls.map(({ entry }) => entry.client.name))].join(', ');
  const inShell = first.live.as === 'shell' && isStarted(first.entry) ? ', in your shell' : '';
  const said = plain(displayPaths(answerText(calls, result, showLimit), home));
  const line = `${style.sign[signs[result]]} ${plain(name)} ${style.dim(`(${where}${inShell})`)}: ${said}${aboutText(first.live, style)}`;
  return width === undefined ? line : wrapLines(line, width);
}

function isStarted({ entry }: EntryFacts): boolean {
  return entry.server.kind === 'command';
}

/** `answered in 42 to 163 ms, 2 tools (about 127 tokens)`, or what happened instead. */
export function answerText(calls: SharedCall['calls'], result: CallResult, showLimit = false): string {
  const [first] = calls;
  if (first === undefined) return '';
  const { answer } = first.live;
  if (result === 'sign-in') return `asks you to sign in (HTTP ${answer.kind === 'http' ? answer.status : 401})`;
  if (answer.kind !== 'answered') return answerWords(answer);
  const limit = showLimit ? defaultStart(first.entry.client, first.entry.entry.server)?.seconds : undefined;
  const times = calls.flatMap(({ live }) => (live.answer.kind === 'answered' ? [live.answer.milliseconds] : []));
  const time = `${timeRange(times)}${limit === undefined ? '' : ` of ${limit} s`}`;
  return `answered in ${time}, ${count(answer.tools.length, 'tool')} (about ${answer.tokens} tokens)`;
}

function aboutText(live: LiveFacts, style: Style): string {
  const text = about(live);
  return text === '' ? '' : ` ${style.dim(plain(text))}`;
}

/** What an answer tells of its server, beside the tools. */
function about({ answer }: LiveFacts): string {
  return answer.kind === 'answered' ? `${answer.serverName} ${answer.serverVersion}, protocol ${answer.protocolVersion}` : '';
}

/** @param timed `untimed`: for comparing answers. */
function answerWords(answer: LiveFacts['answer'], timed: 'timed' | 'untimed' = 'timed'): string {
  switch (answer.kind) {
    case 'answered':
      return `${answer.tools.length} ${answer.tokens}`;
    case 'not-started':
      return `did not start: ${answer.message}`;
    case 'exited':
      return `ended at once (${answer.signal ?? `exit code ${answer.code ?? '?'}`}) ${inQuotes(tellingLine(answer))}`.trim();
    case 'silent':
      return timed === 'untimed' ? 'silent' : `no answer within ${seconds(answer.milliseconds)}`;
    case 'broken':
    case 'unreachable':
      return answer.message;
    case 'http':
      return `HTTP ${answer.status}`;
    default:
      return answer satisfies never;
  }
}

function inQuotes(line: string): string {
  return line === '' ? '' : `"${line}"`;
}

/** `42 to 163 ms`, `900 ms to 1.2 s`. */
function timeRange(times: readonly number[]): string {
  const [least, most] = [seconds(Math.min(...times)), seconds(Math.max(...times))];
  if (least === most) return most;
  const [unit] = [' ms', ' s'].filter((end) => least.endsWith(end) && most.endsWith(end));
  return `${unit === undefined ? least : least.slice(0, -unit.length)} to ${most}`;
}

function seconds(milliseconds: number): string {
  return milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
}
