import { expect, it } from 'vitest';
import { exportLearnings, importLearnings } from '../../../src/memory/index.ts';
import { learning, storeHome } from '../../support/store-home.ts';

it.each(['jsonl', 'json'] as const)('what is exported as %s is what the next store knows, and once', async (format) => {
  const from = storeHome().open();
  const ids = [];
  for (const trigger of ['one', 'two', 'three']) {
    ids.push((await from.add(learning({ trigger, source: 'a | b', files: ['a.ts'], evidence: ['E'] }))).learning.id);
  }
  const text = await exportLearnings(from, { format });
  const to = storeHome().open();
  expect(await importLearnings(to, text)).toEqual({ added: ids, known: [], redacted: 0, refused: [] });
  expect(await importLearnings(to, text)).toMatchObject({ added: [], known: ids });
  const without = (text_: string) => text_.replaceAll(/"(tool|at)": ?"[^"]*"/g, '');
  expect(without(await exportLearnings(to, { format }))).toBe(without(text));
});

it('names the lines it refuses, takes the others, and takes secrets out', async () => {
  const knowledge = storeHome().open();
  const text = [
    JSON.stringify({ trigger: 'good', action: 'set TOKEN=ghp_a1B2a1B2a1B2a1B2a1B2a1B2', type: 'pattern', evidence: 'no list' }),
    '',
    '<<<<<<< HEAD',
    JSON.stringify({ trigger: 'x', action: 'y', type: 'wisdom' }),
    JSON.stringify({ trigger: ' ', action: 'y', type: 'pattern' }),
    JSON.stringify({ trigger: 'x', type: 'pattern' }),
    JSON.stringify({ kind: 'violation', trigger: 'x', action: 'y', type: 'pattern' }),
    JSON.stringify({ trigger: 'also good', action: 'y', type: 'pitfall' }),
  ].join('\r\n');
  const result = await importLearnings(knowledge, `\uFEFF${text}`);
  expect(result.added).toHaveLength(2);
  expect(result.redacted).toBe(1);
  expect(result.refused.map(({ line, reason }) => `${line} ${reason.split(':')[0] ?? ''}`)).toEqual([
    '3 This is not a JSON object.',
    '4 type',
    '5 trigger',
    '6 action',
    '7 This record is not a learning.',
  ]);
  expect(await exportLearnings(knowledge, { format: 'jsonl' })).not.toContain('ghp_');
});

it('refuses what is too large as a whole, before it stores any of it', async () => {
  const knowledge = storeHome().open();
  const line = `${JSON.stringify({ trigger: 'x', action: 'y', type: 'pattern' })}\n`;
  await expect(importLearnings(knowledge, line.repeat(10_001))).rejects.toMatchObject({ code: 'usage' });
  expect(await knowledge.list()).toEqual([]);
});
