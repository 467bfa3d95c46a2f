import { createHash } from 'node:crypto';
import { SnapError } from '../../system/index.ts';
import type { ObjectId, ObjectKind } from './object-types.ts';

/** The kind is hashed too: a file with the bytes of a directory's node must not have the id of that node. */
const prefixes: Readonly<Record<ObjectKind, Uint8Array>> = {
  blob: Buffer.from('blob\0'),
  chunks: Buffer.from('chunks\0'),
  tree: Buffer.from('tree\0'),
};

/** Length of an id in bytes. */
export const idLength = 32;

/** The id of content. */
export function objectIdOf(kind: ObjectKind, bytes: Uint8Array): ObjectId {
  // The brand is given here, in readObjectId and in parseObjectId, nowhere else.
  return createHash('sha256').update(prefixes[kind]).update(bytes).digest('hex') as ObjectId;
}

/** The id whose bytes begin at `at`. */
export function readObjectId(bytes: Buffer, at: number): ObjectId {
  return bytes.toString('hex', at, at + idLength) as ObjectId;
}

/** The id that a text is; `undefined` when it is none. */
export function parseObjectId(text: string): ObjectId | undefined {
  return /^[0-9a-f]{64}$/.test(text) ? (text as ObjectId) : undefined;
}

/** The id that a snapshot names as its root. @throws SnapError `io` when it is none. */
export function rootId(root: string): ObjectId {
  const id = parseObjectId(root);
  if (id === undefined)
    throw new SnapError('io', 'The journal has a snapshot without a readable root.', { hint: 'Run "snap snapshot list --verify".' });
  return id;
}
