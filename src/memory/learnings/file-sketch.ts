import { maskText } from '../../secrets/index.ts';
import { SnapError, type System } from '../../system/index.ts';

/** The hashes of the lines of a file: enough to tell how many of the sampled lines are still there. */
export type LineHashes = ReadonlyMap<string, string>;

const sampled = 16;
/** With fewer lines one edit changes most of it. */
const minLines = 4;
const largest = 512 * 1024;
const hashLength = 6;

/** `undefined` for anything but a text file of moderate size, and for links, which may lead anywhere. */
export async function linesOfFile(system: System, path: string): Promise<LineHashes | undefined> {
  try {
    const seen = await system.look(path);
    if (seen?.kind !== 'file' || seen.target !== undefined || !seen.readable || seen.size > largest) return undefined;
    const bytes = await system.readBytes(path);
    if (bytes === undefined || bytes.subarray(0, 8_000).includes(0)) return undefined;
    const lines = Buffer.from(bytes).toString('utf8').split('\n');
    return new Map(lines.map((line) => line.trim()).flatMap((line) => (line.length < 3 ? [] : [[hashOfLine(line), line]])));
  } catch (error) {
    // No permission, or replaced meanwhile: nothing is known about its content.
    if (error instanceof SnapError) return undefined;
    throw error;
  }
}

/**
 * The hashes of sixteen lines, the same for the same content; empty when there are too few lines. The sketch is stored where others can read
 * it, and a hash allows guessing, so it contains no line with a secret.
 */
export function sketchOf(lines: LineHashes): string {
  if (lines.size < minLines) return '';
  const hashes: string[] = [];
  for (const hash of [...lines.keys()].sort()) {
    const line = lines.get(hash) ?? '';
    if (maskText(line) === line) hashes.push(hash);
    if (hashes.length === sampled) break;
  }
  return hashes.length < minLines ? '' : hashes.join('');
}

/** Whether more than half of the sampled lines are missing. */
export function isMostlyChanged(sketch: string, lines: LineHashes): boolean {
  const hashes = sketch.match(/[0-9a-f]{6}/g) ?? [];
  return 2 * hashes.filter((hash) => lines.has(hash)).length < hashes.length;
}

/** In place of a sketch: the file did not exist when the learning was saved, so that its absence says nothing later. */
export const absent = 'absent';

/** Whether a text of a store is a sketch. */
export function isSketch(value: unknown): value is string {
  return typeof value === 'string' && (value === absent || /^([0-9a-f]{6}){4,16}$/.test(value));
}

/** The upper 24 bits of FNV-1a: enough for files of thousands of lines, and a collision does no harm. */
function hashOfLine(line: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < line.length; i += 1) hash = Math.imul(hash ^ line.charCodeAt(i), 0x01000193);
  return (hash >>> 8).toString(16).padStart(hashLength, '0');
}
