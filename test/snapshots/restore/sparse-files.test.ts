import { closeSync, openSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync, writeSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openSnapshots } from '../../../src/snapshots/index.ts';
import { writeWithHoles } from '../../../src/snapshots/restore/write-with-holes.ts';
import { openWorkspace } from '../../../src/workspace/index.ts';
import { temporaryHome } from '../../support/temporary-home.ts';

const kib = 1024;

/** Texts at places of a file that is otherwise empty. */
function sparse(path: string, size: number, texts: Readonly<Record<number, string>>): void {
  writeFileSync(path, '');
  truncateSync(path, size);
  const fd = openSync(path, 'r+');
  for (const [at, text] of Object.entries(texts)) writeSync(fd, text, Number(at));
  closeSync(fd);
}

const onDisk = (path: string): number => statSync(path).blocks * 512;

describe.skipIf(process.platform !== 'linux')('a sparse file', () => {
  it.each([
    ['small', 2 * 1024 * kib, { 0: 'start', [1024 * kib + 5]: 'middle' }],
    ['with nothing in it', 1024 * kib, {}],
    ['in chunks, with its text at the end', 40 * 1024 * kib, { [40 * 1024 * kib - 3]: 'end' }],
  ])('that is %s comes back with its holes, and as it was', async (_, size, texts) => {
    const home = temporaryHome({ inMemory: true });
    const path = home.put('w/sparse', '');
    sparse(path, size, texts);
    const before = readFileSync(path);
    const snapshots = openSnapshots(home.run(), await openWorkspace(home.run(), home.at('w')), { exclude: [], yields: false });
    const { snapshot } = await snapshots.take({ kind: 'manual' });
    rmSync(path);
    expect(await snapshots.restore(snapshot.id)).toMatchObject({ isExact: true, written: ['sparse'] });
    snapshots.close();
    expect(readFileSync(path).equals(before)).toBe(true);
    expect(onDisk(path)).toBeLessThanOrEqual(Object.keys(texts).length * 64 * kib);
  });
});

describe('writing with holes', () => {
  it('gives the same bytes as writing all of them, however they are cut', () => {
    const run = fc.record({ zeros: fc.integer({ min: 0, max: 200_000 }), text: fc.string({ maxLength: 20 }), splits: fc.boolean() });
    fc.assert(
      fc.property(fc.array(run, { maxLength: 5 }), fc.nat({ max: 5 }), (runs, shortWrite) => {
        const pieces = runs.flatMap(({ zeros, text, splits }) => {
          const [empty, full] = [Buffer.alloc(zeros), Buffer.from(text)];
          return splits ? [empty, full] : [Buffer.concat([empty, full])];
        });
        const file = Buffer.alloc(1_200_000, 0);
        let size = 0;
        const calls = {
          write: (_: number, bytes: Uint8Array, at: number | null) => {
            const taken = bytes.subarray(0, shortWrite === 0 ? undefined : Math.max(1, bytes.length >> 1));
            file.set(taken, at ?? size);
            size = Math.max(size, (at ?? size) + taken.length);
            return taken.length;
          },
          ftruncate: (_: number, to: number) => {
            expect(to).toBeGreaterThan(size);
            size = to;
          },
        };
        const all = Buffer.concat(pieces);
        expect(writeWithHoles(calls, 3, pieces)).toBe(all.length);
        expect(size).toBe(all.length);
        expect(file.subarray(0, size).equals(all)).toBe(true);
      }),
      { numRuns: 60 },
    );
  });
});
