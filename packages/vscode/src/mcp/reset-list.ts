import type { ListedChange } from '../core.ts';

/** The changes that the extension made with these words and that are still in place, oldest first. */
export function writtenByExtension(changes: readonly ListedChange[], commands: readonly string[]): readonly ListedChange[] {
  return changes.filter(({ command, state, undoes }) => state === 'done' && undoes === undefined && commands.includes(command));
}

/** What taking back one change does to one file. */
export interface ResetFile {
  readonly path: string;
  readonly servers: readonly string[];
  /** `out`: the entry is taken out. `back`: one that was removed is put back. `done`: it is so already. `left`: it cannot be done, and why. */
  readonly does: 'out' | 'back' | 'done' | 'left';
  readonly why?: string;
}

/** What taking them back will do, a line each. */
export function resetLines(files: readonly ResetFile[], wanted: boolean | undefined, short: (path: string) => string): readonly string[] {
  const lines = files.map(({ does, path, servers, why }) => {
    const entry = `the entry ${servers.map((name) => `"${name}"`).join(', ')}`;
    const what = {
      out: `${entry} is taken out`,
      back: `${entry} is put back`,
      done: `${entry} is gone already`,
      left: `stays as it is. ${why ?? ''}`,
    };
    return `${short(path)}: ${what[does]}`;
  });
  return [
    ...(wanted === true ? ['This editor: the server "snap" is no longer given to the assistant'] : []),
    ...(wanted === false ? ['This editor: your answer that the assistant should not use Snap is forgotten'] : []),
    ...new Set(lines),
    'Fixes that you applied and entries that others wrote stay.',
  ];
}
