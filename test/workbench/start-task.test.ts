import { expect, it } from 'vitest';
import { startTask } from '../../src/workbench/tasks/start-task.ts';
import { toolRun } from '../server/tool-runs.ts';

it('a task starts without a git that says nothing, and says so', async () => {
  const { workbench } = await toolRun({ 'src/a.ts': 'export const a = 1;\n' });
  const history = { ...workbench.history, changed: async () => new Promise<never>(() => undefined) };
  const input = { task: 'change a', files: [], keywords: [], intent: undefined, goal: undefined };
  const { state, status } = await startTask({ ...workbench, history }, input, new AbortController().signal);
  expect(status).toBe('created');
  expect(state).toMatchObject({ dirty: [], problems: ['git did not answer within 1.5 seconds.'] });
});
