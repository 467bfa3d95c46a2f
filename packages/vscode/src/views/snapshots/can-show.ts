import type { TreeChange } from '../../core.ts';
import { bytesText } from './rows.ts';

/** Bytes of a file that an editor compares quickly. */
const maxShown = 5_000_000;

/** Why a difference is not shown as text, as a sentence; `undefined` where it is. */
export function whyNotShown({ path, kind, isSecret, before, after }: TreeChange, shownName: (path: string) => string): string | undefined {
  const name = shownName(path);
  if (isSecret) return `${name} holds secrets, so its contents are not shown. It can be restored.`;
  if (kind === 'mode') return `${name}: only its permissions differ, not its contents. It can be restored.`;
  const sides = [before, after].filter((side) => side !== undefined);
  if (sides.some((side) => side.kind === 'directory'))
    return `${name} is a directory on one side; there is no text to compare. It can be restored.`;
  if (sides.some((side) => side.kind === 'link')) return `${name} is a link on one side; there is no text to compare. It can be restored.`;
  if (sides.some((side) => side.kind === 'special')) return `${name} is not a regular file, so it is not shown.`;
  const size = Math.max(...sides.map((side) => side.size));
  if (size > maxShown) return `${name} has ${bytesText(size)}; only files up to ${bytesText(maxShown)} are compared. It can be restored.`;
  return undefined;
}

/** Whether bytes are no text: a zero byte near the start, and none of the marks of UTF-16. */
export function isBinary(bytes: Uint8Array): boolean {
  const [one, two] = bytes;
  if ((one === 0xff && two === 0xfe) || (one === 0xfe && two === 0xff)) return false;
  return bytes.subarray(0, 8_000).includes(0);
}
