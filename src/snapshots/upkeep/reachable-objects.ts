import { SnapError } from '../../system/index.ts';
import type { PackedStore } from '../store/object-store.ts';
import type { ObjectId } from '../store/object-types.ts';
import { foldTail, type Pack } from '../store/open-pack.ts';
import { packHeadLength } from '../store/pack.ts';
import type { PackIndex } from '../store/pack-index.ts';
import { decodeChunks, decodeTree } from '../store/tree-node.ts';

/** Which records of the packs are needed: a bit for each. Nothing may be put while it is in use. */
export interface Marks {
  /**
   * Marks the objects of a tree.
   * @returns the bytes in the packs that were not marked before; `undefined` when `turn` said to stop.
   * @throws SnapError `io` when a node cannot be read: then it is not known what it needs.
   */
  add(root: ObjectId, turn: () => Promise<boolean> | boolean): Promise<number | undefined>;
  isMarked(pack: Pack, id: ObjectId): boolean;
  /** Bytes of marked records. */
  liveBytes(pack: Pack): number;
}

export function reachableObjects(store: PackedStore): Marks {
  const { packs } = store;
  const bits = new Map<PackIndex, Uint8Array>();
  const live = new Map<PackIndex, number>();
  for (const pack of packs.list()) foldTail(pack);

  /** Bytes it takes; `undefined` when it was marked already. */
  const mark = (id: ObjectId): number | undefined => {
    const at = packs.locate(id);
    const position = at?.pack.index.find(id);
    if (at === undefined || position === undefined) throw missing(store, id);
    const { index } = at.pack;
    let own = bits.get(index);
    if (own === undefined) bits.set(index, (own = new Uint8Array((index.count + 7) >> 3)));
    const bit = 1 << (position & 7);
    const before = own[position >> 3] ?? 0;
    if ((before & bit) !== 0) return undefined;
    own[position >> 3] = before | bit;
    live.set(index, (live.get(index) ?? 0) + at.packed.length);
    return at.packed.length;
  };
  /** Marks an object that needs no other; a missing one is ignored. */
  const markLeaf = (id: ObjectId): number => (packs.locate(id) === undefined ? 0 : (mark(id) ?? 0));

  return {
    async add(root, turn) {
      let bytes = 0;
      const waiting: ObjectId[] = [root];
      for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
        if (!(await turn())) return undefined;
        const own = mark(id);
        if (own === undefined) continue;
        bytes += own;
        for (const entry of decodeTree(requireContent(store, id))) {
          switch (entry.kind) {
            case 'file':
              bytes += markLeaf(entry.id);
              break;
            case 'directory':
              waiting.push(entry.id);
              break;
            case 'chunked': {
              const list = mark(entry.id);
              if (list === undefined) break;
              bytes += list;
              for (const part of decodeChunks(requireContent(store, entry.id))) bytes += markLeaf(part);
              break;
            }
            case 'borrowed':
            case 'link':
            case 'special':
              break;
            default:
              entry satisfies never;
          }
        }
      }
      return bytes;
    },
    isMarked({ index }, id) {
      const position = index.find(id);
      return position !== undefined && ((bits.get(index)?.[position >> 3] ?? 0) & (1 << (position & 7))) !== 0;
    },
    liveBytes: ({ index }) => live.get(index) ?? 0,
  };
}

/** Of a pack, without its head. */
export function recordBytes({ end }: Pack): number {
  return end - packHeadLength;
}

function requireContent(store: PackedStore, id: ObjectId): Uint8Array {
  const content = store.packs.content(id);
  if (content === undefined) throw missing(store, id);
  return content.bytes;
}

function missing({ place }: PackedStore, id: ObjectId): SnapError {
  return new SnapError(
    'io',
    `A directory of a snapshot that is kept is missing in the store (${id.slice(0, 12)} in ${place.directory.split(/[\\/]/).at(-1) ?? ''}).`,
    {
      hint: 'Nothing was removed. See which snapshots are affected: snap snapshot list --verify.',
    },
  );
}
