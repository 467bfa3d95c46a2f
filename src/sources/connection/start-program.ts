import type { CommandTarget } from '../../mcp-client/index.ts';
import type { RunningProgram, System } from '../../system/index.ts';

export interface StartedProgram {
  readonly program: RunningProgram;
  /** Has what it wrote until now, and everything after it, given to `onOutput`. */
  listen(onOutput: (bytes: Uint8Array) => void): void;
}

/** Starts the program of an entry. What it writes to stderr is thrown away. */
export async function startProgram(system: System, { args, command, cwd, env }: CommandTarget): Promise<StartedProgram> {
  const early: Uint8Array[] = [];
  let take = (bytes: Uint8Array): void => void early.push(bytes);
  const program = await system.spawn(command, args, {
    cwd,
    env,
    onErrorOutput: () => undefined,
    onOutput: (bytes) => take(bytes),
    endsWithSnap: true,
  });
  return {
    program,
    listen(onOutput) {
      take = onOutput;
      for (const bytes of early.splice(0)) onOutput(bytes);
    },
  };
}
