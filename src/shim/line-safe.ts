import { isUtf8 } from 'node:buffer';
import { joined, type Message } from './envelope.ts';

/**
 * Characters at which some readers end a line although JSON allows them in a text: U+2028 and U+2029 (`readline` of Node), U+0085 (`splitlines` of
 * Python). In JSON they are in texts alone, where an escape means the same.
 * https://nodejs.org/docs/latest-v20.x/api/readline.html, https://docs.python.org/3/library/stdtypes.html#str.splitlines (2026-11-23)
 */
const breaks = [
  { bytes: Buffer.from('\u2028'), escape: Buffer.from('\\u2028') },
  { bytes: Buffer.from('\u2029'), escape: Buffer.from('\\u2029') },
  { bytes: Buffer.from('\u0085'), escape: Buffer.from('\\u0085') },
  // JSON allows it nowhere, and a client that meets it drops the line, and with it the answer.
  { bytes: Buffer.from('\0'), escape: Buffer.from('\\u0000') },
] as const;
const byteOrderMark = Buffer.from('\uFEFF');
/** Bytes with which such a character may begin at the end of a piece. */
const beginnings = [0xe2, 0xc2];
/** Longer messages are passed on as they are where they are no UTF-8: their texts cannot be told apart. */
const maxCheckedBytes = 64 * 1024;

/** The message as one line for every reader: without a byte order mark, without characters at which some of them end a line, and in UTF-8. */
export function lineSafe(message: Message): Message {
  const { pieces } = message;
  const [first] = pieces;
  const isSplit = pieces.some((piece) => beginnings.includes(piece.at(-1) ?? 0) || beginnings.includes(piece.at(-2) ?? 0));
  const isShort = message.length <= maxCheckedBytes;
  const whole = isSplit || (isShort && pieces.length > 1) || (first?.length ?? 0) < byteOrderMark.length ? [joined(message)] : pieces;
  const valid = isShort ? whole.map((piece) => (isUtf8(piece) ? piece : Buffer.from(piece.toString('utf8')))) : whole;
  const unmarked = valid.map((piece, i) => (i === 0 ? withoutMark(piece) : piece));
  const safe = unmarked.flatMap(withoutBreaks);
  return { pieces: safe, length: safe.reduce((sum, { length }) => sum + length, 0) };
}

function withoutMark(piece: Buffer): Buffer {
  return piece.subarray(0, byteOrderMark.length).equals(byteOrderMark) ? piece.subarray(byteOrderMark.length) : piece;
}

function withoutBreaks(piece: Buffer): readonly Buffer[] {
  let pieces: readonly Buffer[] = [piece];
  for (const { bytes, escape } of breaks) if (piece.includes(bytes)) pieces = pieces.flatMap((each) => replaced(each, bytes, escape));
  return pieces;
}

function replaced(piece: Buffer, bytes: Buffer, escape: Buffer): readonly Buffer[] {
  const pieces: Buffer[] = [];
  let from = 0;
  for (let at = piece.indexOf(bytes); at !== -1; at = piece.indexOf(bytes, from)) {
    pieces.push(piece.subarray(from, at), escape);
    from = at + bytes.length;
  }
  return [...pieces, piece.subarray(from)];
}
