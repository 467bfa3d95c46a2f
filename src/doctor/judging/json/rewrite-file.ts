import { decodeText, encodeText, sameValue, toValue, type EntryChange, type ServersAt, type Value } from '../../../formats/index.ts';
import { SnapError } from '../../../system/index.ts';
import type { Edit } from '../../edit.ts';
import type { FileFacts, Setup } from '../../setup.ts';

/** Replaces the whole text of a file; a byte order mark stays. */
export function newText({ facts }: Pick<Setup, 'facts'>, file: Pick<FileFacts, 'path'>, text: string): Edit {
  const bytes = facts.contents.get(file.path);
  const decoded = bytes === undefined ? undefined : decodeText(bytes);
  return { kind: 'bytes', path: file.path, bytes: encodeText(text, decoded?.kind === 'text' && decoded.hasByteOrderMark) };
}

/** The text after these changes, one after the other; `undefined` when the editor cannot make one without touching something else. */
export function changedText(
  file: FileFacts,
  changes: readonly { readonly at: ServersAt; readonly change: EntryChange }[],
): string | undefined {
  const { format, reading } = file;
  if (format === undefined || file.text === undefined) return undefined;
  try {
    return changes.reduce<string | undefined>((text, { at, change }) => format.change(text, reading.tolerance, at, change), file.text);
  } catch (error) {
    if (error instanceof SnapError && error.code === 'refused') return undefined;
    throw error;
  }
}

/** Whether the client reads exactly this value from a text. */
export function readsAs({ format, reading }: FileFacts, text: string, value: Value): boolean {
  const parsed = format?.parse(text, reading.tolerance);
  return parsed?.kind === 'tree' && parsed.root !== undefined && sameValue(toValue(parsed.root), value);
}
