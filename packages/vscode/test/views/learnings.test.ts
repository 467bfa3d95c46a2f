import { describe, expect, it } from 'vitest';
import * as words from '../../../../src/system/index.ts';
import type { Learning, Task, ViolationType } from '../../src/core.ts';
import { learningRow, learningText, taskRow, violationRow } from '../../src/views/learnings/rows.ts';

const now = new Date('2026-11-22T12:00:00Z');
const uses: Learning['uses'] = {
  shown: 0,
  used: 0,
  helped: 0,
  unhelpful: 0,
  wrong: 0,
  repeated: 0,
  weight: 1,
  tier: 'cold',
  isWithheld: false,
};
const learning: Learning = {
  id: 'learn_3f0000000000',
  trigger: 'tests hang on exit',
  action: 'close the server first',
  type: 'pitfall',
  by: { tool: 'snap_learn', client: 'Cursor' },
  files: ['test/server.ts'],
  evidence: [],
  at: '2026-11-20T12:00:00Z',
  state: 'active',
  isStale: false,
  uses,
};

describe('a row of a learning', () => {
  it.each([
    [learning, '→ close the server first', 'flame', 'tests hang on exit, then close the server first, pitfall'],
    [
      { ...learning, uses: { ...uses, shown: 3, helped: 1, wrong: 2, isWithheld: true } },
      '→ close the server first · withheld',
      'eye-closed',
      'tests hang on exit, then close the server first, pitfall, shown 3, helped 1, wrong 2, withheld: it was called wrong twice',
    ],
    [
      { ...learning, isStale: true },
      '→ close the server first · stale',
      'warning',
      'tests hang on exit, then close the server first, pitfall, stale: its files are gone or changed',
    ],
    [
      { ...learning, state: 'archived' as const },
      '→ close the server first · archived',
      'archive',
      'tests hang on exit, then close the server first, pitfall, archived',
    ],
  ])('%#', (given, description, icon, spoken) => {
    expect(learningRow(given, words)).toMatchObject({ label: 'tests hang on exit', description, icon, spoken });
  });

  it('shows what others wrote on one line, without what cannot be seen', () => {
    const { label, tooltip } = learningRow({ ...learning, trigger: 'a\n[b](command:x)\u202e\u{E0041}' }, words);
    expect(label).toBe('a [b](command:x)');
    expect(tooltip.split('\n')).toHaveLength(3);
  });

  it('has its whole text as a document', () => {
    const text = learningText({ ...learning, uses: { ...uses, isWithheld: true } }, words);
    expect(text).toContain('When\ntests hang on exit\n\nThen\nclose the server first\n');
    expect(text).toContain('by snap_learn of Cursor');
    expect(text).toContain('file: test/server.ts');
    expect(text).toContain('Withheld:');
  });
});

describe('a row of the open task', () => {
  const task: Task = {
    id: 'task_3f0000000000',
    task: 'raise the price',
    files: ['src/pay.ts'],
    keywords: [],
    intent: 'implement',
    intentGiven: false,
    startedAt: '2026-11-22T11:30:00Z',
    owner: { kind: 'shell' },
    shown: [],
  };
  const ofCursor = { kind: 'connection', run: { pid: 1, start: '', boot: '', space: '' }, nonce: 'a', client: 'Cursor' } as const;

  it.each([
    [{ task, isDead: false }, 'open · since 30 minutes ago · 1 file'],
    [{ task: { ...task, owner: ofCursor }, isDead: false }, 'open in Cursor · since 30 minutes ago · 1 file'],
    [{ task: { ...task, owner: ofCursor, files: [] }, isDead: true }, 'left open by Cursor · since 30 minutes ago'],
    [
      { task: { ...task, goal: { metric: 'coverage' as const, target: 80, unit: '%' } }, isDead: false },
      'open · since 30 minutes ago · goal: coverage 80 % · 1 file',
    ],
  ])('%#', (given, description) => expect(taskRow(given, now, words)).toMatchObject({ label: 'raise the price', description }));
});

describe('a row of violations', () => {
  const type: ViolationType = {
    type: 'fetch-without-timeout',
    count: 1,
    promote: 'NO',
    violations: [],
    prevention: 'pass a signal',
    lastAt: '2026-11-20T12:00:00Z',
  };
  it.each([
    [type, '1 time · → pass a signal'],
    [{ ...type, count: 3, promote: 'PROMOTED' as const }, '3 times · promoted · → pass a signal'],
  ])('%#', (given, description) => expect(violationRow(given, words)).toMatchObject({ label: 'fetch-without-timeout', description }));
});
