import type { Readable, Writable } from 'node:stream';
import type { ProgramExit, ProgramFailure } from './program.ts';

/** A process of the system, however it was started, or why there is none. */
export interface StartedProcess {
  /** `undefined` when it was never started. */
  readonly running: RunningProcess | undefined;
  /** As `RunningProgram.ended`. */
  readonly ended: Promise<ProgramExit | ProgramFailure>;
}

export interface RunningProcess {
  readonly pid: number;
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** Called when the process itself has ended, also where a child of it holds the streams open. */
  onExit(listener: (code: number | null, signal: string | null) => void): void;
  /** It no longer keeps snap alive. */
  unref(): void;
  ref(): void;
}

/** How a process ended, as Node and execa report it. */
export function exitOf(code: number | null | undefined, signal: string | null | undefined): ProgramExit {
  return { code: code ?? undefined, signal: signal ?? undefined };
}
