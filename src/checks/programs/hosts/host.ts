import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { isRecord, jsonIn, lineCutter, startableFile, type RunningProgram, type System } from '../../../system/index.ts';
import type { WorkspacePath } from '../../../workspace/index.ts';
import { programEnvironment } from '../environment.ts';
import { nodeProgram } from '../locate.ts';
import { isTimeUp } from '../run-program.ts';

/** A process that keeps a tool of the project loaded and answers one question after the other. */
export interface Host {
  /**
   * Cancelled: the process is killed, with what it was doing. When only the time is up it goes on, so that the same question is answered at once
   * next time.
   * @param onPart called with what the tool reports before its answer.
   */
  ask(question: unknown, signal: AbortSignal, onPart?: (part: unknown) => void): Promise<HostEnd>;
  isGone(): boolean;
  end(): Promise<void>;
}

export type HostEnd =
  | { readonly kind: 'answer'; readonly answer: unknown }
  /** The tool threw; its words. */
  | { readonly kind: 'failed'; readonly reason: string }
  /** The process ended by itself; the end of what it wrote to stderr. */
  | { readonly kind: 'gone'; readonly reason: string }
  | { readonly kind: 'late' }
  | { readonly kind: 'cancelled' };

export interface HostStart {
  readonly root: string;
  readonly directory: WorkspacePath;
  /** The name of the program beside main.js. */
  readonly program: 'typescript-host.mjs' | 'eslint-host.mjs';
  readonly args: readonly string[];
  /** Of memory, for objects of JavaScript. */
  readonly maxMiB: number;
  /** Variables beside the usual ones. */
  readonly env?: Readonly<Record<string, string>>;
}

const maxSaid = 4_000;
/** Longer than any report: 100,000 errors. */
const maxLine = 64 * 1024 * 1024;
const grace = 100;

/** Starts a host. The caller has seen that the tool it loads is approved. */
export async function startHost(system: System, { root, directory, program, args, maxMiB, env }: HostStart): Promise<Host> {
  let said = '';
  let isGone = false;
  let next = 1;
  const waiting = new Map<number, { readonly settle: (end: HostEnd) => void; readonly onPart: ((part: unknown) => void) | undefined }>();
  const take = (line: string): void => {
    const reply = jsonIn(line);
    if (!isRecord(reply) || typeof reply['id'] !== 'number') return;
    const asked = waiting.get(reply['id']);
    if ('part' in reply) {
      asked?.onPart?.(reply['part']);
      return;
    }
    waiting.delete(reply['id']);
    const { answer, failure } = reply;
    asked?.settle(typeof failure === 'string' ? { kind: 'failed', reason: failure } : { kind: 'answer', answer });
  };
  const cutter = lineCutter({ limit: maxLine, ends: 100 }, (line) => {
    if (line.kind === 'whole') take(line.bytes.toString('utf8'));
  });
  const running = await system.spawn(
    await startableFile(system, nodeProgram(), { workspace: root }),
    [`--max-old-space-size=${maxMiB}`, hostFile(program), ...args],
    {
      cwd: join(root, directory),
      env: { ...programEnvironment(system), ...env },
      endsWithSnap: true,
      onOutput: (bytes) => cutter.push(bytes),
      onErrorOutput: (bytes) => (said = (said + Buffer.from(bytes).toString('utf8')).slice(-maxSaid)),
    },
  );
  running.stayFor(false);
  // What the project's code started may hold its streams, so their end is not waited for: it is ended, with what left the group.
  void running.exited.then(async () => {
    isGone = true;
    await Promise.race([running.ended, setTimeout(grace)]);
    await running.kill(grace);
    for (const { settle } of waiting.values()) settle({ kind: 'gone', reason: said });
    waiting.clear();
  });
  return {
    isGone: () => isGone,
    end: () => running.kill(grace),
    ask: async (question, signal, onPart) => {
      if (isGone) return { kind: 'gone', reason: said };
      const id = next;
      next += 1;
      const answered = new Promise<HostEnd>((settle) => waiting.set(id, { settle, onPart }));
      running.stayFor(true);
      running.write(`${JSON.stringify({ id, question })}\n`);
      const end = await orAborted(answered, signal);
      if (end.kind === 'late') running.write(`${JSON.stringify({ left: id })}\n`);
      if (end.kind === 'cancelled' && waiting.size <= 1) await stop(running);
      waiting.delete(id);
      if (waiting.size === 0) running.stayFor(false);
      return end;
    },
  };
}

async function stop(running: RunningProgram): Promise<void> {
  await running.kill(grace);
}

async function orAborted(answered: Promise<HostEnd>, signal: AbortSignal): Promise<HostEnd> {
  let onAbort: () => void = () => undefined;
  const aborted = new Promise<HostEnd>((settle) => {
    onAbort = () => settle({ kind: isTimeUp(signal) ? 'late' : 'cancelled' });
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([answered, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

/** Beside main.js in the built program. The sources have none of their own: they use that of the last build. */
function hostFile(program: string): string {
  const here = import.meta.filename;
  return here.endsWith('.ts') ? join(dirname(here), '../../../../dist', program) : join(dirname(here), '..', program);
}
