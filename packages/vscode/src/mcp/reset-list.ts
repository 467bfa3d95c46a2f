import type { ListedChange } from '../core.ts';

/** The changes that the extension made with these words and that are still in place, oldest first. */
export function writtenByExtension(changes: readonly ListedChange[], commands: readonly string[]): readonly ListedChange[] {
  return changes.filter(({ command, state, undoes }) => state === 'done' && undoes === undefined && commands.includes(command));
}

/** What taking them back will do, a line each. */
export function resetLines(
  changes: readonly ListedChange[],
  wanted: boolean | undefined,
  short: (path: string) => string,
): readonly string[] {
  const files = changes.flatMap((change) => change.files);
  const lines = files.toReversed().map(({ action, path, servers }) => {
    const names = servers.map((name) => `"${name}"`).join(', ');
    return action === 'remove' ? `${short(path)}: the entry ${names} is put back` : `${short(path)}: the entry ${names} is taken out`;
  });
  return [
    ...(wanted === true ? ['This editor: the server "snap" is no longer given to the assistant'] : []),
    ...(wanted === false ? ['This editor: your answer that the assistant should not use Snap is forgotten'] : []),
    ...new Set(lines),
    'Fixes that you applied and entries that others wrote stay.',
  ];
}
