import { describe, expect, it } from 'vitest';
import { compacted } from '../../../src/memory/tasks/task-store.ts';
import { taskLine } from '../../../src/memory/tasks/task-line.ts';
import type { Task } from '../../../src/memory/index.ts';

const at = '2026-11-21T12:00:00.000Z';
const task = (id: string, owner: string): Task => ({
  id,
  task: `do ${id}`,
  files: [],
  keywords: [],
  intent: 'implement',
  intentGiven: false,
  startedAt: at,
  owner: { kind: 'connection', run: { pid: 1, start: '', boot: '', space: '' }, nonce: owner },
  shown: [],
});
const change = { files: 0, added: 0, removed: 0, uncounted: 0, paths: [] };
const started = (id: string) => taskLine({ kind: 'started', task: task(id, id) });
const ended = (id: string) => taskLine({ kind: 'ended', id, from: id, end: { at, outcome: 'completed', learnings: [], change } });

describe('compacted', () => {
  const ids = Array.from({ length: 20 }, (_, i) => `task_${i}`);
  const lines = [started('open'), ...ids.flatMap((id) => [started(id), ended(id)]), 'a line of nobody we know'];

  it('leaves a log of at most that many lines as it is', () => expect(compacted(lines, lines.length)).toBeUndefined());

  it('keeps what is open, what it cannot read, and the newest ended ones in half of the room', () => {
    const newest = ids.slice(-5).flatMap((id) => [started(id), ended(id)]);
    expect(compacted(lines, 20)).toEqual([started('open'), ...newest, 'a line of nobody we know']);
  });

  it('has nothing to leave out where all are open', () => {
    expect(compacted(ids.map(started), 5)).toBeUndefined();
  });
});
