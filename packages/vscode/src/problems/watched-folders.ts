/** A config file as far as watching it is concerned. */
export interface WatchedFile {
  readonly path: string;
  /** Where the path leads, when it is a link. */
  readonly target?: string | undefined;
  readonly state: string;
  readonly installed: boolean;
}

/** The folders in which config files are, or could be made by an assistant that is on the machine. */
export function watchedFolders(files: readonly WatchedFile[]): ReadonlySet<string> {
  const there = files.filter(({ installed, state }) => installed || state !== 'absent');
  return new Set(there.flatMap(({ path, target }) => [path, target ?? path]).flatMap((path) => folderOf(path) ?? []));
}

/** With the separator of either platform; a pattern such as `*.md` names no file. */
function folderOf(path: string): string | undefined {
  const at = Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\'));
  const folder = at <= 0 ? undefined : path.slice(0, at);
  return folder === undefined || folder.includes('*') ? undefined : folder;
}
