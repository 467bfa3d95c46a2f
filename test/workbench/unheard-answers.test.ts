import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { createWorkbenches, openSharedWorkbench, type Assist } from '../../src/workbench/index.ts';
import { doPiece } from '../../src/workbench/assist/do-piece.ts';
import { temporaryHome } from '../support/temporary-home.ts';
import { openReportedChanges } from '../../src/insight/pulse/reported-changes.ts';
import { rounds } from '../support/storm.ts';

const never = new AbortController().signal;

/** What becomes of a piece of work that a stalled daemon was asked for. */
type Fate = 'answered' | 'done, and not heard' | 'done after it was done here' | 'not done';
const fates: readonly Fate[] = ['answered', 'done, and not heard', 'done after it was done here', 'not done'];
const writes = ['take', 'take unchanged', 'learn', 'learn again', 'report', 'change'] as const;

/** A workbench of a server, and one of a daemon on the same workspace, whose answers have the fate that is set. */
async function pair() {
  const home = temporaryHome();
  home.put('shop/a.ts', '0\n');
  // As git's index of a large workspace: in a small one nothing is asked for.
  home.put('shop/.git/index', ' '.repeat(160 * 1024));
  const events: string[] = [];
  const publish = (type: string): void => void events.push(type);
  const daemon = await openSharedWorkbench(home.run(), home.at('shop'), { watch: false, publish });
  onTestFinished(() => daemon.close());
  let fate: Fate = 'answered';
  let late: (() => Promise<unknown>) | undefined;
  const assist: Assist = {
    async ask(_, piece, [, ...args]) {
      const work = () => doPiece(daemon, piece, args, never);
      if (fate === 'answered') return { answer: await work() };
      if (fate === 'done, and not heard') await work();
      if (fate === 'done after it was done here') late = work;
      return undefined;
    },
    opened: () => undefined,
    describe: async () => 'A test.',
  };
  const system = home.run();
  const server = await createWorkbenches(system, { assist, publish: (_, type) => publish(type) }).open(home.at('shop'), { kind: 'shell' });
  onTestFinished(() => server.close());
  const by = async <T>(given: Fate, call: () => Promise<T>): Promise<T> => {
    fate = given;
    const answer = await call();
    await late?.();
    late = undefined;
    fate = 'answered';
    return answer;
  };
  return { by, events, home, server };
}

it('work that is done again after a silent daemon answers as the first time, and nothing is counted twice', async () => {
  const sequence = fc.array(fc.tuple(fc.constantFrom(...writes), fc.constantFrom(...fates)), { minLength: 4, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(sequence, async (calls) => {
      const { by, events, home, server } = await pair();
      const snapshots = await server.snapshots();
      const { knowledge } = server;
      const learn = (action: string) => knowledge.add({ trigger: 'it fails', action, type: 'discovery', by: { tool: 'test' } });
      await snapshots.take({ kind: 'manual' });
      const expected = { snapshots: 1, learnings: 0, repeated: 0, violations: 0, changes: 0 };
      for (const [i, [what, fate]] of calls.entries()) {
        if (what === 'take') {
          home.put('shop/a.ts', `${'x'.repeat(i + 1)}\n`);
          expected.snapshots += 1;
          expect(await by(fate, () => snapshots.take({ kind: 'manual' }))).toMatchObject({
            isNew: true,
            snapshot: { sequence: expected.snapshots },
          });
        } else if (what === 'take unchanged') {
          expect(await by(fate, () => snapshots.take({ kind: 'manual' }))).toMatchObject({ isNew: false });
        } else if (what === 'learn') {
          expected.learnings += 1;
          expect((await by(fate, () => learn(`number ${i}`))).status).toBe('saved');
        } else if (what === 'learn again' && expected.learnings > 0) {
          const [known] = await knowledge.list();
          expected.repeated += 1;
          expect((await by(fate, () => learn(known?.action ?? ''))).status).toBe('known');
        } else if (what === 'report') {
          expected.violations += 1;
          const report = { type: 'debug-log', file: 'a.ts', description: 'left in', prevention: 'remove it', by: { tool: 'test' } };
          expect((await by(fate, () => knowledge.report(report))).count).toBe(expected.violations);
        } else if (what === 'change') {
          expected.changes += 1;
          await by(fate, () => server.vitals.pulse('a.ts'));
        }
      }
      const repeated = (await knowledge.list()).reduce((sum, { uses }) => sum + uses.repeated, 0);
      expect({
        snapshots: (await snapshots.list()).length,
        learnings: (await knowledge.list()).length,
        repeated,
        violations: (await knowledge.violationTypes())[0]?.count ?? 0,
        changes: (await openReportedChanges(home.run(), server.workspace, () => 0).read()).moments.length,
      }).toEqual(expected);
      // Told once, by the process that took it.
      expect(events.filter((type) => type === 'snapshot.created')).toHaveLength(expected.snapshots);
    }),
    { numRuns: rounds(100, 'SNAP_PROPERTY_RUNS', 10), seed: 26 },
  );
});
