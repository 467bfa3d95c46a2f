import type { CommandTarget } from '../../mcp-client/index.ts';
import type { RunningProgram, System } from '../../system/index.ts';

export interface StartedProgram {
  readonly program: RunningProgram;
  /** Gives `onOutput` what the program has written so far, and everything after that. */
  listen(onOutput: (bytes: Uint8Array) => void): void;
}

/** Starts the program of an entry. Its stderr is discarded. */
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
