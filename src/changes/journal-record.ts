import type { ByteSplice } from './byte-splices.ts';
import type { JsonValue } from './change.ts';

/** What the sealed record of a change holds of one file: with it the earlier content is made again. */
export interface RecordedFile {
  readonly path: string;
  /** Of the file before the change; absent when there was none. */
  readonly mode?: number;
  readonly splices: readonly ByteSplice[];
  /** One per part of the file, in their order; null where none was given. */
  readonly memos: readonly JsonValue[];
}

/** The record before it is sealed. */
export function printRecord(files: readonly RecordedFile[]): Uint8Array {
  const text = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64');
  return Buffer.from(
    JSON.stringify(
      files.map((file) => ({ ...file, splices: file.splices.map(({ at, removed, added }) => [at, text(removed), text(added)]) })),
    ),
  );
}

/** Undoes {@link printRecord}. What was sealed is ours, so its shape is taken as given and a wrong one is a bug. */
export function parseRecord(bytes: Uint8Array): readonly RecordedFile[] {
  // The seal vouches for the shape: only printRecord makes what the key opens.
  const files = JSON.parse(Buffer.from(bytes).toString('utf8')) as readonly PrintedFile[];
  const read = (text: string) => new Uint8Array(Buffer.from(text, 'base64'));
  return files.map((file) => ({
    ...file,
    splices: file.splices.map(([at, removed, added]) => ({ at, removed: read(removed), added: read(added) })),
  }));
}

type PrintedFile = Omit<RecordedFile, 'splices'> & { readonly splices: readonly (readonly [number, string, string])[] };
