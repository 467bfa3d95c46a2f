import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { CheckReport } from '../../src/checks/report.ts';
import { runCheck } from '../../src/checks/run-check.ts';
import { learningTypes } from '../../src/memory/index.ts';
import { openWorkbench, type Workbench } from '../../src/workbench/index.ts';
import { isRecord } from '../../src/system/index.ts';
import { learning, storeHome, type StoreHome } from '../support/store-home.ts';

const day = 86_400_000;

async function opened({ run, workspace }: StoreHome): Promise<Workbench> {
  const bench = await openWorkbench(run(), workspace.root, { owner: { kind: 'shell' }, watch: false });
  onTestFinished(() => bench.close());
  return bench;
}

async function checked(bench: Workbench): Promise<CheckReport> {
  const program = { file: '/nowhere/main.js', node: process.execPath, version: '0.1.0' };
  const about = { version: '0.1.0', node: process.version, program };
  const { signal } = new AbortController();
  return runCheck('learnings', {}, { system: bench.system, about, namedWorkspace: undefined, workbench: async () => bench, signal });
}

/** The figures from the lines alone, in the plainest way. */
function recount(lines: readonly string[]) {
  const records = lines.flatMap((line): Readonly<Record<string, unknown>>[] => {
    try {
      const value: unknown = JSON.parse(line);
      return isRecord(value) && value['v'] === 1 ? [value] : [];
    } catch {
      return [];
    }
  });
  const newest = (id: unknown): unknown => {
    const states = records.filter((one) => one['id'] === id && ['archived', 'active', 'merged'].includes(String(one['kind'])));
    return states.toSorted((one, other) => (String(one['at']) < String(other['at']) ? -1 : 1)).at(-1)?.['kind'];
  };
  const idsOf = (kind: string): readonly unknown[] => [...new Set(records.filter((one) => one['kind'] === kind).map((one) => one['id']))];
  const ids = idsOf('learning').filter((id) => newest(id) !== 'merged');
  const types = new Map<string, number>();
  for (const id of idsOf('violation')) {
    const type = String(records.find((one) => one['id'] === id)?.['type']);
    types.set(type, (types.get(type) ?? 0) + 1);
  }
  const archived = ids.filter((id) => newest(id) === 'archived').length;
  return { active: ids.length - archived, archived, violations: idsOf('violation').length, types: Object.fromEntries(types) };
}

describe('mode learnings', () => {
  it('counts what a recount of the store counts, says the same again, and writes nothing', async () => {
    const word = fc.constantFrom('alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta', 'eta', 'theta');
    const step = fc.oneof(
      fc.record({
        kind: fc.constant('learn' as const),
        words: fc.tuple(word, word, word),
        type: fc.constantFrom(...learningTypes),
        days: fc.nat(200),
      }),
      fc.record({ kind: fc.constant('violate' as const), type: fc.constantFrom('silent_catch', 'any_type'), days: fc.nat(20) }),
      fc.record({ kind: fc.constant('gc' as const), days: fc.nat(120) }),
      fc.record({ kind: fc.constant('merge' as const) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
        const home = storeHome({ inMemory: true });
        const bench = await opened(home);
        const { knowledge } = bench;
        const file = (name: string): string => join(bench.workspace.knowledgeDirectory, name);
        const linesOf = (name: string): readonly string[] => {
          try {
            return readFileSync(file(name), 'utf8').split('\n');
          } catch {
            // Nothing of that kind was stored.
            return [];
          }
        };
        for (const one of steps) {
          if ('days' in one) home.clock.now = new Date(home.clock.now.getTime() + one.days * day);
          if (one.kind === 'learn')
            await knowledge.add(
              learning({
                trigger: `working on ${one.words.join(' ')}`,
                action: `look at ${one.words.toReversed().join(' ')}`,
                type: one.type,
              }),
            );
          else if (one.kind === 'violate')
            await knowledge.report({ type: one.type, file: 'p.ts', description: 'd', prevention: 'p', by: { tool: 'snap_violation' } });
          else if (one.kind === 'gc') await knowledge.gc('apply', { maxAgeDays: 90, minUses: 1 });
          // What a merge of two branches leaves: a line twice, and one that is none.
          else if (linesOf('learnings.jsonl')[0] !== undefined)
            appendFileSync(file('learnings.jsonl'), `${linesOf('learnings.jsonl')[0]}\n<<<<<<< HEAD\n`);
        }
        const before = home.bytes();
        const report = await checked(bench);
        const found = report.details.learnings;
        const counted = recount([...linesOf('learnings.jsonl'), ...linesOf('violations.jsonl')]);
        expect({ active: found?.active, archived: found?.archived, violations: found?.violations.count }).toEqual({
          active: counted.active,
          archived: counted.archived,
          violations: counted.violations,
        });
        expect(Object.fromEntries(found?.violations.types.map(({ type, count }) => [type, count]) ?? [])).toEqual(counted.types);
        const { hot = 0, warm = 0, cold = 0 } = found?.tiers ?? {};
        expect(hot + warm + cold).toBe(counted.active);
        expect(Object.values(found?.types ?? {}).reduce((sum, number) => sum + number, 0)).toBe(counted.active);
        const { archive = 0, kept = 0, merge = 0 } = found?.gc ?? {};
        expect(archive + kept + merge).toBe(counted.active);
        expect({ ...(await checked(bench)), layers: [] }).toEqual({ ...report, layers: [] });
        expect(home.bytes()).toEqual(before);
        // What it says of learning_gc is what learning_gc does.
        const done = await knowledge.gc('apply', { maxAgeDays: 90, minUses: 1 });
        expect([done.archive.length, done.delete.length, done.merge.length, done.kept]).toEqual([archive, found?.gc.delete, merge, kept]);
      }),
      { numRuns: 12 },
    );
  });

  it('answers where nothing is stored', async () => {
    const { details, findings, status } = await checked(await opened(storeHome()));
    expect({ status, findings, active: details.learnings?.active }).toEqual({ status: 'passed', findings: [], active: 0 });
  });
});
