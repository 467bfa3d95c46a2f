import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { failingCalls } from '../../support/faulty-calls.ts';
import { learning, type StoreHome, storeHome } from '../../support/store-home.ts';

const limits = { maxAgeDays: 90, minUses: 1 };
const day = 24 * 60 * 60 * 1000;
const path = ({ workspace }: StoreHome) => join(workspace.knowledgeDirectory, 'learnings.jsonl');
const content = (store: StoreHome) => readFileSync(path(store), 'utf8');
const later = (store: StoreHome, days: number) => (store.clock.now = new Date(store.clock.now.getTime() + days * day));

/** Three learnings, one of them used, and a foreign line. */
async function aged() {
  const store = storeHome({ inMemory: true });
  const knowledge = store.open();
  const used = (await knowledge.add(learning({ trigger: 'used' }))).learning.id;
  const unused = (await knowledge.add(learning({ trigger: 'unused' }))).learning.id;
  const third = (await knowledge.add(learning({ trigger: 'third', action: 'something else' }))).learning.id;
  for (const task of ['task_1', 'task_2', 'task_3']) await knowledge.shown([used], task);
  appendFileSync(path(store), '<<<<<<< HEAD\n');
  later(store, 95);
  return { store, used, unused, third };
}

describe('gc', () => {
  it('plans without writing, and says which violations name files that are gone', async () => {
    const { store, third, unused } = await aged();
    for (const file of ['here.ts', 'gone.ts']) store.home.put(`p/${file}`, '');
    for (const file of ['here.ts', 'gone.ts', 'never.ts', '../outside.ts']) {
      await store.open().report({ type: 't', file, description: 'd', prevention: 'p', by: { tool: 'x' } });
    }
    rmSync(store.home.at('p/gone.ts'));
    const before = store.bytes();
    const plan = await store.open().gc('plan', limits);
    expect(plan).toMatchObject({ action: 'plan', delete: [], merge: [], kept: 1, changed: false });
    expect([...plan.archive].sort()).toEqual([third, unused].sort());
    const [stale, ...others] = plan.staleViolations;
    expect(others).toEqual([]);
    expect((await store.open().findViolation(stale ?? ''))?.file).toBe('gone.ts');
    expect(store.bytes()).toEqual(before);
  });

  it('archives, changes nothing the second time, deletes 90 days later, and no line that is not its own', async () => {
    const { store, used } = await aged();
    expect(await store.open().gc('apply', limits)).toMatchObject({ action: 'apply', changed: true });
    expect((await store.open().list()).map(({ id }) => id)).toEqual([used]);
    expect(await store.open().list({ archived: true })).toHaveLength(2);
    const once = store.bytes();
    expect(await store.open().gc('apply', limits)).toMatchObject({ changed: false, archive: [], delete: [], merge: [] });
    expect(store.bytes()).toEqual(once);

    later(store, 91);
    await store.open().shown([used], 'task_4');
    expect((await store.open().gc('apply', { ...limits, maxAgeDays: 1_000 })).delete).toHaveLength(2);
    expect(await store.open().list({ archived: true })).toEqual([]);
    expect(content(store)).toContain('<<<<<<< HEAD\n');
    expect(content(store)).toContain(used);
  });

  it.each(['', '{"v":1,"torn'])('undoes byte for byte, also behind a file that ends in %j', async (end) => {
    const { store } = await aged();
    appendFileSync(path(store), end);
    const before = content(store);
    const { archive } = await store.open().gc('apply', limits);
    expect(content(store)).not.toBe(before);
    expect(await store.open().gc('undo', limits)).toMatchObject({ action: 'undo', archive, changed: true });
    expect(content(store)).toBe(before);
    expect(await store.open().gc('undo', limits)).toMatchObject({ action: 'undo', archive: [], changed: false });
  });

  it('keeps what was added after it when it is undone', async () => {
    const { store } = await aged();
    const before = content(store);
    await store.open().gc('apply', limits);
    const { learning: added } = await store.open().add(learning({ trigger: 'meanwhile' }));
    await store.open().gc('undo', limits);
    expect(content(store).startsWith(before)).toBe(true);
    expect(content(store).slice(before.length)).toContain(added.id);
    expect(await store.open().list()).toHaveLength(4);
  });

  it('undoes nothing over a change that was more than added lines', async () => {
    const { store } = await aged();
    await store.open().gc('apply', limits);
    writeFileSync(path(store), 'edited\n');
    await expect(store.open().gc('undo', limits)).rejects.toMatchObject({
      code: 'changed',
      hint: expect.stringContaining('gc-undo.before'),
    });
    expect(content(store)).toBe('edited\n');
  });

  it('merges what says the same, adds up its uses, and finds it under both ids', async () => {
    const store = storeHome();
    const knowledge = store.open();
    const { learning: first } = await knowledge.add(learning());
    // As another branch would have written it.
    const twin = { ...first, id: 'learn_00000000000f', action: 'Run the seed scripts afterwards', at: '2026-11-21T13:00:00.000Z' };
    const { id: _, isStale: __, state: ___, uses: ____, ...record } = twin;
    appendFileSync(path(store), `${JSON.stringify({ v: 1, id: twin.id, kind: 'learning', ...record })}\n`);
    await knowledge.shown([first.id, twin.id], 'task_1');
    expect(await knowledge.list()).toHaveLength(2);
    expect((await knowledge.gc('apply', limits)).merge).toEqual([{ id: twin.id, into: first.id }]);
    expect(await store.open().list()).toMatchObject([{ id: first.id, uses: { shown: 2 } }]);
    expect(await store.open().find(twin.id)).toMatchObject({ id: first.id });
    expect(content(store)).not.toContain('seed scripts');
    await store.open().gc('undo', limits);
    expect(await store.open().list()).toHaveLength(2);
  });

  it.each(['apply', 'undo'] as const)(
    'on a full disk leaves the old or the new at every call of %s, and undo still works',
    async (action) => {
      const counting = await aged();
      if (action === 'undo') await counting.store.open().gc('apply', limits);
      const { calls, made } = failingCalls(0, 'ENOSPC');
      await counting.store.open({ calls }).gc(action, limits);
      expect(made.length).toBeGreaterThan(10);
      expect(made.length).toBeLessThan(120);
      for (let n = 1; n <= made.length; n += 1) {
        const { store } = await aged();
        const old = content(store);
        if (action === 'undo') await store.open().gc('apply', limits);
        const applied = content(store);
        await store
          .open({ calls: failingCalls(n, 'ENOSPC').calls })
          .gc(action, limits)
          .catch((error: unknown) => expect(error).toMatchObject({ name: 'SnapError' }));
        const now = content(store);
        if (action === 'apply') expect(now === old || now.startsWith(old)).toBe(true);
        else expect([old, applied]).toContain(now);
        await store.open().gc('undo', limits);
        expect(content(store)).toBe(old);
      }
    },
  );
});
