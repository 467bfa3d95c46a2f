import { execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { builtProgram } from '../support/built-program.ts';
import { bundledProgram } from '../support/bundled-program.ts';
import { isAlive, isGone, until } from '../support/processes.ts';
import { temporaryHome } from '../support/temporary-home.ts';

let program: ReturnType<typeof bundledProgram> | undefined;
beforeAll(() => void (program = bundledProgram('client-program')));
afterAll(() => program?.remove());

// How soon a server ends, `npm run bench -- parents` measures on five hundred of them. Who carries a mark in its environment is asked of /proc.
describe.skipIf(!existsSync('/proc/self/environ'))('a client that is killed leaves no server behind', () => {
  const moments = ['starting', 'idle', 'calling'] as const;
  const forms = { 'started directly': 0, 'behind a shell': 1, 'behind two shells': 2 };
  const pipes = Object.entries(forms).flatMap(([form, shells]) => moments.map((moment) => ({ form, shells, moment, input: 'a pipe' })));
  it.each([...pipes, { form: 'started directly', shells: 0, moment: 'idle', input: 'an input that never ends' }])(
    '$form, $moment, with $input',
    async ({ shells, moment, input }) => {
      const home = temporaryHome();
      const mark = randomUUID();
      const fifo = input === 'a pipe' ? undefined : home.at('fifo');
      if (fifo !== undefined) execFileSync('mkfifo', [fifo]);
      const told = {
        command: [process.execPath, builtProgram(), 'mcp', '--stdio', '--workspace', home.path],
        shells,
        moment,
        call: { name: 'check', arguments: { mode: 'health' } },
        input: fifo,
      };
      const client = spawn(process.execPath, [program?.path ?? '', JSON.stringify(told)], {
        env: { HOME: home.path, SNAP_DATA_DIR: home.at('.snap-mcp'), PATH: '/usr/bin:/bin', SNAP_DAEMON: 'off', SNAP_TEST_MARK: mark },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      onTestFinished(() => {
        for (const pid of marked(mark)) process.kill(pid, 'SIGKILL');
      });
      const [said] = await once(client.stdout, 'data');
      expect(String(said)).toBe('ready\n');
      // The shells fork one after the other.
      const family = () => marked(mark).filter((pid) => pid !== client.pid);
      expect(await until(() => family().length > shells)).toBe(true);
      client.kill('SIGKILL');
      await once(client, 'exit');
      await until(() => marked(mark).length === 0);
      expect(marked(mark).map(commandOf)).toEqual([]);
    },
  );

  it('not even one that died before the server ran, with an input that never ends', async () => {
    const home = temporaryHome();
    const mark = randomUUID();
    execFileSync('mkfifo', [home.at('fifo')]);
    onTestFinished(() => {
      for (const pid of marked(mark)) process.kill(pid, 'SIGKILL');
    });
    const line = `exec 3<>"$1"; "$2" "$3" mcp --stdio --workspace "$4" <&3 >/dev/null 2>&1 & echo $!`;
    // In a session of its own: what takes in the orphan has another one then, wherever the tests run.
    const shell = spawn('/bin/sh', ['-c', line, 'sh', home.at('fifo'), process.execPath, builtProgram(), home.path], {
      env: { HOME: home.path, SNAP_DATA_DIR: home.at('.snap-mcp'), PATH: '/usr/bin:/bin', SNAP_DAEMON: 'off', SNAP_TEST_MARK: mark },
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
    });
    const [said] = await once(shell.stdout, 'data');
    const server = Number(said);
    expect(isAlive(server)).toBe(true);
    expect(await isGone(server)).toBe(true);
  });
});

/** The processes that inherited it and run. */
function marked(mark: string): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => textOf(`/proc/${pid}/environ`).split('\0').includes(`SNAP_TEST_MARK=${mark}`) && isAlive(pid));
}

const commandOf = (pid: number): string => textOf(`/proc/${pid}/cmdline`).replaceAll('\0', ' ');

/** What stands there, or nothing: processes end between two looks, and others belong to somebody else. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
