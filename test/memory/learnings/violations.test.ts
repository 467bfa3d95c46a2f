import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { violationType } from '../../../src/memory/learnings/violation-view.ts';
import type { NewViolation } from '../../../src/memory/index.ts';
import { storeHome } from '../../support/store-home.ts';

const violation = (more: Partial<NewViolation> = {}): NewViolation => ({
  type: 'silent_catch',
  file: 'src/a.ts',
  description: 'an error is swallowed',
  prevention: 'handle it, or let it pass',
  by: { tool: 'snap_violation' },
  ...more,
});

describe('reporting', () => {
  it('counts by type over runs, promotes the third and flags the fifth', async () => {
    const store = storeHome();
    const answers = [];
    for (let i = 0; i < 6; i += 1) {
      const { count, promote } = await store.open().report(violation());
      answers.push(`${count} ${promote}`);
    }
    expect(answers).toEqual(['1 NO', '2 NO', '3 PROMOTED', '4 PROMOTED', '5 AUTO', '6 AUTO']);
    expect((await store.open().report(violation({ type: 'other' }))).count).toBe(1);
    expect(await store.open().violationTypes()).toMatchObject([
      { type: 'silent_catch', count: 6, promote: 'AUTO', prevention: 'handle it, or let it pass' },
      { type: 'other', count: 1, promote: 'NO' },
    ]);
  });

  it('keeps a report without a reason, and finds it by its id', async () => {
    const store = storeHome();
    store.home.put('p/src/a.ts', '');
    const { violation: stored } = await store.open().report(violation());
    expect(stored.id).toMatch(/^viol_[0-9a-f]{12}$/);
    expect(await store.open().findViolation(stored.id)).toEqual(stored);
    expect(await store.open().findViolation(stored.id.slice(5, -1))).toEqual(stored);
    expect(readFileSync(join(store.workspace.knowledgeDirectory, 'violations.jsonl'), 'utf8')).toBe(
      `{"v":1,"id":"${stored.id}","kind":"violation","at":"2026-11-21T12:00:00.000Z","type":"silent_catch","file":"src/a.ts","description":"an error is swallowed","prevention":"handle it, or let it pass","by":{"tool":"snap_violation"}}\n`,
    );
  });

  it('gives many reports at once each its own number', async () => {
    const knowledge = storeHome().open();
    const answers = await Promise.all(Array.from({ length: 40 }, () => knowledge.report(violation())));
    expect(answers.map(({ count }) => count).sort((one, other) => one - other)).toEqual(Array.from({ length: 40 }, (_, i) => i + 1));
  });

  it.each(['Silent catch', ' silent-catch ', 'SILENT_CATCH', 'silent  - catch'])('counts %j under one spelling', async (type) => {
    expect(violationType(type)).toBe('silent_catch');
  });

  it.each([
    ['type', { type: ' ' }],
    ['type', { type: 'x'.repeat(61) }],
    ['file', { file: '' }],
    ['description', { description: '\u200b' }],
    ['prevention', { prevention: 'x'.repeat(2_001) }],
    ['reason', { reason: 'x'.repeat(2_001) }],
  ])('refuses a wrong %s by name and counts nothing', async (field, more) => {
    const store = storeHome();
    await expect(store.open().report(violation(more))).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringMatching(`^${field}: `),
    });
    expect(await store.open().violationTypes()).toEqual([]);
  });
});

describe('promoted types match', () => {
  const match = async (text: string, files: readonly string[] = [], content = '') => {
    const store = storeHome();
    store.home.put('p/src/pay.ts', content);
    const knowledge = store.open();
    const report = violation({ file: 'src/pay.ts', description: '`catch {}` without a log', prevention: 'log or rethrow' });
    for (let i = 0; i < 3; i += 1) await knowledge.report(report);
    await knowledge.report(violation({ type: 'magic_number' }));
    return (await knowledge.matchingViolations(text, files)).map(({ type }) => type);
  };

  it.each([
    ['do not catch errors silently: silent catch', []],
    ['catch errors in checkout', []],
    ['try catch around fetch in price', []],
    ['catch errors in checkout', ['src/checkout.ts']],
    ['handle the exception of the bank', ['src/pay.ts']],
    // Without a text the files are what is asked about.
    ['', ['src/pay.ts']],
  ])('%j with %j', async (text, files) => expect(await match(text, files)).toEqual(['silent_catch']));

  it.each([
    ['rename the logo', ['src/pay.ts']],
    ['silent mode for the installer', []],
    ['catch up with upstream', []],
    ['a magic number', ['src/b.ts']],
    ['style the button', []],
    ['', ['src/other.ts']],
    ['fix the error in the report', []],
  ])('not %j with %j', async (text, files) => expect(await match(text, files)).toEqual([]));

  it('by the code that a report quotes, where it is in one of the files', async () => {
    expect(await match('rename the logo', ['src/pay.ts'], 'try { pay() } catch {\n}\n')).toEqual(['silent_catch']);
    expect(await match('rename the logo', ['src/pay.ts'], 'try { pay() } catch { report() }\n')).toEqual([]);
  });
});
