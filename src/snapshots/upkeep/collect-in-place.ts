import { byOffset, type CollectOptions, isNeeded, sparse } from './collect.ts';
import { reachableObjects } from './reachable-objects.ts';
import { rootId } from '../store/object-id.ts';
import type { PackedStore } from '../store/object-store.ts';
import { recordHead } from '../store/pack.ts';
import { slices } from './time-slices.ts';

/** Bytes that are copied before anything is given back; afterwards as much as was given back. */
const firstStep = 32_768;

/**
 * Collects where the disk has no room for a copy of what is needed: a pack is worked off from its end, and cut there each time that
 * what was needed of it is in another one, synced. So it takes the room of one step, or of one object where that is larger. May be
 * killed at any point, as {@link collect} may. The caller holds the store's lock, and names all roots that are kept.
 * @throws SnapError `io`; what was given back by then stays so.
 */
export async function collectInPlace(store: PackedStore, roots: readonly string[], options: CollectOptions): Promise<void> {
  const { share = 0.5 } = options;
  const { turn } = slices(options);
  const release = store.hold();
  try {
    store.sync();
    const marks = reachableObjects(store);
    for (const root of new Set(roots)) if ((await marks.add(rootId(root), turn)) === undefined) return;
    let step = firstStep;
    for (const pack of sparse(store, marks, share, 1)) {
      let now = pack;
      let copied = 0;
      /** From here on everything needed is in another pack. */
      let handled = now.end;
      let isSound = true;
      const giveBack = () => {
        store.sync();
        step = Math.max(step, now.end - handled);
        copied = 0;
        now = store.writer.shorten(now, handled);
      };
      for (const packed of byOffset(pack).toReversed()) {
        if (!(await turn())) return;
        if (isNeeded(store, marks, pack, packed.id)) {
          if (copied > 0 && copied + packed.length > step) giveBack();
          const record = store.packs.record({ pack: now, packed });
          // It stays where it is, for "verify" to name it.
          if (record === undefined) {
            isSound = false;
            break;
          }
          const { codec, id, kind, length } = record.head;
          store.writer.append(id, recordHead(id, kind, codec, length, record.bytes), record.bytes);
          copied += packed.length;
        }
        handled = packed.offset;
        // What is not needed is deleted at once, and makes room for the next copy.
        if (copied > 0 ? copied >= step : now.end - handled >= firstStep) giveBack();
      }
      store.sync();
      if (isSound) store.writer.remove(now);
    }
  } finally {
    release();
  }
}
