import { isRecord, jsonIn, SnapError } from '../../system/index.ts';
import type { IgnoreFile } from '../../workspace/index.ts';
import type { CaptureRules, KeptRules } from '../look/capture-rules.ts';
import { objectIdOf, parseObjectId } from './object-id.ts';
import type { ObjectId, ObjectKind, ObjectStore, TreeEntry } from './object-types.ts';
import { decodeTree, encodeTree } from './tree-node.ts';

/** The rules of a snapshot as the store keeps them. */
export interface EncodedRules {
  readonly id: ObjectId;
  readonly objects: readonly { readonly kind: ObjectKind; readonly bytes: Uint8Array }[];
}

const headName = 'rules';

/**
 * A directory like those of the files: `rules` says all but the texts of the ignore files, and each text is a file of its own, named by
 * its place in the order. So a text takes no room beside the file that it was read from, and what keeps, copies and verifies the files
 * of a snapshot does the same for its rules.
 */
export function encodeRules({ exclusions, own, version }: KeptRules): EncodedRules {
  const { files, patterns, platform, prefix } = exclusions;
  const head = JSON.stringify({ version, platform, prefix, own, patterns, directories: files.map(({ directory }) => directory) });
  const texts = [[headName, head] as const, ...files.map(({ text }, i) => [String(i), text] as const)];
  const blobs = texts.map(([name, text]) => ({ name: Buffer.from(name), bytes: Buffer.from(text) }));
  const entries = blobs.map(({ name, bytes }): TreeEntry => {
    return { kind: 'file', name, mode: 0, size: bytes.length, id: objectIdOf('blob', bytes), isSealed: false };
  });
  const node = encodeTree(entries);
  return {
    id: objectIdOf('tree', node),
    objects: [...blobs.map(({ bytes }) => ({ kind: 'blob', bytes }) as const), { kind: 'tree', bytes: node }],
  };
}

const encoded = new WeakMap<CaptureRules, { readonly key: string; readonly rules: EncodedRules }>();

/** The rules of a capture, encoded once while they are the same; `undefined` where they do not come from the files of a workspace. */
export function encodedRules(rules: CaptureRules): EncodedRules | undefined {
  const { key, kept } = rules;
  if (kept === undefined) return undefined;
  const known = encoded.get(rules);
  if (key !== undefined && known?.key === key) return known.rules;
  const found = encodeRules(kept());
  if (key !== undefined) encoded.set(rules, { key, rules: found });
  return found;
}

/** Nothing is durable before the store is synced. @throws SnapError `io` */
export function putRules(store: Pick<ObjectStore, 'put'>, { objects }: EncodedRules): void {
  for (const { kind, bytes } of objects) store.put(kind, bytes);
}

/** The rules that a snapshot names; `undefined` when they, or a part of them, are damaged or missing. */
export function readRules(store: Pick<ObjectStore, 'get'>, rules: string | undefined): KeptRules | undefined {
  try {
    const node = objectIn(store, rules, 'tree');
    if (node === undefined) return undefined;
    const ids = new Map(decodeTree(node).flatMap((entry) => (entry.kind === 'file' ? [[entry.name.toString(), entry.id] as const] : [])));
    const textOf = (name: string) => objectIn(store, ids.get(name), 'blob')?.toString('utf8');
    return parseRules(jsonIn(textOf(headName) ?? ''), textOf);
  } catch (error) {
    // Damaged: without them nothing is known of what the snapshot left out.
    if (error instanceof SnapError) return undefined;
    throw error;
  }
}

/** The rules that a snapshot names, where they can be read: what is to be kept with it. */
export function wholeRules(store: Pick<ObjectStore, 'get'>, rules: string | undefined): readonly ObjectId[] {
  const id = rules === undefined ? undefined : parseObjectId(rules);
  return id === undefined || readRules(store, id) === undefined ? [] : [id];
}

function objectIn(store: Pick<ObjectStore, 'get'>, id: string | undefined, kind: ObjectKind): Buffer | undefined {
  const known = id === undefined ? undefined : parseObjectId(id);
  const found = known === undefined ? undefined : store.get(known);
  return found?.kind === kind ? Buffer.from(found.bytes.buffer, found.bytes.byteOffset, found.bytes.byteLength) : undefined;
}

function parseRules(head: unknown, textOf: (name: string) => string | undefined): KeptRules | undefined {
  if (!isRecord(head)) return undefined;
  const { directories, own, patterns, platform, prefix, version } = head;
  if (platform !== 'darwin' && platform !== 'linux' && platform !== 'win32') return undefined;
  if (typeof version !== 'number' || typeof prefix !== 'string') return undefined;
  if (!isTexts(own) || !isTexts(patterns) || !isTexts(directories)) return undefined;
  const files: IgnoreFile[] = [];
  for (const [i, directory] of directories.entries()) {
    const text = textOf(String(i));
    if (text === undefined) return undefined;
    files.push({ directory, text });
  }
  return { version, own, exclusions: { platform, prefix, patterns, files } };
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
