import { describe, expect, it } from 'vitest';
import { objectIdOf } from '../../../src/snapshots/store/object-id.ts';
import type { Pack } from '../../../src/snapshots/store/open-pack.ts';
import {
  addToBatch,
  clearBatch,
  emptyBatch,
  fitsInBatch,
  maxBatchedRecord,
  moveToPack,
  recordInBatch,
} from '../../../src/snapshots/store/pack-batch.ts';
import { emptyIndex } from '../../../src/snapshots/store/pack-index.ts';

const head = Buffer.from('head');
const one = objectIdOf('blob', Buffer.from('one'));
const two = objectIdOf('blob', Buffer.from('three'));

function filled() {
  const batch = emptyBatch();
  addToBatch(batch, one, head, Buffer.from('one'));
  addToBatch(batch, two, head, Buffer.from('three'));
  return batch;
}

describe('a batch of records', () => {
  it('gives back each record, and none that is not in it', () => {
    const batch = filled();
    expect(batch.length).toBe(4 + 3 + 4 + 5);
    expect(recordInBatch(batch, one)?.toString()).toBe('headone');
    expect(recordInBatch(batch, two)?.toString()).toBe('headthree');
    expect(recordInBatch(batch, objectIdOf('tree', Buffer.from('one')))).toBeUndefined();
  });

  it('gives back copies, which live on when the memory is used again', () => {
    const batch = filled();
    const record = recordInBatch(batch, one);
    clearBatch(batch);
    addToBatch(batch, two, Buffer.from('HEAD'), Buffer.from('xyz'));
    expect(record?.toString()).toBe('headone');
    expect(recordInBatch(batch, one)).toBeUndefined();
  });

  it('tells the pack where its records are, and is empty then', () => {
    const batch = filled();
    const nonce = Buffer.alloc(8);
    const pack: Pack = {
      number: 1,
      path: 'packs/000001.pk',
      fd: -1,
      inode: 1,
      nonce,
      index: emptyIndex(nonce, 32),
      tail: new Map(),
      end: 100,
      firm: 0,
      faults: [],
    };
    moveToPack(batch, pack, 32);
    expect([...pack.tail.values()]).toEqual([
      { id: one, offset: 32, length: 7 },
      { id: two, offset: 39, length: 9 },
    ]);
    expect(batch.length).toBe(0);
    expect(recordInBatch(batch, one)).toBeUndefined();
  });

  it('takes four of the largest records that are batched', () => {
    const batch = emptyBatch();
    for (let i = 0; i < 4; i += 1) {
      expect(fitsInBatch(batch, maxBatchedRecord)).toBe(true);
      addToBatch(batch, objectIdOf('blob', Buffer.from(`${i}`)), head, Buffer.alloc(maxBatchedRecord - head.length));
    }
    expect(fitsInBatch(batch, 1)).toBe(false);
  });
});
