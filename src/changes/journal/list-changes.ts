import type { System } from '../../system/index.ts';
import { readIndex } from './journal-index.ts';

/** One change as people see it: what, where and when, without values. */
export interface ListedChange {
  readonly number: number;
  readonly time: string;
  readonly command: string;
  readonly state: 'begun' | 'done' | 'undone' | 'rolled-back';
  /** The number of the change that this one undid. */
  readonly undoes: number | undefined;
  readonly files: readonly {
    readonly path: string;
    readonly client: string;
    readonly scope: string;
    readonly servers: readonly string[];
    readonly action: string;
  }[];
}

/** The changes in the journal, oldest first. */
export async function listChanges(system: System): Promise<readonly ListedChange[]> {
  return (await readIndex(system)).map(({ number, time, command, state, undoes, files }) => ({
    number,
    time,
    command,
    state,
    undoes,
    files: files.flatMap((file) =>
      file.parts.map(({ client, scope, servers, action }) => ({ path: file.path, client, scope, servers, action })),
    ),
  }));
}
