/** An open text as far as writing its file is concerned. */
export interface OpenText {
  readonly path: string;
  readonly isDirty: boolean;
}

/** The files that have changes in the editor which are not on the disk: writing one of them would put it in conflict with the person's own edits. */
export function unsavedOf(paths: readonly string[], open: readonly OpenText[]): readonly string[] {
  const dirty = new Set(open.filter(({ isDirty }) => isDirty).map(({ path }) => path));
  return [...new Set(paths)].filter((path) => dirty.has(path));
}
