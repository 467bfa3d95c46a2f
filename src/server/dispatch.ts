import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { maskProse, maskTokens } from '../secrets/index.ts';
import { cleanData, cleanLine, cleanText, cut, SnapError } from '../system/index.ts';
import { bugReport, errorText, isUpdate, updated, type Explained } from './error-text.ts';
import type { ListedTool } from './handshake.ts';
import type { ToolSet } from './tool-set.ts';
import { answerText, wantsCompact, type ToolContext } from './tool.ts';
import { findByName } from './tool-names.ts';

/** A request that is wrong as such, answered with a JSON-RPC error; the SDK reads `code`. */
export class RequestError extends Error {
  readonly code: number;

  constructor(code: -32601 | -32602, message: string) {
    super(message);
    this.name = 'RequestError';
    this.code = code;
  }
}

/** Reports progress. `done` grows with every notice. */
export type Notify = (message: string, done: number, total?: number) => void;

/** One `tools/call`. */
export interface Call {
  readonly params: Readonly<Record<string, unknown>> | undefined;
  /** Whether the tools of the full surface are offered, and records beside the text. */
  readonly isFull: boolean;
  /** Fires when the caller no longer waits. */
  readonly signal: AbortSignal;
  /** Absent when the caller did not ask for progress. */
  readonly notify?: Notify | undefined;
  readonly limits?: Limits | undefined;
}

/** Milliseconds. */
export interface Limits {
  /** A progress notice is sent after this time without one, because some clients stop waiting otherwise. */
  readonly notice: number;
  /** After this time the call is ended and answered with an error. */
  readonly end: number;
  /** How long to wait for a client that was asked for its roots. Set in tests only. */
  readonly roots?: number | undefined;
}

/** Clients wait 60 seconds for an answer, unless a notice of progress comes in between. */
const defaultLimits: Limits = { notice: 8_000, end: 50_000 };

/**
 * Runs the tool a `tools/call` names. The one place where a failure of a tool becomes a result.
 * @throws RequestError when the request names no tool there is.
 */
export async function callTool(
  { listed, load }: Pick<ToolSet, 'listed' | 'load'>,
  { params, isFull, signal, notify, limits = defaultLimits }: Call,
  context: Omit<ToolContext, 'signal' | 'progress' | 'caller'> & {
    readonly client: string | undefined;
    /** Keeps the stack of a bug where the person can find it. */
    log(text: string): void;
  },
): Promise<CallToolResult> {
  const { name } = requireTool(listed, params?.['name'], isFull);
  const input = params?.['arguments'];
  const isCompact = wantsCompact(input);
  const { client, log, ...rest } = context;
  const clock = started(signal, notify, limits);
  try {
    signal.throwIfAborted();
    const tool = await load(name);
    const answer = await clock.orEnded(
      tool.answer(input, {
        ...rest,
        caller: { tool: name, client },
        signal: clock.signal,
        progress: clock.progress,
      }),
    );
    const content = textContent(answerText(answer, isCompact));
    return isFull ? { content, structuredContent: recordContent(answer.record) } : { content };
  } catch (error) {
    // Whatever the work ended with once nobody waits for it, often the reason the caller gave: it is no failure.
    const why = signal.aborted && !(error instanceof SnapError) ? cancelled : explainText(error, log);
    return { content: textContent(errorText(name, why, isCompact)), isError: true };
  } finally {
    clock.stop();
  }
}

/** The door for every text of every answer: nothing in it is hidden from the person, and no token leaves. Cleaned first, so that none is missed. */
function textContent(text: string): CallToolResult['content'] {
  return [{ type: 'text', text: maskTokens(cleanText(text)) }];
}

function recordContent(record: Readonly<Record<string, unknown>>): CallToolResult['structuredContent'] {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, cleanData(value)]));
}

function requireTool(tools: readonly ListedTool[], name: unknown, isFull: boolean): ListedTool {
  if (typeof name !== 'string') throw new RequestError(-32602, 'tools/call: "name" must be the name of a tool.');
  const tool = findByName(tools, name);
  if (tool !== undefined && (isFull || tool.surface === 'default')) return tool;
  if (tool !== undefined)
    throw new RequestError(
      -32602,
      `${tool.name} is offered when SVC_MCP_INTELLIGENCE_SURFACE is "full" in the "env" of this server's entry, or its address has the header "X-Snap-Surface: full".`,
    );
  const known = tools.filter(({ surface }) => isFull || surface === 'default').map((each) => each.name);
  throw new RequestError(-32602, `Unknown tool: ${cut(maskProse(cleanLine(name.slice(0, 200))), 60)}. Known: ${known.join(', ')}.`);
}

interface Clock {
  readonly signal: AbortSignal;
  readonly progress: ToolContext['progress'];
  /** The work, or the error that its time is over. */
  orEnded<T>(work: Promise<T>): Promise<T>;
  stop(): void;
}

/** Ends the call when the caller disconnects or its time is over. Meanwhile it reports progress if the caller asked for it. */
function started(signal: AbortSignal, notify: Call['notify'], { notice, end }: Limits): Clock {
  const overdue = new AbortController();
  const begun = performance.now();
  let last = 0;
  // The protocol wants every figure to be greater than the one before.
  const report = (message: string, done: number, total?: number): void => {
    last = done > last ? done : last + 0.001;
    notify?.(cleanLine(message), last, total);
    noticeTimer?.refresh();
  };
  const noticeTimer =
    notify === undefined
      ? undefined
      : setInterval(() => report(`still working after ${Math.round((performance.now() - begun) / 1000)} s`, last), notice).unref();
  const endTimer = setTimeout(() => overdue.abort(), end);
  return {
    signal: AbortSignal.any([signal, overdue.signal]),
    progress: (message, done, total) => {
      if (!signal.aborted && !overdue.signal.aborted) report(message, done, total);
    },
    orEnded: (work) =>
      new Promise((settle, refuse) => {
        work.then(settle, refuse);
        overdue.signal.addEventListener('abort', () =>
          refuse(
            new SnapError('timeout', `it took more than ${end / 1000} s and was ended.`, {
              hint: 'Ask for less: name the files, or another mode.',
            }),
          ),
        );
      }),
    stop() {
      clearInterval(noticeTimer);
      clearTimeout(endTimer);
    },
  };
}

/** Sent to nobody: a cancelled request gets no answer. */
const cancelled: Explained = { code: 'CANCELLED', reason: 'the call was cancelled', hint: 'Call again.' };

function explainText(error: unknown, log: (text: string) => void): Explained {
  if (error instanceof SnapError)
    return {
      code: codeOf(error),
      reason: cleanLine(error.message.replace(/\.$/, '')),
      hint: cleanLine(error.hintFor('model') ?? ''),
    };
  if (isUpdate(error)) return updated;
  log(bugReport(error));
  return { code: 'INTERNAL', reason: 'snap failed; this is a bug in it', hint: 'Its stack is in the log of this MCP server.' };
}

/** `task-open` is `TASK_OPEN`; what a command calls wrong usage is, to a tool, wrong input. */
function codeOf({ code }: SnapError): string {
  return code === 'usage' ? 'INVALID_INPUT' : code.toUpperCase().replaceAll('-', '_');
}
