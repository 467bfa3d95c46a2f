/**
 * The bytes of a name or path, one character (U+0000 to U+00FF) for each: exact where a name is no UTF-8, and two of them compare as
 * their bytes do. For ASCII it is the name itself.
 */
export type RawName = string;

const isAscii = /^[\0-\x7f]*$/;

/** Of text as rules and watchers know it. */
export function rawNameOf(text: string): RawName {
  return isAscii.test(text) ? text : Buffer.from(text, 'utf8').toString('latin1');
}

/** As people and rules read it; bytes that are no UTF-8 become replacement characters. */
export function textOfName(raw: RawName): string {
  return isAscii.test(raw) ? raw : Buffer.from(raw, 'latin1').toString('utf8');
}

export function bytesOfName(raw: RawName): Buffer {
  return Buffer.from(raw, 'latin1');
}

/** What a call of node:fs takes as a path. */
export function pathOfName(raw: RawName): string | Buffer {
  return isAscii.test(raw) ? raw : Buffer.from(raw, 'latin1');
}

export function rawChild(directory: RawName, name: RawName): RawName {
  return directory === '' ? name : `${directory}/${name}`;
}
