/** The scheme of documents that show a file as it is in a snapshot. */
export const scheme = 'snap-snapshot';

/** Which file of which snapshot a document shows. Without `id` it shows nothing: the side of a file that is not there. */
export interface ShownFile {
  readonly id?: string | undefined;
  /** From the root of the workspace, with `/`. */
  readonly path: string;
}

/** The query of the address; its path is the file's, so that the editor knows the language. */
export function queryOf({ id, path }: ShownFile): string {
  return JSON.stringify(id === undefined ? { path } : { id, path });
}

/** `undefined` for a query that was not made by `queryOf`. */
export function parseQuery(query: string): ShownFile | undefined {
  try {
    const read: unknown = JSON.parse(query);
    if (typeof read !== 'object' || read === null || !('path' in read) || typeof read.path !== 'string') return undefined;
    const id = 'id' in read && typeof read.id === 'string' ? read.id : undefined;
    return { id, path: read.path };
  } catch {
    // Another program made the address.
    return undefined;
  }
}
