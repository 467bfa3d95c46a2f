import { deflateRawSync, inflateRawSync } from 'node:zlib';

/** How the bytes of a record are kept; the number is in the record. */
export const codecs = { raw: 0, deflate: 1 } as const;

export interface Encoded {
  readonly codec: number;
  readonly bytes: Uint8Array;
}

/** Too small to gain anything. */
const least = 96;
/** What compresses no further (pictures, archives) shows it in its beginning. */
const sample = 65_536;
const level = 1;

/** Compressed where that takes off at least a sixteenth, else as it is. Level 6 takes more time and makes source text 6 % smaller. */
export function compressed(bytes: Uint8Array): Encoded {
  const raw = { codec: codecs.raw, bytes };
  if (bytes.length < least) return raw;
  if (bytes.length > 4 * sample && !isWorth(bytes.subarray(0, sample), deflateRawSync(bytes.subarray(0, sample), { level }))) return raw;
  const smaller = deflateRawSync(bytes, { level, ...sizedFor(bytes.length) });
  return isWorth(bytes, smaller) ? { codec: codecs.deflate, bytes: smaller } : raw;
}

/** Undoes it; `undefined` when the codec is unknown or the bytes are not `length` bytes compressed. */
export function expanded({ codec, bytes }: Encoded, length: number): Uint8Array | undefined {
  if (codec === codecs.raw) return bytes.length === length ? bytes : undefined;
  if (codec !== codecs.deflate) return undefined;
  try {
    const whole = inflateRawSync(bytes, { maxOutputLength: Math.max(1, length) });
    return whole.length === length ? whole : undefined;
  } catch {
    // Damaged: the caller says which pack.
    return undefined;
  }
}

/**
 * Memory that zlib takes for one call: by itself 268 kB and an answer of 16 kB, however small the input.
 * https://zlib.net/zlib_tech.html
 */
function sizedFor(length: number): { readonly windowBits: number; readonly memLevel: number; readonly chunkSize: number } {
  const bits = Math.ceil(Math.log2(length));
  return { windowBits: clamp(bits, 9, 15), memLevel: clamp(bits - 7, 1, 8), chunkSize: clamp(length, 64, 65_536) };
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}

function isWorth(before: Uint8Array, after: Uint8Array): boolean {
  return after.length < before.length - before.length / 16;
}
