import { describe, expect, it } from 'vitest';
import { foldTasks, type TaskEvent } from '../../../src/memory/tasks/task-log.ts';
import { parseTaskLine, taskLine } from '../../../src/memory/tasks/task-line.ts';
import { additions, isEmptyAddition, newTask } from '../../../src/memory/tasks/task-record.ts';
import type { StartTask, Task } from '../../../src/memory/index.ts';

const given: StartTask = {
  task: 'x',
  files: ['a.ts'],
  keywords: ['one'],
  intent: 'debug',
  goal: { metric: 'bundle', target: 1, unit: 'kB' },
};
const task: Task = newTask({ id: 'task_1', text: 'x', startedAt: '2026-01-01T00:00:00.000Z', owner: { kind: 'shell' } }, given);

describe('a second start of the same task', () => {
  it.each<[string, Partial<StartTask>, Partial<Task>]>([
    ['changes nothing with the same fields', {}, {}],
    ['changes nothing without fields', { files: [], keywords: [], intent: undefined, goal: undefined }, {}],
    ['adds a file', { files: ['b.ts'] }, { files: ['a.ts', 'b.ts'] }],
    ['adds a keyword', { keywords: ['two', 'one'] }, { keywords: ['one', 'two'] }],
    ['replaces the intent', { intent: 'review' }, { intent: 'review', intentGiven: true }],
    ['replaces the goal', { goal: { metric: 'bundle', target: 2, unit: 'kB' } }, { goal: { metric: 'bundle', target: 2, unit: 'kB' } }],
  ])('%s, also after it was written and read', (_, again, expected) => {
    const more = additions(task, { ...given, ...again });
    expect(isEmptyAddition(more)).toBe(Object.keys(expected).length === 0);
    const at = '2026-01-01T00:00:01.000Z';
    const events: readonly TaskEvent[] = [
      { kind: 'started', task },
      { kind: 'resumed', at, id: task.id, from: 'shell', owner: task.owner, how: 'asked', more },
    ];
    const { byId } = foldTasks(events.flatMap((event) => parseTaskLine(taskLine(event)) ?? []));
    expect(byId.get(task.id)?.task).toEqual({ ...task, ...expected });
  });
});
