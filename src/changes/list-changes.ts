import type { System } from '../system/index.ts';
import { readIndex } from './journal-index.ts';

/** One change as people see it: what, where, when; never a value. */
export interface HistoryChange {
  readonly number: number;
  readonly time: string;
  readonly command: string;
  readonly state: 'begun' | 'done' | 'undone' | 'rolled-back';
  /** The change that this one took back. */
  readonly undoes?: number;
  readonly files: readonly {
    readonly path: string;
    readonly client: string;
    readonly scope: string;
    readonly servers: readonly string[];
    readonly action: string;
  }[];
}

/** The changes that are kept, the oldest first. */
export async function history(system: System): Promise<readonly HistoryChange[]> {
  return (await readIndex(system)).map(({ number, time, command, state, undoes, files }) => ({
    number,
    time,
    command,
    state,
    ...(undoes === undefined ? {} : { undoes }),
    files: files.flatMap((file) =>
      file.parts.map(({ client, scope, servers, action }) => ({ path: file.path, client, scope, servers, action })),
    ),
  }));
}
