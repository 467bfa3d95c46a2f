import { codecs, compressed } from '../store/codec.ts';
import { openFlags } from '../disk.ts';
import { dropQuietly, writeAll } from '../../system/index.ts';
import type { PackedStore } from '../store/object-store.ts';
import { foldTail, type Pack } from '../store/open-pack.ts';
import { newPackHead, packHeadLength, type Packed, parsePackHead, recordHead, withRecompressedTo } from '../store/pack.ts';
import { emptyIndex, mergedIndex } from '../store/pack-index.ts';
import { type SliceOptions, slices } from './time-slices.ts';
import { storeError } from '../store/store-place.ts';

export interface RecompressOptions extends SliceOptions {
  /** Deflate level. */
  readonly level?: number | undefined;
  /** Bytes in the newest pack that are worth the work; it grows on afterwards. */
  readonly least?: number | undefined;
}

export interface Recompressed {
  /** Packs that were written again. */
  readonly packs: number;
  /** Bytes. */
  readonly freed: number;
  /** False when the signal ended it: what is done stays done. */
  readonly isDone: boolean;
}

/**
 * Compresses what was kept as it came, one pack after the other, each into a copy that takes its place at once. The caller holds the
 * store's lock. Needs room for one pack. @throws SnapError `io`; then the pack is as before.
 */
export async function recompress(store: PackedStore, options: RecompressOptions = {}): Promise<Recompressed> {
  const { level = 6, least = 4 * 1_048_576 } = options;
  store.sync();
  const { turn } = slices(options);
  let packs = 0;
  let freed = 0;
  for (const pack of store.packs.list()) {
    const isNewest = pack === store.packs.list()[0];
    const fresh = pack.end - Math.max(pack.recompressedTo, packHeadLength);
    // Half of what is done already, or a pack that grows slowly would be written again and again.
    const worth = isNewest ? Math.max(least, pack.recompressedTo / 2) : 1;
    // A pack with a damaged part stays as it is: part of it may still be recovered.
    if (fresh < worth || pack.nonce === undefined || pack.faults.length > 0) continue;
    if (isNewest) store.writer.roll();
    const result = await rewrite(store, pack, level, turn);
    if (result === 'stopped') return { packs, freed, isDone: false };
    packs += result === 'left' ? 0 : 1;
    freed += result === 'left' ? 0 : result.freed;
  }
  return { packs, freed, isDone: true };
}

async function rewrite(
  { place, packs, writer }: PackedStore,
  pack: Pack,
  level: number,
  turn: () => Promise<boolean> | boolean,
): Promise<'stopped' | 'left' | { readonly freed: number }> {
  const { calls } = place;
  const temporary = `${pack.path}.tmp`;
  dropQuietly(calls, temporary);
  try {
    const fd = calls.open(temporary, openFlags.create, 0o600);
    const written: Packed[] = [];
    const head = newPackHead();
    const output = bufferedOutput((bytes, at) => writeAll(calls, fd, bytes, at));
    try {
      output.add(head);
      for (const packed of byOffset(pack)) {
        const record = packs.record({ pack, packed });
        if (record === undefined) return 'left';
        const { codec, id, kind, length } = record.head;
        const tries = codec === codecs.raw && packed.offset >= pack.recompressedTo;
        const encoded = tries ? compressed(record.bytes, level) : { codec, bytes: record.bytes };
        const offset = output.add(recordHead(id, kind, encoded.codec, length, encoded.bytes));
        output.add(encoded.bytes);
        written.push({ id, offset, length: output.end() - offset });
        if (!(await turn())) return 'stopped';
        // While others had their turn, a failed write may have taken the pack back.
        if (!packs.list().includes(pack)) return 'left';
      }
      output.flush();
      const finished = withRecompressedTo(head, output.end());
      writeAll(calls, fd, finished, 0);
      calls.fdatasync(fd);
    } finally {
      calls.close(fd);
    }
    const nonce = parsePackHead(head)?.nonce ?? Buffer.alloc(8);
    const freed = pack.end - output.end();
    writer.replace(pack, temporary, mergedIndex(emptyIndex(nonce, packHeadLength), nonce, output.end(), written).bytes);
    return { freed };
  } catch (error) {
    throw storeError(place, pack.path, 'could not be compressed', error);
  } finally {
    dropQuietly(calls, temporary);
  }
}

/** The records of a pack in the order of their offsets. */
export function byOffset(pack: Pack): readonly Packed[] {
  foldTail(pack);
  const records = Array.from({ length: pack.index.count }, (_, position) => pack.index.at(position));
  return records.sort((one, other) => one.offset - other.offset);
}

interface Output {
  /** Where the bytes will be. */
  add(bytes: Uint8Array): number;
  end(): number;
  flush(): void;
}

function bufferedOutput(write: (bytes: Uint8Array, at: number) => void): Output {
  const batch = Buffer.allocUnsafe(1_048_576);
  let used = 0;
  let start = 0;
  const flush = () => {
    if (used > 0) write(batch.subarray(0, used), start);
    start += used;
    used = 0;
  };
  return {
    add(bytes) {
      if (used + bytes.length > batch.length) flush();
      const at = start + used;
      if (bytes.length > batch.length) {
        write(bytes, start);
        start += bytes.length;
      } else {
        batch.set(bytes, used);
        used += bytes.length;
      }
      return at;
    },
    end: () => start + used,
    flush,
  };
}
