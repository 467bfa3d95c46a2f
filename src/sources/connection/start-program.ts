import { programOf, type CommandTarget } from '../../mcp-client/index.ts';
import type { RunningProgram, System } from '../../system/index.ts';

export interface StartedProgram {
  readonly program: RunningProgram;
  /** Gives `onOutput` what the program has written so far, and everything after that. */
  listen(onOutput: (bytes: Uint8Array) => void): void;
}

/** Starts the program of an entry; `undefined` when there is none. Its stderr is discarded. */
export async function startProgram(system: System, target: CommandTarget): Promise<StartedProgram | undefined> {
  const { args, cwd, env } = target;
  const found = await programOf(system, target);
  if (found === undefined) return undefined;
  const early: Uint8Array[] = [];
  let take = (bytes: Uint8Array): void => void early.push(bytes);
  const program = await system.spawn(found, args, {
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
