import { isUtf8 } from 'node:buffer';

/** A file's bytes as text, with what is needed to write the same bytes again. */
export type DecodedText =
  | { readonly kind: 'text'; readonly text: string; readonly hasByteOrderMark: boolean }
  /** `message` names the encoding that was found, and what to do. */
  | { readonly kind: 'not-text'; readonly message: string };

/**
 * Only UTF-8 is edited: any other decoding would not give the same bytes back.
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  const known = decoded.get(bytes);
  if (known) return known;
  const answer = decode(bytes);
  decoded.set(bytes, answer);
  return answer;
}

/** The same bytes are asked for by each client that reads the file, and when it is changed. */
const decoded = new WeakMap<Uint8Array, DecodedText>();

function decode(bytes: Uint8Array): DecodedText {
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)) {
    return { kind: 'not-text', message: 'the file is UTF-16 text (Windows PowerShell\'s ">" writes that); save it as UTF-8' };
  }
  const nul = bytes.indexOf(0);
  if (nul !== -1) return { kind: 'not-text', message: `the file holds a NUL byte at offset ${nul}; it is damaged or not a text` };
  const hasByteOrderMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  if (!isUtf8(bytes)) return { kind: 'not-text', message: 'the file is not UTF-8 text; save it as UTF-8' };
  const content = hasByteOrderMark ? bytes.subarray(3) : bytes;
  // A third of what a TextDecoder takes, which matters in a state file of megabytes.
  return { kind: 'text', text: Buffer.from(content.buffer, content.byteOffset, content.byteLength).toString('utf8'), hasByteOrderMark };
}

/** The inverse of {@link decodeText}. */
export function encodeText(text: string, hasByteOrderMark: boolean): Uint8Array {
  return Buffer.from(hasByteOrderMark ? `\uFEFF${text}` : text, 'utf8');
}
