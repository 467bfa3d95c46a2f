import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, it, onTestFinished } from 'vitest';
import { call, connected, madeHome } from '../../server/started.ts';
import { builtProgram } from '../../support/built-program.ts';
import { isGone, until } from '../../support/processes.ts';

/** A home with a project, in which a daemon may run that ends with the test. */
function place() {
  const home = realpathSync(
    madeHome({
      'shop/package.json': '{}\n',
      'shop/src/login.ts': 'export const login = 1;\n',
      // As git's index of a large workspace: in a small one the daemon is asked for nothing.
      'shop/.git/index': ' '.repeat(160 * 1024),
    }),
  );
  const env = { PATH: process.env['PATH'] ?? '', SNAP_DAEMON: 'on', SNAP_DAEMON_IDLE_MS: '60000', SNAP_DATA_DIR: join(home, 'd') };
  const snap = (...args: readonly string[]) =>
    execFileSync(process.execPath, [builtProgram(), ...args], { env: { HOME: home, ...env }, cwd: home, encoding: 'utf8' });
  /** 0 where there never was one. */
  const pid = (): number => {
    if (!existsSync(env.SNAP_DATA_DIR)) return 0;
    const file = readdirSync(env.SNAP_DATA_DIR, { recursive: true, encoding: 'utf8' }).find((name) => /\bd\d+\.json$/.test(name));
    return file === undefined ? 0 : JSON.parse(readFileSync(join(env.SNAP_DATA_DIR, file), 'utf8')).run.pid;
  };
  onTestFinished(async () => {
    const running = pid();
    if (running > 0) end(running);
    // It writes its compiled code into the home that is removed next.
    if (running > 0) await isGone(running);
  });
  const server = () => connected({ home, env, args: ['mcp', '--stdio', '--workspace', join(home, 'shop')] });
  return { home, pid, server, snap };
}

function end(pid: number, signal: NodeJS.Signals = 'SIGKILL'): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended.
  }
}

const health = async (client: Client): Promise<string> => (await call(client, { mode: 'health' })).text;

/** Asks again and again. */
async function healthThatSays(client: Client, words: RegExp): Promise<string> {
  let text = '';
  await until(async () => words.test((text = await health(client))));
  return text;
}

/** The document of `snap daemon status`, which fits its schema. */
function statusOf(snap: (...args: readonly string[]) => string): { readonly clients: readonly { readonly kind: string }[] } {
  const schema: object = JSON.parse(readFileSync(join(import.meta.dirname, '../../../docs/schemas/daemon-status.json'), 'utf8'));
  const validate = new Ajv2020({ allowUnionTypes: true, validateFormats: false }).compile<ReturnType<typeof statusOf>>(schema);
  const status: unknown = JSON.parse(snap('daemon', 'status', '--json'));
  if (!validate(status)) throw new Error(JSON.stringify(validate.errors));
  return status;
}

function processOf({ transport }: Client): number {
  return transport instanceof StdioClientTransport ? (transport.pid ?? 0) : 0;
}

async function work(client: Client, name: string): Promise<void> {
  const calls: readonly [string, Record<string, unknown>][] = [
    ['snap', { mode: 'start', task: `work ${name}` }],
    ['snap_learn', { trigger: `situation ${name}`, action: `action ${name}` }],
    ['pulse', {}],
    ['advise', { task: `login ${name}`, files: ['src/login.ts'] }],
    ['snap_end', { learnings: [`sentence ${name}`] }],
  ];
  for (const [tool, input] of calls) expect(await call(client, input, tool)).toMatchObject({ isError: false });
}

it('a server uses the daemon while it is there, and goes on when it hangs or dies in the middle', async () => {
  const { pid, server, snap } = place();
  snap('daemon', 'start');
  const client = await server();
  expect(await healthThatSays(client, /Connected to the daemon/)).toContain(`Connected to the daemon (process ${pid()}`);
  await work(client, 'with it');
  // Another server, killed with a task open: the daemon knows nothing of it a moment later.
  const killed = await server();
  await healthThatSays(killed, /Connected to the daemon/);
  expect(await call(killed, { mode: 'start', task: 'never ended' }, 'snap')).toMatchObject({ isError: false });
  const servers = (): readonly unknown[] => statusOf(snap).clients.filter(({ kind }) => kind === 'server');
  expect(await until(() => servers().length === 2)).toBe(true);
  end(processOf(killed));
  expect(await until(() => servers().length === 1)).toBe(true);
  const first = pid();
  // Hung: a call that reads gives it up after a tenth of a second. One that takes a snapshot would wait for five.
  end(first, 'SIGSTOP');
  expect(await call(client, {}, 'pulse')).toMatchObject({ isError: false });
  await work(client, 'while it hangs');
  expect(await health(client)).toMatch(/Works alone: [^\n]+\./);
  end(first);
  await work(client, 'after it died');
  // It has started another one, or has not yet.
  expect(['absent', 'answers']).toContain(JSON.parse(snap('doctor', '--json')).snap.daemon.state);
});

it('a daemon that is stopped for a while loses nothing and takes nothing twice', async () => {
  const { home, pid, server, snap } = place();
  snap('daemon', 'start');
  const client = await server();
  await healthThatSays(client, /Connected to the daemon/);
  // The connection is there, and nobody answers.
  end(pid(), 'SIGSTOP');
  expect(await health(client)).toContain(`Works alone: the daemon (process ${pid()}) does not answer.`);
  end(pid(), 'SIGCONT');
  await healthThatSays(client, /Connected to the daemon/);
  expect(await call(client, { mode: 'start', task: 'first' }, 'snap')).toMatchObject({ isError: false });
  expect(await call(client, {}, 'snap_end')).toMatchObject({ isError: false });
  writeFileSync(join(home, 'shop/src/login.ts'), 'export const login = 2;\n');
  end(pid(), 'SIGSTOP');
  const starting = call(client, { mode: 'start', task: 'second' }, 'snap');
  // Needs no daemon.
  const learned: unknown = JSON.parse(snap('learn', 'the login fails', 'look at the clock', '--workspace', join(home, 'shop'), '--json'));
  expect(learned).toMatchObject({ status: 'saved' });
  end(pid(), 'SIGCONT');
  const { line, text } = await starting;
  expect(line).toMatch(/\|snap:snap_2\|.*status:created/);
  expect(text).not.toContain('Nothing has changed');
  const list: unknown = JSON.parse(snap('snapshot', 'list', '--workspace', join(home, 'shop'), '--json'));
  expect(list).toMatchObject({ total: 2 });
});

it('commands tell what they have done: snapshots, restores, failed checks', async () => {
  const { home, snap } = place();
  const root = join(home, 'shop');
  const at = (...args: readonly string[]) => snap(...args, '--workspace', root);
  writeFileSync(join(root, 'src/a.ts'), "import { b } from './b.ts';\nexport const a = () => b();\n");
  writeFileSync(join(root, 'src/b.ts'), "import { a } from './a.ts';\nexport const b = () => a();\n");
  snap('daemon', 'start');
  at('snapshot', 'create');
  writeFileSync(join(root, 'src/login.ts'), 'export const login = 2;\n');
  at('snapshot', 'restore', '1', '--yes');
  at('snapshot', 'undo', '--yes');
  expect(() => at('check', 'circular')).toThrow('Command failed');
  const { events } = JSON.parse(snap('events', '--json')) as {
    readonly events: readonly { readonly type: string; readonly workspace?: string; readonly data: object }[];
  };
  const told = events.filter(({ workspace, type }) => workspace === root && type !== 'daemon.state');
  expect(told.map(({ type }) => type)).toEqual([
    'snapshot.created',
    'snapshot.created',
    'snapshot.restored',
    'snapshot.created',
    'snapshot.restored',
    'validation.failed',
  ]);
  expect(told[1]?.data).toMatchObject({ kind: 'safety' });
  expect(told[5]?.data).toMatchObject({ mode: 'circular', errors: 1 });
});

it('a server that is only asked for its tools starts none', async () => {
  const { pid, server } = place();
  const client = await server();
  await client.listTools();
  expect(pid()).toBe(0);
});
