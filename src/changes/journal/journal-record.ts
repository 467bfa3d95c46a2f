import type { ByteSplice } from '../byte-splices.ts';
import type { JsonValue } from '../change.ts';

/** One file in the encrypted record of a change: what is needed to restore its earlier content. */
export interface RecordedFile {
  readonly path: string;
  /** Of the file before the change; undefined when there was none. */
  readonly mode?: number | undefined;
  readonly splices: readonly ByteSplice[];
  /** The undo data of each part of the file, in their order; null for none. Its name is part of the stored format. */
  readonly memos: readonly JsonValue[];
}

/** The record before it is encrypted. */
export function printRecord(files: readonly RecordedFile[]): Uint8Array {
  const text = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64');
  return Buffer.from(
    JSON.stringify(
      files.map((file) => ({ ...file, splices: file.splices.map(({ at, removed, added }) => [at, text(removed), text(added)]) })),
    ),
  );
}

/** Reverses {@link printRecord}. Only snap encrypts records, so the shape is not checked. */
export function parseRecord(bytes: Uint8Array): readonly RecordedFile[] {
  // Decryption authenticates the content: only printRecord makes what the key opens.
  const files = JSON.parse(Buffer.from(bytes).toString('utf8')) as readonly PrintedFile[];
  const read = (text: string) => new Uint8Array(Buffer.from(text, 'base64'));
  return files.map((file) => ({
    ...file,
    splices: file.splices.map(([at, removed, added]) => ({ at, removed: read(removed), added: read(added) })),
  }));
}

type PrintedFile = Omit<RecordedFile, 'splices'> & { readonly splices: readonly (readonly [number, string, string])[] };
