import { join } from 'node:path';
import { startableFile, timeLimit, withoutEscapes, type System } from '../../system/index.ts';
import type { WorkspacePath } from '../../workspace/index.ts';
import { programEnvironment } from './environment.ts';

/** What is to be run. */
export interface ProgramCall {
  readonly command: readonly string[];
  readonly args: readonly string[];
  readonly directory: WorkspacePath;
  /** Variables beside the usual ones. */
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** What it reads; without it its input is closed at once. */
  readonly input?: string | undefined;
  /** Ends it, with everything that it started. */
  readonly signal: AbortSignal;
  /** Milliseconds after which it is ended, for a limit shorter than the signal's. */
  readonly maxMs?: number | undefined;
}

/** How a program of the workspace ended, and what it wrote. */
export interface ProgramResult {
  readonly stdout: string;
  readonly stderr: string;
  /** Whether more was written than is kept: then the beginning is missing. */
  readonly isCut: boolean;
  /** Absent where it was ended or never started. */
  readonly code?: number | undefined;
  /** The signal that ended it, when snap did not. */
  readonly endedBy?: string | undefined;
  /** `late`: the time was up. */
  readonly stopped?: 'late' | 'cancelled' | undefined;
  /** Why it was never started: the name the system has for it. */
  readonly failure?: string | undefined;
}

/** Of each stream, from its end. Longer reports exist only where everything is wrong. */
const maxBytes = 16 * 1024 * 1024;
/** Milliseconds between asking a cancelled program to end and force. */
const grace = 100;

/**
 * Runs a program of the workspace in a process group of its own, quiet and offline. When the time is up or nobody waits, the group is killed.
 * Never rejects. The caller has seen that it is approved.
 */
export async function runProgram(system: System, root: string, call: ProgramCall): Promise<ProgramResult> {
  const { args, command, directory, env, input, signal, maxMs = 600_000 } = call;
  const stdout = new Tail();
  const stderr = new Tail();
  const limit = timeLimit(maxMs, signal);
  const aborted = new Promise<'aborted'>((settle) => {
    if (limit.signal.aborted) settle('aborted');
    else limit.signal.addEventListener('abort', () => settle('aborted'), { once: true });
  });
  const [program = '', ...first] = command;
  const running = await system.spawn(await startableFile(system, program, { workspace: root }), [...first, ...args], {
    cwd: join(root, directory),
    env: { ...programEnvironment(system), ...env },
    endsWithSnap: true,
    onOutput: (bytes) => stdout.add(bytes),
    onErrorOutput: (bytes) => stderr.add(bytes),
  });
  try {
    if (input !== undefined) running.write(input);
    running.endInput();
    const end = await Promise.race([running.ended, aborted]);
    const written = { stdout: stdout.text(), stderr: stderr.text(), isCut: stdout.isCut || stderr.isCut };
    if (end === 'aborted') return { ...written, stopped: isTimeUp(limit.signal) ? 'late' : 'cancelled' };
    if ('failure' in end) return { ...written, failure: end.failure };
    return { ...written, code: end.code, endedBy: end.signal };
  } finally {
    limit.release();
    await running.kill(grace);
  }
}

/** Whether a signal fired because of the time, and not because the caller went. */
export function isTimeUp({ reason }: AbortSignal): boolean {
  return reason instanceof DOMException && reason.name === 'TimeoutError';
}

/** The end of a stream. */
class Tail {
  #parts: Uint8Array[] = [];
  #bytes = 0;
  isCut = false;

  add(bytes: Uint8Array): void {
    this.#parts.push(bytes);
    this.#bytes += bytes.length;
    while (this.#bytes - (this.#parts[0]?.length ?? 0) > maxBytes) {
      this.#bytes -= this.#parts.shift()?.length ?? 0;
      this.isCut = true;
    }
  }

  text(): string {
    return withoutEscapes(Buffer.concat(this.#parts).toString('utf8'));
  }
}
