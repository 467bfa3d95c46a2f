import type { System } from '../system/index.ts';
import { maxIgnoreText } from './ignore-lines.ts';

/** The text of an ignore file, which others may have written. */
export interface IgnoreText {
  readonly kind: 'text';
  readonly text: string;
  /** The first line that is not read, where the file is too large. */
  readonly cutAt?: number | undefined;
}

export type ReadIgnoreText = IgnoreText | { readonly kind: 'unreadable'; readonly reason: string } | { readonly kind: 'none' };

/**
 * Reads one, as much as counts and no more, up to a line end: half a rule is another rule. Never waits for a FIFO.
 * @param isGits git's own `info/exclude`: git reads that one through a link, a `.gitignore` not.
 */
export async function readIgnoreText(system: System, path: string, isGits = false): Promise<ReadIgnoreText> {
  const seen = await system.look(path);
  if (seen === undefined || seen.kind === 'directory' || (seen.target !== undefined && !isGits)) return { kind: 'none' };
  if (seen.kind === 'other') return { kind: 'unreadable', reason: 'not a regular file' };
  if (seen.kind !== 'file') return { kind: 'none' };
  const bytes = await system.readStart(path, maxIgnoreText + 1);
  if (bytes === undefined) return { kind: 'unreadable', reason: 'it cannot be read' };
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (buffer.length <= maxIgnoreText) return { kind: 'text', text: buffer.toString('utf8') };
  const text = buffer.toString('utf8', 0, buffer.lastIndexOf(0x0a, maxIgnoreText - 1) + 1);
  return { kind: 'text', text, cutAt: text.split('\n').length };
}
