import * as fc from 'fast-check';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { sayFiles } from '../../src/insight/files/said.ts';
import type { Needed, Risk, Pulse } from '../../src/insight/index.ts';
import { startItems, type StartRecord, startText } from '../../src/server/tools/start-answer.ts';
import { lineText } from '../../src/server/wire.ts';
import { sayTo } from '../../src/system/index.ts';
import { type KnownThings, learning, sourcesWith, violations } from '../insight/advice/sources.ts';
import { toolRun } from './tool-runs.ts';

const name = fc.constantFrom(
  'src/a.ts',
  'src/b.ts',
  'lib/reply.js',
  'test/a.test.ts',
  'docs/Reference/Reply.md',
  'package.json',
  'a b"c.ts',
);
const reason = fc.constantFrom(
  'changed together with src/a.ts in 9 of 14 commits',
  'changed in 3 of the 5 most similar commits',
  'its path says reply',
  'the only file with fetchRetry',
);
const needed = fc.uniqueArray(
  fc
    .record({ file: name, score: fc.double({ min: 0.05, max: 1, noNaN: true }), reason })
    .map(({ file, score, reason: text }): Needed => ({ file, score, reasons: [{ kind: 'together', text }] })),
  { maxLength: 5, selector: ({ file }) => file },
);
const why = '5 of the last 12 commits here were followed by a fix (project: 2 of 12).';
const risk = fc.constantFrom<Risk>(
  { why: 'There is no git history here.', factors: [], confidence: 0 },
  { level: 'H', why, factors: [], confidence: 80 },
);
const known: fc.Arbitrary<KnownThings> = fc.record({
  files: fc.constant(['src/a.ts', 'src/b.ts', 'src/c.ts']),
  needed,
  risk,
  tests: needed.map((all) => all.filter(({ file }) => file.startsWith('test/'))),
  matches: fc
    .subarray(['1', '2'])
    .map((ids) =>
      ids.map((id) => ({ learning: learning(id, { action: `use UTC ${id}`, files: id === '1' ? ['src/c.ts'] : [] }), score: 0.6 })),
    ),
  violations: fc.subarray([violations('silent_catch', 4), violations('loose_types', 3, 'src/b.ts', 'name the type')]),
  limits: fc.subarray(['a shallow clone']),
});

/** What an answer says: the values of the line that are sentences or lists, and the lines below it. */
function saidIn(answer: string): { readonly values: readonly string[]; readonly lines: readonly string[] } {
  const [line = '', marker, ...lines] = answer.split('\n');
  expect([undefined, '---']).toContain(marker);
  const fields = line.split('|').slice(2);
  const values = fields.flatMap((field) => {
    const value = field.slice(field.indexOf(':') + 1);
    return field.startsWith('warn:') ? value.split('; ') : [value];
  });
  return { values: values.filter((value) => value.length >= 12), lines };
}

function expectNothingTwice(answer: string): void {
  const { lines, values } = saidIn(answer);
  expect(new Set(lines).size).toBe(lines.length);
  // Ids are needed on both sides of a learning.
  for (const value of values.filter((one) => !one.startsWith('learn_'))) expect(lines.join('\n')).not.toContain(value);
}

describe('an answer says nothing twice', () => {
  it.each(['advise', 'guide'])('%s', async (tool) => {
    const run = await toolRun({ 'src/a.ts': '', 'src/b.ts': '', 'src/c.ts': '' }, { git: false });
    await fc.assert(
      fc.asyncProperty(known, async (things) => {
        const { forecast, history, knowledge, tasks } = sourcesWith(things);
        const answer = await run.with({ ...run.workbench, forecast, history, knowledge, tasks }).call(tool, { task: 'parse the dates' });
        expectNothingTwice(answer);
        expect(answer).not.toMatch(/…|usually|changes often|Make the change here|snap_end/);
        expect(countTokens(answer)).toBeLessThanOrEqual(400);
      }),
      { numRuns: 100 },
    );
  });

  it('start', () => {
    const record = fc.record({
      risk: fc.constantFrom<StartRecord['risk']>('L', 'M', 'H', 'C', '?'),
      needed: needed.map((all) => sayFiles(all.slice(0, 3), () => 0.9, 'given')?.text ?? ''),
      dirty: fc.nat(5),
      touches: fc.subarray(['auth', 'config']),
    });
    fc.assert(
      fc.property(record, (more) => {
        const started: StartRecord = { ...plainStart, reasons: [why], ...more };
        const answer = [
          lineText({ line: 'start', items: startItems(started) }, false),
          '---',
          ...startText(started)
            .map((line) => sayTo('model', line))
            .filter((line) => line !== ''),
        ].join('\n');
        expectNothingTwice(answer);
        expect(countTokens(answer)).toBeLessThanOrEqual(160);
      }),
    );
  });
});

const plainStart: StartRecord = {
  id: 'task_5f0c1b2a3d4e',
  task: 'parse the dates',
  status: 'created',
  intent: 'implement',
  intentGiven: false,
  snapshot: 'snap_12_0a1b2c',
  restore: 'snap snapshot restore 12',
  risk: '?',
  reasons: [],
  touches: [],
  needed: '',
  files: [],
  limits: [],
  prot: 100,
  dirty: 0,
  learnings: [],
  violations: [],
  problems: [],
};

describe('a pulse', () => {
  const resting: Pulse = {
    state: 'resting',
    changesPerMinute: 0,
    pressure: 0,
    risk: '?',
    why: '',
    changes: 0,
    since: 'commit',
    seenBy: 'watcher',
    action: '',
    recent: [],
    problems: [],
  };
  const pulseOf = async (pulse: Partial<Pulse>): Promise<string> => {
    const run = await toolRun(undefined, { git: false });
    const vitals = { ...run.workbench.vitals, pulse: async () => ({ ...resting, ...pulse }) };
    return run.with({ ...run.workbench, vitals }).call('pulse');
  };

  it('where nothing changed is a line', async () => {
    expect(await pulseOf({})).toBe('snap|P|pulse:resting|cpm:0|pressure:0|risk:?|changes:0|action:none');
  });

  it('names what changed, and says once what to do', async () => {
    const answer = await pulseOf({
      state: 'elevated',
      changes: 17,
      changesPerMinute: 17,
      pressure: 45,
      action: 'Commit what works before you go on.',
      recent: ['src/a.ts', 'src/b.ts', 'src/c.ts', 'src/d.ts', 'src/e.ts', 'src/f.ts'],
    });
    expect(answer.split('\n').slice(2)).toEqual(['Just changed: src/a.ts, src/b.ts, src/c.ts, src/d.ts, src/e.ts and 1 more.']);
    expectNothingTwice(answer);
    // What is committed needs nothing.
    expect(await pulseOf({ state: 'elevated', changesPerMinute: 17, recent: ['src/a.ts'] })).not.toContain('src/a.ts');
    // An assistant knows what it changed itself.
    expect(await pulseOf({ changes: 1, changesPerMinute: 1, recent: ['src/a.ts'] })).not.toContain('src/a.ts');
  });
});
