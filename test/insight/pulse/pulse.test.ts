import fc from 'fast-check';
import { sayTo } from '../../../src/system/index.ts';
import { describe, expect, it } from 'vitest';
import { type PulseFacts, pulseOf, stateOf } from '../../../src/insight/pulse/pulse.ts';

const nowMs = Date.parse('2026-11-21T12:00:00Z');
const facts: PulseFacts = { nowMs, moments: [], changed: [], risk: { why: '' }, since: 'commit', seenBy: 'watcher' };
const moments = (count: number, ageMs = 1_000) => Array.from({ length: count }, (_, at) => ({ path: `f${at}.ts`, atMs: nowMs - ageMs }));

describe('a pulse', () => {
  it.each([
    [0, 'resting'],
    [14, 'resting'],
    [15, 'elevated'],
    [29, 'elevated'],
    [30, 'racing'],
    [49, 'racing'],
    [50, 'critical'],
    [5_000, 'critical'],
  ])('of %i changes a minute is %s', (count, state) => {
    expect(stateOf(count)).toBe(state);
    expect(pulseOf({ ...facts, moments: moments(count) })).toMatchObject({ state, changesPerMinute: count });
  });

  it('counts the last 60 seconds only', () => {
    expect(pulseOf({ ...facts, moments: [...moments(3, 59_999), ...moments(4, 60_000), ...moments(2, -5)] }).changesPerMinute).toBe(3);
  });

  it('names what changed last, newest first, each once, at most 20', () => {
    const twice = [1, 2, 3].flatMap((age) => ['a.ts', 'b.ts'].map((path) => ({ path, atMs: nowMs - age * 1_000 })));
    expect(pulseOf({ ...facts, moments: twice }).recent).toEqual(['a.ts', 'b.ts']);
    expect(pulseOf({ ...facts, moments: moments(40) }).recent).toHaveLength(20);
  });

  it('feels no pressure without changes, and half of it after a snapshot', () => {
    const changed = Array.from({ length: 30 }, (_, at) => `f${at}.ts`);
    const old = { ...facts, changed, oldestMs: nowMs - 60 * 60_000 };
    expect(pulseOf({ ...facts, oldestMs: 0 }).pressure).toBe(0);
    expect(pulseOf(old).pressure).toBe(60);
    expect(pulseOf({ ...old, snapshotMs: nowMs }).pressure).toBe(30);
  });

  it('keeps the pressure between 0 and 100, and more files never lower it', () => {
    const names = fc.array(fc.constantFrom('a.ts', 'package.json', 'db/schema.sql', '.env'), { maxLength: 200 });
    fc.assert(
      fc.property(names, fc.integer({ min: -1e9, max: 1e12 }), (changed, age) => {
        const one = pulseOf({ ...facts, changed, oldestMs: nowMs - age }).pressure;
        const more = pulseOf({ ...facts, changed: [...changed, 'z.ts'], oldestMs: nowMs - age }).pressure;
        expect(one).toBeGreaterThanOrEqual(0);
        expect(more).toBeLessThanOrEqual(100);
        expect(more).toBeGreaterThanOrEqual(one);
      }),
    );
  });

  it.each<[string, Partial<PulseFacts>, string]>([
    ['calm', {}, ''],
    ['a small change', { changed: ['src/login.ts'], risk: { level: 'L', why: '' } }, ''],
    ['60 changes that are committed or taken back', { moments: moments(60) }, ''],
    ['60 changes that are not', { moments: moments(60), changed: ['a.ts'] }, 'Slow down: look at what changed, then commit what works.'],
    [
      'a change where fixes often followed',
      { changed: ['a.ts'], risk: { level: 'H', why: '' } },
      'Test what changed before you go on: changes of these files were often followed by a fix.',
    ],
    [
      'the same without git',
      { changed: ['a.ts'], risk: { level: 'H', why: '' }, since: 'first look' },
      'Nothing protects these changes: run "git init" and commit before you change more.',
    ],
    ['many changes', { changed: Array.from({ length: 45 }, (_, at) => `f${at}`) }, 'Commit what works before you go on.'],
  ])('says one thing to do for %s', (_, more, action) => {
    expect(sayTo('model', pulseOf({ ...facts, ...more }).action)).toBe(action);
  });
});
