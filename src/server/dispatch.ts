import { maskTokens } from '../secrets/index.ts';
import { cleanData, cleanLine, cleanText, isRecord, SnapError } from '../system/index.ts';
import { bugReport, errorText, explained, isUpdate, updated, type Explained } from './error-text.ts';
import type { Params } from './message.ts';
import type { Limits, ToolCall, ToolResult } from './tool-set.ts';
import { answerText, wantsCompact, type Tool, type ToolContext } from './tool.ts';

/** A call of a tool that there is. */
export interface NamedCall extends Omit<ToolCall, 'params'> {
  readonly name: string;
  readonly input: unknown;
  readonly isFull: boolean;
  readonly limits?: Limits | undefined;
}

/** Clients wait 60 seconds for an answer, unless a notice of progress comes in between. */
const defaultLimits: Limits = { notice: 8_000, end: 50_000 };

/** Runs a tool. The one place where a failure of a tool becomes a result. */
export async function callTool(
  load: (name: string) => Promise<Tool>,
  { name, input, isFull, signal, notify, limits = defaultLimits }: NamedCall,
  context: Omit<ToolContext, 'signal' | 'progress' | 'caller'> & {
    readonly client: string | undefined;
    /** Keeps the stack of a bug where the person can find it. */
    log(text: string): void;
  },
): Promise<ToolResult> {
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
function textContent(text: string): ToolResult['content'] {
  return [{ type: 'text', text: maskTokens(cleanText(text)) }];
}

/** As of a text: no token leaves. */
function masked(data: unknown): unknown {
  if (typeof data === 'string') return maskTokens(data);
  if (Array.isArray(data)) return data.map(masked);
  return isRecord(data) ? Object.fromEntries(Object.entries(data).map(([key, value]) => [maskTokens(key), masked(value)])) : data;
}

function recordContent(record: Readonly<Record<string, unknown>>): Params {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, masked(cleanData(value))]));
}

interface Clock {
  readonly signal: AbortSignal;
  readonly progress: ToolContext['progress'];
  /** The work, or the error that its time is over. */
  orEnded<T>(work: Promise<T>): Promise<T>;
  stop(): void;
}

/** Ends the call when the caller disconnects or its time is over. Meanwhile it reports progress if the caller asked for it. */
function started(signal: AbortSignal, notify: ToolCall['notify'], { notice, end }: Limits): Clock {
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
  if (error instanceof SnapError) return explained(error);
  if (isUpdate(error)) return updated;
  log(bugReport(error));
  return { code: 'INTERNAL', reason: 'snap failed; this is a bug in it', hint: 'Its stack is in the log of this MCP server.' };
}
