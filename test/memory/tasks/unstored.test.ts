import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { connection, place } from './place.ts';

const words = { task: 'Fix it', files: ['a.txt'], keywords: [] };

describe('the task of a connection where nothing can be stored', () => {
  it('lasts as long as the connection, says so, and is stored with the next event that can be', async () => {
    const here = await place('git', { 'a.txt': 'a\n' });
    const { privateDirectory } = here.workspace;
    // A file in place of the directory: nothing can be written below it.
    rmSync(privateDirectory, { recursive: true, force: true });
    mkdirSync(dirname(privateDirectory), { recursive: true });
    writeFileSync(privateDirectory, '');
    const tasks = here.tasks(connection(here.system, 'mine'));
    const { task, status } = await tasks.start(words);
    expect(status).toBe('created');
    expect(tasks.problem()).toMatch(/^The task is not stored, and lasts as long as this server: .+\.$/);
    expect(await tasks.current()).toMatchObject({ id: task.id, task: 'Fix it' });
    expect((await tasks.start(words)).status).toBe('resumed');
    await expect(tasks.start({ ...words, task: 'Another' })).rejects.toMatchObject({ code: 'task-open' });
    expect(await here.tasks(connection(here.system, 'other')).others()).toEqual([]);

    rmSync(privateDirectory);
    await tasks.noteShown(['learn_0123456789ab']);
    expect(tasks.problem()).toBeUndefined();
    expect(await here.tasks(connection(here.system, 'other')).others()).toMatchObject([
      { task: { id: task.id, shown: ['learn_0123456789ab'] } },
    ]);
    await tasks.end({ outcome: 'completed', learnings: [] });
    expect(await here.tasks(connection(here.system, 'other')).recent(9)).toMatchObject([{ id: task.id }]);
  });

  it('can be ended there too, and another one begun', async () => {
    const here = await place('git', { 'a.txt': 'a\n' });
    mkdirSync(dirname(here.workspace.privateDirectory), { recursive: true });
    writeFileSync(here.workspace.privateDirectory, '');
    const tasks = here.tasks(connection(here.system, 'mine'));
    const { task } = await tasks.start(words);
    expect(await tasks.end({ outcome: 'completed', learnings: [] })).toMatchObject({ id: task.id });
    expect(await tasks.current()).toBeUndefined();
    expect((await tasks.start({ ...words, task: 'Another' })).status).toBe('created');
    expect(await tasks.recent(9)).toMatchObject([{ id: task.id }]);
  });

  it('is refused to a person at a shell, whose process ends at once', async () => {
    const here = await place('git', { 'a.txt': 'a\n' });
    mkdirSync(dirname(here.workspace.privateDirectory), { recursive: true });
    writeFileSync(here.workspace.privateDirectory, '');
    await expect(here.tasks({ kind: 'shell' }).start(words)).rejects.toMatchObject({ name: 'SnapError' });
  });
});
