import { createHash, randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maskRecord, recordText } from '../../src/secrets/index.ts';

/** Joined, so that nobody's scanner takes this file for a leak. */
const token = ['ghp', 'Ab3dE5gH7jK9mN1pQ3sT5vW7yZ2bC4dF6hJ8'].join('_');
const password = 'https://me:canary-value@host/x';

describe('a record as it is stored', () => {
  it('holds no secret in any field, however deep, also in one that nobody knows', () => {
    const text = recordText({
      kind: 'learning',
      trigger: `use ${token}`,
      by: { client: token, someNewField: [`password=Tr0ub4dor3xyz`, { deeper: password }] },
      files: [`src/${token}.ts`],
      sketches: { [`src/${token}.ts`]: 'absent' },
    });
    for (const secret of [token, 'Tr0ub4dor3xyz', 'canary-value']) expect(text).not.toContain(secret);
  });

  it('names the files, ids, hashes and processes that it named', () => {
    const record = {
      v: 1,
      id: 'learn_0123456789ab',
      at: '2026-11-23T14:00:00.000Z',
      file: 'migrations/20240101123456_add_users.sql',
      files: ['a b/key=value.ts', 'src/Ab3dE5gH7jK9mN1pQ3sT5vW7yZ2bC4dF6hJ8.ts'],
      snapshot: { id: 'snap_12_a1b2c3', root: '0f'.repeat(32), rules: 'a1'.repeat(32), git: { commit: 'c0ffee'.repeat(6) } },
      owner: {
        run: { pid: 7, start: '123456789', boot: randomUUID(), space: 'pid:[4026531836]', thread: randomUUID() },
        nonce: randomUUID(),
      },
      call: randomUUID(),
      sketches: { 'src/a.ts': 'abcdef'.repeat(16) },
      absent: undefined,
    };
    expect(recordText(record)).toBe(JSON.stringify(record));
  });

  it('is the same when it is masked again', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom('file', 'notes', 'by', 'other'), fc.jsonValue({ maxDepth: 3 })), (record) => {
        const once = recordText(record);
        expect(recordText(JSON.parse(once))).toBe(once);
        expect(JSON.stringify(maskRecord(record))).toBe(once);
      }),
      { seed: 26 },
    );
    const masked = recordText({ notes: `use ${token} and ${password}`, files: [token] });
    expect(recordText(JSON.parse(masked))).toBe(masked);
  });
});

it('no hash that snap names a snapshot or a commit by is taken for a token', () => {
  const masked: string[] = [];
  for (let i = 0; i < 50_000; i += 1) {
    const root = createHash('sha256').update(String(i)).digest('hex');
    const commit = root.slice(0, 40);
    const text = recordText({ root, commit });
    if (text !== JSON.stringify({ root, commit })) masked.push(root);
  }
  expect(masked).toEqual([]);
});
