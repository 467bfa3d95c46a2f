import { crc24Of } from './checksum.ts';

/** A private key in a text. */
export interface FoundKey {
  readonly start: number;
  readonly end: number;
  /** `open`: its body decodes to what it says. `locked`: it needs a passphrase. `cut`: its beginning is right, the rest is missing. */
  readonly state: 'open' | 'locked' | 'cut';
}

const head = /-----BEGIN ((?:[A-Z0-9]{2,12} ){0,4}PRIVATE KEY(?: BLOCK)?)-----/g;
/** Longer than any key. A text with many beginnings and no end is not read again for each of them. */
const maxKey = 20_000;

/**
 * The private keys of a text whose body is there: `…` and `<your key>` are none. Their lines may be quoted, joined with `+` or written in
 * one line with `\n`. https://www.rfc-editor.org/rfc/rfc7468 https://www.rfc-editor.org/rfc/rfc9580#section-6
 */
export function* privateKeys(text: string): Generator<FoundKey> {
  for (const { 0: opening, 1: label = '', index } of text.matchAll(head)) {
    const from = index + opening.length;
    const foot = text.slice(from, from + maxKey).indexOf('-----END');
    const to = foot === -1 ? Math.min(text.length, from + maxKey) : from + foot;
    // Another beginning in between: this one has no end.
    if (text.slice(from, to).includes('-----BEGIN')) continue;
    const state = judge(label, text.slice(from, to), foot !== -1);
    if (state !== undefined) yield { start: index, end: foot === -1 ? from : Math.min(text.length, to + label.length + 14), state };
  }
}

function judge(label: string, body: string, isClosed: boolean): FoundKey['state'] | undefined {
  const { data, isEncrypted, checksum } = decodedBody(body);
  if (data === undefined || new Set(data).size < Math.min(24, data.length / 4)) return undefined;
  if (label.endsWith('BLOCK')) return checksum !== undefined && crc24Of(data) !== checksum ? 'cut' : 'open';
  if (isEncrypted) return 'locked';
  const state = label.startsWith('OPENSSH') ? openSshState(data) : derState(data);
  if (state === 'open' && label.startsWith('ENCRYPTED')) return 'locked';
  return state === 'open' && !isClosed ? 'cut' : state;
}

/** https://github.com/openssh/openssh-portable/blob/master/PROTOCOL.key (2026-11-22): the name of the cipher follows the magic word. */
function openSshState(data: Uint8Array): FoundKey['state'] | undefined {
  const text = Buffer.from(data.subarray(0, 40)).toString('latin1');
  if (!text.startsWith('openssh-key-v1\0')) return undefined;
  return text.slice(15).startsWith('\0\0\0\u0004none') ? 'open' : 'locked';
}

interface DecodedBody {
  readonly data: Uint8Array | undefined;
  readonly isEncrypted: boolean;
  readonly checksum: number | undefined;
}

/** Escaped line ends, and what parts the pieces of a text in source code. */
const lineEnds = /\\{1,4}r\\{1,4}n|\\{1,4}[nr]|\r\n?|\n|&#1[03];|<br ?\/?>/;

function decodedBody(body: string): DecodedBody {
  let [base64, isEncrypted] = ['', false];
  let checksum: number | undefined;
  const [first = '', ...others] = body.split(lineEnds);
  // Beside the dashes stands no part of a key that has lines, but perhaps a word on it.
  for (const line of /^[ \t]+[a-z]{1,20}$/i.test(first) && others.length > 0 ? others : [first, ...others]) {
    if (/^[^A-Za-z0-9+/]*(?:Proc-Type|DEK-Info|Version|Comment|Hash|Charset|MessageID)\b ?:/.test(line)) {
      isEncrypted ||= /ENCRYPTED/.test(line);
      continue;
    }
    const sum = /^[^\w+/=]*=([A-Za-z0-9+/]{4})[^\w+/=]*$/.exec(line);
    if (sum !== null) {
      checksum = Buffer.from(sum[1] ?? '', 'base64').readUIntBE(0, 3);
      continue;
    }
    // `…` in the middle of a key: an example that was shortened.
    if (/\.{3}|…|\u00e2\u0080\u00a6|<[a-z ]|\*{4}|x{8}/i.test(line)) return { data: undefined, isEncrypted, checksum };
    base64 += longest(line.match(/[A-Za-z0-9+/]+={0,2}/g) ?? []);
  }
  // 32 bytes of key, and what says that it is one. https://www.rfc-editor.org/rfc/rfc8410#section-7
  if (base64.length < 60) return { data: undefined, isEncrypted, checksum };
  return { data: Buffer.from(base64, 'base64'), isEncrypted, checksum };
}

function longest(runs: readonly string[]): string {
  let found = '';
  for (const run of runs) if (run.length > found.length && /\w/.test(run)) found = run;
  // Words of a comment beside the key.
  return found.length >= 4 || runs.length === 1 ? found : '';
}

/** What the bytes are as one ASN.1 sequence, which says its own length. https://www.itu.int/rec/T-REC-X.690 */
function derState(data: Uint8Array): FoundKey['state'] | undefined {
  const [kind = 0, first = 0] = data;
  if (kind !== 0x30) return undefined;
  const count = first < 0x80 ? 0 : first & 0x7f;
  if (count > 3) return undefined;
  let length = count === 0 ? first : 0;
  for (const byte of data.subarray(2, 2 + count)) length = length * 256 + byte;
  return Math.abs(length + 2 + count - data.length) <= 2 ? 'open' : 'cut';
}
