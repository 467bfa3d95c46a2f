import { applySplices, decodeText, encodeText, loadFormat, type Format } from '../../formats/index.ts';
import type { Edit } from '../edit.ts';

/**
 * The content after the edit; `undefined` when the file is to be deleted, and the same bytes when there is nothing to change.
 * @throws SnapError `refused` when the editor cannot do it without touching something else.
 */
export async function applyEdit(edit: Edit, bytes: Uint8Array): Promise<Uint8Array | undefined> {
  if (edit.kind === 'bytes') return edit.bytes;
  const decoded = decodeText(bytes);
  if (decoded.kind === 'not-text') return bytes;
  const text = edit.kind === 'splices' ? applySplices(decoded.text, edit.splices) : await withFields(edit, decoded.text);
  return text === undefined ? undefined : encodeText(text, decoded.hasByteOrderMark);
}

async function withFields(edit: Edit & { kind: 'fields' }, text: string): Promise<string | undefined> {
  const { reading, at, name, fields, drop } = edit;
  const format: Format = await loadFormat(reading.format);
  return format.change(text, reading.tolerance, at, { kind: 'set', name, fields, drop });
}
