import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { Tool } from '../../src/server/tool.ts';
import { toolOf } from '../../src/server/tools/by-name.ts';
import { tools } from '../../src/server/tools/index.ts';

/** As tools/list sends it, without output schemas. */
const listed = ({ name, description, inputSchema, annotations }: Tool) => ({
  name,
  description,
  inputSchema: inputSchema(),
  annotations,
});

const tokens = (list: readonly Tool[]) => countTokens(JSON.stringify({ tools: list.map(listed) }));
const defaults = tools.filter(({ surface }) => surface === 'default');

/** Nothing of the context may be touched before the arguments are right. */
const untouched = new Proxy(Object.create(null), {
  get() {
    throw new Error('the context was used');
  },
});

describe('the surfaces', () => {
  it('are the tools of the specification, in one order', () => {
    expect(defaults.map(({ name }) => name)).toEqual(['pulse', 'advise', 'guide', 'snap', 'check', 'snap_learn', 'snap_end']);
    expect(tools.slice(defaults.length).map(({ name }) => name)).toEqual([
      'snap_violation',
      'learning_gc',
      'intelligence.capture',
      'intelligence.patterns',
      'intelligence.insights',
      'intelligence.explain',
      'intelligence.outcome',
    ]);
  });

  it('are loaded one by one under the same names', async () => {
    for (const tool of tools) expect(await toolOf(tool.name)).toBe(tool);
    await expect(toolOf('pulses')).rejects.toThrow('pulses');
  });

  it('cost few tokens', () => {
    expect(tokens(defaults)).toBeLessThanOrEqual(1_150);
    expect(tokens(tools)).toBeLessThanOrEqual(3_300);
    for (const tool of tools)
      expect([tool.name, countTokens(JSON.stringify(listed(tool)))]).toEqual([tool.name, expect.toSatisfy((n: number) => n <= 240)]);
  });

  it('cost few bytes', () => {
    expect(JSON.stringify(defaults.map(listed)).length).toBeLessThanOrEqual(7_000);
    expect(JSON.stringify(tools.map(listed)).length).toBeLessThanOrEqual(16_000);
  });

  it('say of each tool what it may do', () => {
    const of = (name: string) => tools.find((tool) => tool.name === name)?.annotations;
    for (const { annotations } of tools)
      expect(Object.values(annotations).map((hint) => typeof hint)).toEqual(Array.from({ length: 4 }, () => 'boolean'));
    expect([of('pulse')?.readOnlyHint, of('check')?.readOnlyHint]).toEqual([false, false]);
    expect(of('check')?.openWorldHint).toBe(true);
    expect(tools.filter(({ annotations }) => annotations.readOnlyHint).map(({ name }) => name)).toEqual([
      'advise',
      'guide',
      'intelligence.patterns',
      'intelligence.insights',
      'intelligence.explain',
    ]);
    expect(tools.filter(({ annotations }) => annotations.destructiveHint).map(({ name }) => name)).toEqual(['learning_gc']);
  });

  it('name no mode in a description that does not work', () => {
    for (const { description } of defaults) expect(description).not.toMatch(/\b(quick|full|security|coverage|circular|orphans)\b/);
  });

  it('have an output schema that is an object', () => {
    for (const tool of tools) expect(tool.outputSchema()).toMatchObject({ type: 'object' });
  });

  it.each(tools.map((tool) => [tool.name, tool] as const))('list %s as its file in tool-schemas/ says', async (name, tool) => {
    await expect(`${JSON.stringify(listed(tool), undefined, 2)}\n`).toMatchFileSnapshot(`tool-schemas/${name}.json`);
  });
});

describe('arguments', () => {
  const refuse = (name: string, input: unknown) => tools.find((tool) => tool.name === name)?.answer(input, untouched);

  it.each([
    ['snap', { mode: 'begin' }, 'INVALID_MODE', 'mode must be start or context'],
    ['snap', { mode: 1 }, 'INVALID_INPUT|INVALID_MODE', 'mode must be start or context'],
    ['snap', { task: '' }, 'INVALID_INPUT', 'task must not be empty'],
    ['snap', { task: 'x'.repeat(2_001) }, 'INVALID_INPUT', 'task must have at most 2000 characters'],
    ['snap', { task: 'x', files: 'a.ts' }, 'INVALID_INPUT', 'files must be a list of paths'],
    ['snap', { task: 'x', files: [1] }, 'INVALID_INPUT', 'files.0 must be a path'],
    ['snap', { task: 'x', intent: 'deploy' }, 'INVALID_INPUT', 'intent must be one of implement, debug, refactor, review, explore'],
    ['snap', { task: 'x', goal: { metric: 'speed', target: 1, unit: 's' } }, 'INVALID_INPUT', 'goal.metric must be one of bundle'],
    ['snap', { task: 'x', goal: { metric: 'bundle', target: '1', unit: 's' } }, 'INVALID_INPUT', 'goal.target must be a number'],
    ['snap', { task: 'x', description: 'y' }, 'INVALID_INPUT', 'the arguments must not have "description"; there is mode, task, files'],
    ['snap', [], 'INVALID_INPUT', 'the arguments must be an object'],
    ['snap', 'start', 'INVALID_INPUT', 'the arguments must be an object'],
    ['check', { mode: 'everything' }, 'INVALID_MODE', 'mode must be health; no other mode works in this version'],
    ['check', { files: { a: 1 } }, 'INVALID_INPUT', 'files must be a text or a list of texts'],
    ['check', { diff: 'all' }, 'INVALID_INPUT', 'diff must be one of staged, changed, uncommitted'],
    ['snap_learn', { trigger: 'x' }, 'INVALID_INPUT', 'action must be a text'],
    ['snap_learn', { trigger: 'x', action: ' \u200B ' }, 'INVALID_INPUT', 'action must not be empty'],
    ['snap_learn', { trigger: 'x', action: 'y', type: 'trick' }, 'INVALID_TYPE', 'type must be one of pattern, pitfall, efficiency'],
    ['snap_end', { outcome: 'done' }, 'INVALID_INPUT', 'outcome must be one of completed, abandoned, blocked'],
    ['snap_end', { learnings: 'one' }, 'INVALID_INPUT', 'learnings must be a list of texts'],
    ['snap_end', { survey: { helpfulness: 6 } }, 'INVALID_INPUT', 'survey.helpfulness must be from 1 to 5'],
    ['snap_end', { survey: { unhelpful_count: -1 } }, 'INVALID_INPUT', 'survey.unhelpful_count must not be negative'],
    ['snap_end', { efficiency: { time: 'x' } }, 'INVALID_INPUT', 'efficiency must not have "time"; there is saved, prevented, helped'],
    ['snap_violation', { type: 'a', file: 'b', description: 'c' }, 'INVALID_INPUT', 'prevention must be a text'],
    ['learning_gc', { action: 'apply', dryRun: true }, 'INVALID_INPUT', 'the arguments must not have "dryRun"; there is action'],
    ['intelligence.explain', { id: 'learn_|forged' }, 'INVALID_INPUT', 'id must be an id'],
    ['intelligence.capture', { event: 'idea', text: 'x' }, 'INVALID_INPUT', 'event must be one of error, fix, decision, pattern'],
    ['pulse', { record_change: 1 }, 'INVALID_INPUT', 'record_change must be a path'],
    ['guide', { intent: 'sleep' }, 'INVALID_INPUT', 'intent must be one of implement, debug, refactor, review, explore, test, deploy'],
    ['advise', { intent: 'review' }, 'INVALID_INPUT', 'intent must be one of implement, refactor, debug, test, deploy'],
  ])('of %s that are wrong are refused: %j', async (name, input, code, words) => {
    await expect(refuse(name, input)).rejects.toMatchObject({
      code: expect.stringMatching(new RegExp(`^(${code})$`)),
      message: expect.stringContaining(words),
    });
  });

  it('that are null count as left out', async () => {
    await expect(refuse('snap', { task: null, mode: null, files: null })).rejects.toThrow('the context was used');
  });
});

describe('docs/tools.md', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/tools.md'), 'utf8');

  it.each(tools.map((tool) => [tool.name, tool] as const))(
    'has a section on %s with every parameter and an example that is accepted',
    async (name, tool) => {
      const section = page.split(/^### /m).find((part) => part.startsWith(`${name}\n`)) ?? '';
      const { properties } = z.object({ properties: z.record(z.string(), z.unknown()) }).parse(tool.inputSchema());
      for (const parameter of Object.keys(properties)) if (parameter !== 'compact') expect(section).toContain(`\`${parameter}`);
      const example = new RegExp(`^${name.replace('.', String.raw`\.`)} (\\{.*\\})$`, 'm').exec(section)?.[1] ?? 'none';
      await expect(tool.answer(JSON.parse(example), untouched)).rejects.toThrow('the context was used');
    },
  );
});
