import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { usefulModes, usefulModesText } from '../../src/checks/index.ts';
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
      'svc_validate_change',
      'svc_get_risk_score',
      'svc_query_patterns',
      'svc_get_context',
      'svc_suggest_rollback',
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
    for (const name of ['check', 'svc_validate_change', 'svc_get_risk_score', 'svc_get_context'])
      expect(of(name)?.openWorldHint).toBe(true);
    expect(tools.filter(({ annotations }) => annotations.readOnlyHint).map(({ name }) => name)).toEqual([
      'advise',
      'guide',
      'svc_validate_change',
      'svc_get_risk_score',
      'svc_query_patterns',
      'svc_get_context',
      'svc_suggest_rollback',
      'intelligence.patterns',
      'intelligence.insights',
      'intelligence.explain',
    ]);
    expect(tools.filter(({ annotations }) => annotations.destructiveHint).map(({ name }) => name)).toEqual(['learning_gc']);
  });

  it('name no mode in a description that does not work', () => {
    const check = defaults.find(({ name }) => name === 'check')?.description ?? '';
    const named = Array.from(check.matchAll(/(\w+):/g), ([, mode]) => mode);
    expect(named.length).toBeGreaterThan(0);
    expect(usefulModes).toEqual(expect.arrayContaining(named));
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
    ['snap', { mode: 'begin' }, 'invalid-mode', 'mode must be start, check or context'],
    ['snap', { mode: 1 }, 'invalid-input|invalid-mode', 'mode must be start, check or context'],
    ['snap', { task: '' }, 'invalid-input', 'task must not be empty'],
    ['snap', { task: 'x'.repeat(2_001) }, 'invalid-input', 'task must have at most 2000 characters'],
    ['snap', { task: 'x', files: 'a.ts' }, 'invalid-input', 'files must be a list of paths'],
    ['snap', { task: 'x', files: [1] }, 'invalid-input', 'files.0 must be a path'],
    ['snap', { task: 'x', intent: 'deploy' }, 'invalid-input', 'intent must be one of implement, debug, refactor, review, explore'],
    ['snap', { task: 'x', goal: { metric: 'speed', target: 1, unit: 's' } }, 'invalid-input', 'goal.metric must be one of bundle'],
    ['snap', { task: 'x', goal: { metric: 'bundle', target: '1', unit: 's' } }, 'invalid-input', 'goal.target must be a number'],
    [
      'snap',
      { task: 'x', goal: { metric: 'bundle', target: 1, unit: 'kB of all the files' } },
      'invalid-input',
      'goal.unit must be a short word',
    ],
    ['snap', { task: 'x', goal: { metric: 'bundle', target: 1, unit: 'k=B' } }, 'invalid-input', 'goal.unit must be a short word'],
    ['snap', { task: 'x', description: 'y' }, 'invalid-input', 'the arguments must not have "description"; there is mode, task, files'],
    ['snap', [], 'invalid-input', 'the arguments must be an object'],
    ['snap', 'start', 'invalid-input', 'the arguments must be an object'],
    ['check', { mode: 'everything' }, 'invalid-mode', `mode must be ${usefulModesText}`],
    ['check', { files: { a: 1 } }, 'invalid-input', 'files must be a text or a list of texts'],
    ['check', { diff: 'all' }, 'invalid-input', 'diff must be one of staged, changed, uncommitted'],
    ['snap_learn', { trigger: 'x' }, 'invalid-input', 'action must be a text'],
    ['snap_learn', { trigger: 'x', action: ' \u200B ' }, 'invalid-input', 'action must not be empty'],
    ['snap_learn', { trigger: 'x', action: 'y', type: 'trick' }, 'invalid-type', 'type must be one of pattern, pitfall, efficiency'],
    ['snap_end', { outcome: 'done' }, 'invalid-input', 'outcome must be one of completed, abandoned, blocked'],
    ['snap_end', { learnings: 'one' }, 'invalid-input', 'learnings must be a list of texts'],
    ['snap_end', { survey: { helpfulness: 6 } }, 'invalid-input', 'survey.helpfulness must be from 1 to 5'],
    ['snap_end', { survey: { unhelpful_count: -1 } }, 'invalid-input', 'survey.unhelpful_count must not be negative'],
    ['snap_end', { efficiency: { time: 'x' } }, 'invalid-input', 'efficiency must not have "time"; there is saved, prevented, helped'],
    ['snap_violation', { type: 'a', file: 'b', description: 'c' }, 'invalid-input', 'prevention must be a text'],
    ['learning_gc', { action: 'apply', dryRun: true }, 'invalid-input', 'the arguments must not have "dryRun"; there is action'],
    ['intelligence.explain', { id: 'learn_|forged' }, 'invalid-input', 'id must be an id'],
    ['intelligence.capture', { event: 'idea', text: 'x' }, 'invalid-input', 'event must be one of error, fix, decision, pattern'],
    ['pulse', { record_change: 1 }, 'invalid-input', 'record_change must be a path'],
    ['guide', { intent: 'sleep' }, 'invalid-input', 'intent must be one of implement, debug, refactor, review, explore, test, deploy'],
    ['advise', { intent: 'review' }, 'invalid-input', 'intent must be one of implement, refactor, debug, test, deploy'],
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
