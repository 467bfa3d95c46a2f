import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apply } from '../../src/changes/apply.ts';
import { readIndex } from '../../src/changes/journal/journal-index.ts';
import { bundledProgram } from '../support/bundled-program.ts';
import { addLine } from '../support/file-changes.ts';
import { disturbEverywhere, type Disturbance } from '../support/disturb-everywhere.ts';
import { straceObstacle } from '../support/strace.ts';
import { homeAt } from '../support/temporary-home.ts';
import { stride } from '../support/storm.ts';

const obstacle = straceObstacle();
if (obstacle !== undefined) {
  // Loud on purpose: without this part nothing is killed for real.
  process.stderr.write(`\n*** test/doctor/kill.test.ts is SKIPPED: ${obstacle}. Nothing was killed at a system call. ***\n\n`);
}

let editor: ReturnType<typeof bundledProgram>;
beforeAll(() => {
  editor = bundledProgram('edit-program');
});
afterAll(() => editor.remove());

const before = '{"padding": "before"}\n'.repeat(3000);
const after = `${before}new\n`;

/** After the disturbed run and after the next writing run. */
async function judge(path: string, { call, error, run }: Disturbance): Promise<void> {
  const where = `${error ?? 'killed'} at ${call.text}`;
  const home = homeAt(path);
  const text = readFileSync(join(path, 'a.json'), 'utf8');
  expect(text === before || text === after, `${where}: old or new, never else`).toBe(true);
  if (error === undefined) expect(run.signal ?? run.status, where).not.toBe(0);
  else {
    expect(run.status === 0, `${where}: exit 0 means written, nothing else does`).toBe(text === after);
    if (run.status !== 0) expect(run.stderr, where).toMatch(/a\.json|\.snap-mcp/);
  }

  await apply(home.run({ patienceMs: 0 }), [addLine(home.at('later.json'), 'later')], { command: 'test' });
  expect(home.tree(), where).toEqual(['a.json', 'later.json']);
  expect(
    home.ownTree().filter((name) => name.startsWith('runtime/')),
    where,
  ).toEqual(['runtime/']);
  const changes = await readIndex(home.system);
  expect(
    changes.map(({ state }) => state).filter((state) => state === 'begun'),
    where,
  ).toEqual([]);
  const records = changes.filter(({ state }) => state !== 'rolled-back').map(({ record }) => `data/journal/records/${record}`);
  expect(
    home
      .ownTree()
      .filter((name) => name.startsWith('data/journal/records/'))
      .slice(1),
    where,
  ).toEqual(records.sort());
}

describe.skipIf(obstacle !== undefined)('a real process', () => {
  it(
    'that is killed, or failed by the disk, at any system call leaves the old file or the new one, and no stray',
    { timeout: 180_000 },
    async () => {
      const judged = await disturbEverywhere(
        {
          prepare: (home) => writeFileSync(join(home, 'a.json'), before),
          command: (home) => [process.execPath, editor.path, 'new', join(home, 'a.json')],
          env: (home) => ({ HOME: home, SNAP_DATA_DIR: join(home, '.snap-mcp'), PATH: process.env['PATH'] }),
          judge,
        },
        ['ENOSPC'],
        stride,
      );
      expect(judged * stride).toBeGreaterThan(60);
    },
  );
});
