import { isUtf8 } from 'node:buffer';
import { SnapError } from '../../system/index.ts';
import { isBinary } from '../../text/index.ts';
import { type Contents, type FileEntry, gitBlobId, isFileEntry } from '../store/stored-contents.ts';
import type { TreeEntry } from '../store/object-types.ts';

/** The text of a file or a link in a patch. */
export interface Side {
  readonly mode: '100644' | '100755' | '120000';
  readonly text: string;
  readonly id: string;
}

export type Shown = FileEntry | Extract<TreeEntry, { readonly kind: 'link' }>;

/** Of what a patch can show at all; a link has the size of its target. */
export function partialSide(entry: TreeEntry | undefined): { readonly entry: Shown; readonly size: number } | undefined {
  if (entry?.kind === 'link') return { entry, size: entry.target.length };
  return isFileEntry(entry) ? { entry, size: entry.size } : undefined;
}

/** Words where it cannot be shown. */
export async function sideOf(contents: Contents, entry: Shown): Promise<Side | string> {
  let bytes: Buffer;
  try {
    bytes = entry.kind === 'link' ? entry.target : Buffer.concat([...(await contents.read(entry))]);
  } catch (error) {
    // One damaged file must not prevent the patch of the others.
    if (error instanceof SnapError) return 'its contents in the store are damaged';
    throw error;
  }
  if (isBinary(bytes)) return 'it is a binary file';
  if (!isUtf8(bytes)) return 'its text is not UTF-8';
  const mode = entry.kind === 'link' ? '120000' : gitMode(entry);
  return { mode, text: bytes.toString('utf8'), id: gitBlobId([bytes], bytes.length, 40) };
}

export function gitMode({ mode }: { readonly mode: number }): '100644' | '100755' {
  return (mode & 0o100) === 0 ? '100644' : '100755';
}
