import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { decodeLine, type LineName } from '../../src/server/wire.ts';
import { type Home, makeHome } from '../support/program-home.ts';
import { call, connected } from './started.ts';

// One day of an assistant in a project: over real stdio, with the SDK's client; then the same from the shell.

let home: Home;
beforeEach(() => {
  home = makeHome();
  rmSync(join(home.project, '.git'), { recursive: true });
  mkdirSync(join(home.project, 'src'));
  for (const name of ['login', 'session', 'cart']) writeFileSync(join(home.project, `src/${name}.ts`), `export const ${name} = 1;\n`);
  writeFileSync(join(home.project, 'package.json'), '{ "name": "shop", "scripts": { "test": "vitest run" } }\n');
  git('init', '--quiet', '--initial-branch=main');
  commit('the shop');
  // What usually changes together.
  for (let round = 1; round <= 31; round += 1) {
    for (const name of ['login', 'session']) appendFileSync(join(home.project, `src/${name}.ts`), `// ${round}\n`);
    commit(`round ${round}`);
  }
});
afterEach(() => home.remove());

function git(...args: readonly string[]): void {
  execFileSync('git', [...args], { cwd: home.project, stdio: 'ignore', env: { PATH: process.env['PATH'] ?? '', HOME: home.path } });
}

function commit(message: string): void {
  git('add', '--all');
  git('-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', 'commit', '--quiet', '--message', message);
}

const connect = (): Promise<Client> =>
  connected({
    home: home.path,
    args: ['mcp', '--stdio', '--workspace', home.project],
    env: {
      PATH: process.env['PATH'] ?? '',
      SNAP_DATA_DIR: join(home.path, '.snap-data'),
      SNAP_DAEMON: 'off',
      SVC_MCP_INTELLIGENCE_SURFACE: 'full',
    },
  });

async function ask(client: Client, tool: string, input: Record<string, unknown>, line: LineName) {
  const { text, line: first, isError } = await call(client, input, tool);
  expect(isError, text).toBe(false);
  return { text, items: decodeLine(line, first, false) };
}

const violation = {
  type: 'silent_catch',
  file: 'src/cart.ts',
  description: 'an empty catch hid a failed payment',
  prevention: 'log the error and rethrow it',
};

it('keeps what an assistant learned, counted and changed, over a restart and for the shell', async () => {
  const first = await connect();
  const start = await ask(first, 'snap', { task: 'Fix the login that times out', files: ['src/login.ts'] }, 'start');
  expect(start.items).toMatchObject({
    snap: 'snap_1',
    prot: '100',
    risk: '?',
    status: 'created',
    dirty: '0',
    learn: 'none',
  });

  const learned = await ask(
    first,
    'snap_learn',
    { trigger: 'the login times out', action: 'look at the session store first', type: 'pitfall' },
    'learn',
  );
  expect(learned.items).toMatchObject({ status: 'saved', type: 'pitfall' });
  const again = await ask(first, 'snap_learn', { trigger: 'The login times out!', action: 'Look at the session store first.' }, 'learn');
  expect(again.items).toMatchObject({ status: 'known', id: learned.items['id'] });

  const promotions: (string | undefined)[] = [];
  for (let report = 1; report <= 5; report += 1) {
    const { items } = await ask(first, 'snap_violation', violation, 'violation');
    expect(items['count']).toBe(String(report));
    promotions.push(items['promote']);
  }
  expect(promotions).toEqual(['NO', 'NO', 'PROMOTED', 'PROMOTED', 'AUTO']);

  await ask(first, 'pulse', {}, 'pulse');
  appendFileSync(join(home.project, 'src/login.ts'), 'one\ntwo\n');
  writeFileSync(join(home.project, 'src/new.ts'), 'three\n');
  rmSync(join(home.project, 'src/cart.ts'));
  const pulse = await ask(first, 'pulse', { record_change: 'src/login.ts' }, 'pulse');
  expect(pulse.items).toMatchObject({ changes: '3', risk: '?' });

  const advice = await ask(first, 'advise', { task: 'fix the login timeout', files: ['src/login.ts'] }, 'advise');
  expect(advice.text).toContain('src/session.ts');
  expect(advice.text).toContain(learned.items['id'] ?? '?');
  const guide = await ask(first, 'guide', { task: 'fix the login timeout', files: ['src/login.ts'] }, 'guide');
  expect(guide.text).toContain('src/session.ts: You will probably need it');

  // The client goes away in the middle of the task.
  await first.close();

  const second = await connect();
  const context = await ask(second, 'snap', { mode: 'context' }, 'context');
  expect(context.items).toMatchObject({ task: start.items['id'], dirty: '3' });
  const resumed = await ask(second, 'snap', { task: 'Fix the login  that times out' }, 'start');
  expect(resumed.items).toMatchObject({ status: 'resumed', id: start.items['id'] });
  const other = await call(second, { task: 'something else' }, 'snap');
  expect(other).toMatchObject({ isError: true, line: expect.stringContaining('TASK_OPEN') });
  expect(other.text).toContain(start.items['id']);

  const end = await ask(
    second,
    'snap_end',
    {
      outcome: 'completed',
      learnings: ['Run the session tests alone, they are slow'],
      survey: { helpfulness: 5 },
      notes: 'store was full',
    },
    'end',
  );
  // Two lines and one more; one of a deleted file.
  expect(end.items).toMatchObject({ status: 'completed', learn: '1L', files: '3F', lines: '+3-1' });
  const without = await call(second, { learnings: ['saved although no task is open'] }, 'snap_end');
  expect(without).toMatchObject({ isError: true, line: expect.stringContaining('NO_TASK') });
  await second.close();

  const json = async (...args: readonly string[]): Promise<unknown> => {
    const { code, out, err } = await home.run([...args, '--json']);
    expect(code, err).toBe(0);
    return JSON.parse(out);
  };
  expect(JSON.stringify(await json('learnings', 'list'))).toContain('saved although no task is open');
  expect(JSON.stringify(await json('learnings', 'search', 'timeouts at login'))).toContain(learned.items['id']);
  expect(await json('violation', 'list')).toMatchObject({ types: [{ type: 'silent_catch', count: 5, promote: 'AUTO' }] });
  expect(JSON.stringify(await json('task', 'list'))).toContain(start.items['id']);
  expect(JSON.stringify(await json('advise', 'login times out', '--file', 'src/login.ts'))).toContain(learned.items['id']);
  // The task was resumed after the changes, and everything is in the snapshot of that.
  expect(await json('pulse')).toMatchObject({ changes: 0, since: 'snapshot' });
});

it('stores once what an assistant saves in a task and says again at its end', async () => {
  const client = await connect();
  const start = async (task: string) => ask(client, 'snap', { task }, 'start');
  await start('speed the tests of the shop up');
  const learned = await ask(
    client,
    'snap_learn',
    { trigger: 'tests of the shop are slow', action: 'run them in one worker with a shared database' },
    'learn',
  );
  const again = 'When tests of the shop are slow, run them in one worker with a shared database.';
  const end = await ask(client, 'snap_end', { learnings: [again, 'The cart rounds prices twice'] }, 'end');
  expect(end.items).toMatchObject({ learn: '2L' });
  expect(end.text).toContain('Saved before in this task, kept once: 1.');
  expect(end.text).toContain(learned.items['id'] ?? '?');
  // Another task has other words for it.
  await start('something else');
  expect((await ask(client, 'snap_end', { learnings: [again] }, 'end')).text).not.toContain('Saved before');
});
