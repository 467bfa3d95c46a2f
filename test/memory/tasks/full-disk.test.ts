import { describe, expect, it } from 'vitest';
import { openTasks, type EndTask } from '../../../src/memory/index.ts';
import type { WritableSystem } from '../../../src/system/index.ts';
import { failingCalls } from '../../support/faulty-calls.ts';
import { noSnapshots, type Place, place } from './place.ts';
import { stride } from '../../support/storm.ts';

const owner = { kind: 'shell' } as const;
const words = { task: 'Fix it', files: [], keywords: [] };
const done: EndTask = { outcome: 'completed', learnings: [] };

function tasksOn({ workspace }: Place, system: WritableSystem) {
  return openTasks(system, workspace, { owner, goals: {}, snapshots: noSnapshots });
}

describe.each(['ENOSPC', 'EROFS'])('a disk that fails with %s at any call', (code) => {
  it('refuses a start or an end in words, and what was said to be done is there', async () => {
    const most = 60;
    let faults = 0;
    for (let at = 1; at <= most; at += stride) {
      const here = await place('plain', { 'a.txt': 'a\n' });
      const faulty = failingCalls(at, code);
      const tasks = tasksOn(here, here.home.run({ calls: faulty.calls }));
      const started = await settled(tasks.start(words));
      const ended = started === 'done' ? await settled(tasks.end(done)) : 'failed';

      const after = tasksOn(here, here.home.run());
      const open = await after.current();
      // What failed may stand there all the same: nobody was told that it does.
      if (started === 'done' && ended === 'failed')
        expect([...(await after.recent(9)), ...(open === undefined ? [] : [open])]).toHaveLength(1);
      if (ended === 'done') expect(await after.recent(9)).toHaveLength(1);
      expect(['created', 'resumed']).toContain((await after.start(words)).status);
      if (faulty.made.length < at) break;
      faults = at;
    }
    expect(faults).toBeGreaterThan(20);
    expect(faults).toBeLessThan(most);
  });
});

async function settled(work: Promise<unknown>): Promise<'done' | 'failed'> {
  try {
    await work;
    return 'done';
  } catch (error) {
    expect(error).toMatchObject({ name: 'SnapError' });
    return 'failed';
  }
}
