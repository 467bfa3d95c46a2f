import { describe, expect, it } from 'vitest';
import type { Verdict } from '../../../src/insight/index.ts';
import { checkedSteps, checkedText, lastPassText } from '../../../src/insight/rollback/checked-steps.ts';
import { judgeSteps } from '../../../src/insight/rollback/judge-steps.ts';
import { readReason } from '../../../src/insight/rollback/read-reason.ts';
import { changedWords, type Step } from '../../../src/insight/rollback/read-steps.ts';
import { parseSnapshotId, type Snapshot } from '../../../src/snapshots/index.ts';

function snapshotOf(sequence: number): Snapshot {
  const id = parseSnapshotId(`snap_${sequence}_000000`);
  if (id === undefined) throw new Error('no id');
  const at = `2026-11-22T09:0${sequence}:00.000Z`;
  return {
    id,
    sequence,
    kind: 'task',
    at,
    root: `${sequence}`,
    files: 1,
    bytes: 1,
    skipped: [],
    skippedCount: 0,
    complete: true,
    isProtected: false,
  };
}

/** Four equal steps between the states 0, 1, 2, 3 and 4, the last of which is now. */
const steps = [0, 1, 2, 3].map((i): Step => ({
  before: snapshotOf(i),
  after: i === 3 ? 'working' : snapshotOf(i + 1),
  from: Date.parse(`2026-11-22T09:0${i}:00Z`),
  to: Date.parse(`2026-11-22T09:0${i + 1}:00Z`),
  files: [{ path: `${i}.ts`, kind: 'modified', isUndone: false, words: changedWords('a\n', 'b\n') }],
}));

/** `quick all 1 passed` for state 1. */
function verdictsOf(...texts: readonly string[]): readonly Verdict[] {
  return texts.map((text, i) => {
    const [mode, about, root = '', status] = text.split(' ');
    if (mode !== 'quick' && mode !== 'full') throw new Error(text);
    if (about !== 'all' && about !== 'change' && about !== 'files') throw new Error(text);
    if (status !== 'passed' && status !== 'failed') throw new Error(text);
    return { mode, about, root, status, at: `2026-11-22T10:0${i}:00.000Z` };
  });
}

describe('what checks say of the steps', () => {
  it.each<readonly [says: string, verdicts: readonly string[], signs: string]>([
    ['nothing without any', [], '    '],
    ['nothing where all passed: they do not see what is wrong', ['quick all 0 passed', 'quick all 2 passed', 'quick all 4 passed'], '    '],
    ['nothing where it failed and passes again', ['quick all 1 passed', 'quick all 2 failed', 'quick all 3 passed'], '    '],
    ['the steps between the last pass and the failure', ['quick all 0 passed', 'quick all 1 passed', 'quick all 3 failed'], '-++-'],
    ['up to the files as they are', ['quick all 2 passed', 'quick all 4 failed'], '--++'],
    ['only that later steps are not it, where it never passed', ['quick all 2 failed'], '00--'],
    ['nothing by modes that cannot be compared', ['full all 1 passed', 'quick all 2 passed', 'full all 2 passed'], '    '],
    ['nothing by what was said of single files', ['quick files 1 passed', 'quick files 3 failed'], '    '],
    ['nothing by states that no snapshot has', ['quick all x passed', 'quick all y failed'], '    '],
  ])('%s', (_, texts, signs) => {
    const found = checkedSteps(steps, { verdicts: verdictsOf(...texts), now: '4' });
    const shown = steps.map(({ before }) => {
      const weight = found.get(before.id)?.weight;
      return weight === undefined ? ' ' : weight > 0 ? '+' : weight < 0 ? '-' : '0';
    });
    expect(shown.join('')).toBe(signs);
  });

  it('puts a step first that nothing else points to, and says why', () => {
    const verdicts = verdictsOf('quick all 1 passed', 'quick all 2 failed');
    const clues = readReason('it is broken', new Date('2026-11-22T09:10:00Z'));
    const judged = judgeSteps(steps, { clues, files: [], checked: { verdicts, now: '4' } });
    const first = judged.toSorted((one, other) => other.likelihood - one.likelihood)[0];
    expect(first?.step.before.sequence).toBe(1);
    expect(first?.reasons).toEqual(['check quick failed on a later state, at 2026-11-22 10:01 UTC']);
  });

  it('says it of the snapshot, the newest two', () => {
    const verdicts = verdictsOf('quick files 1 passed', 'quick all 1 passed', 'full change 1 failed', 'quick all 2 failed');
    expect(checkedText(snapshotOf(1), verdicts)).toEqual([
      'check full of the changed lines failed on this state at 2026-11-22 10:02 UTC',
      'check quick passed on this state at 2026-11-22 10:01 UTC',
    ]);
  });

  it.each<readonly [says: string, verdicts: readonly string[], text: readonly string[]]>([
    [
      'the newest on which it passed before it failed',
      ['quick all 0 passed', 'quick all 1 passed', 'quick all 4 failed'],
      ['The newest snapshot on which check quick passed is snap_1.'],
    ],
    ['none where it did not fail since', ['quick all 1 passed', 'full all 3 failed'], []],
    ['none where it passes now', ['quick all 1 failed', 'quick all 4 passed'], []],
  ])('%s', (_, texts, text) => {
    const all = steps.map(({ before }) => before).toReversed();
    expect(lastPassText(all, { verdicts: verdictsOf(...texts), now: '4' })).toEqual(text);
  });
});
