import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { daemonDesk } from '../../../../src/daemon/local/index.ts';
import { endDaemon } from '../../../../src/daemon/start/index.ts';
import { nodeSystem } from '../../../../src/system/node.ts';
import { writableSystem } from '../../../../src/system/writable.ts';
import { builtProgram } from '../../../../test/support/built-program.ts';
import { temporaryHome } from '../../../../test/support/temporary-home.ts';
import type { DaemonFact } from '../../src/gates/facts.ts';
import { gateOf } from '../../src/gates/gate-of.ts';
import { daemonLink, type DaemonLink } from '../../src/observe/daemon-link.ts';
import { openFolder } from '../../src/observe/open-folder.ts';
import { askPulse } from '../../src/observe/pulse.ts';
import { tooltipText } from '../../src/tooltip-text.ts';
import { allMet } from '../gates/every.ts';

/** A port that is free. Another process may take it, which no other test does. */
async function freePort(): Promise<string> {
  const server = createServer();
  await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle));
  const address = server.address();
  await new Promise((settle) => server.close(settle));
  return String(address !== null && typeof address === 'object' ? address.port : 0);
}

/** A home whose daemons are the built program, ended with the test. */
async function homeWithDaemons(node = process.execPath) {
  const { path, at } = temporaryHome();
  const env = { ...process.env, HOME: path, SNAP_DATA_DIR: at('.snap-mcp'), SVC_SSE_PORT: await freePort(), SNAP_DAEMON: undefined };
  const system = nodeSystem({ home: path, cwd: path, env });
  const program = { version: '0.1.0', file: builtProgram(), node };
  const desk = await daemonDesk({ system, program, writable: async () => writableSystem(system) });
  onTestFinished(async () => void (await endDaemon({ system, ...desk })));
  const problems: unknown[] = [];
  const windowOf = (may = true, helloMs?: number, pausesMs?: readonly number[], beatMs?: number): DaemonLink => {
    const link = daemonLink({
      system,
      desk,
      client: 'test',
      helloMs,
      pausesMs,
      beatMs,
      mayStart: () => may,
      wantsHttp: () => may,
      onProblem: (error) => problems.push(error),
    });
    onTestFinished(() => link.close());
    return link;
  };
  const snap = (...args: readonly string[]): Promise<number | null> =>
    new Promise((settle) => {
      spawn(process.execPath, [program.file, ...args], { env: { ...env }, cwd: path, stdio: 'ignore' }).once('close', settle);
    });
  return { desk, env, problems, snap, system, windowOf };
}

/** Settles with the first fact that fits, also one that is there already. Fails by the limit of the test. */
function until<Kind extends DaemonFact['kind']>(
  link: DaemonLink,
  kind: Kind,
  fits: (fact: Extract<DaemonFact, { kind: Kind }>) => boolean = () => true,
): Promise<Extract<DaemonFact, { kind: Kind }>> {
  const isIt = (fact: DaemonFact): fact is Extract<DaemonFact, { kind: Kind }> =>
    fact.kind === kind && fits(fact as Extract<DaemonFact, { kind: Kind }>);
  return new Promise((settle) => {
    const listening = link.onFact((fact) => {
      if (!isIt(fact)) return;
      listening.dispose();
      settle(fact);
    });
    if (!isIt(link.fact)) return;
    listening.dispose();
    settle(link.fact);
  });
}

describe('the connection of a window', () => {
  it('starts nothing that it may not start, and connects to one that another program starts', async () => {
    const { windowOf, snap, problems } = await homeWithDaemons();
    const link = windowOf(false);
    expect(await link.look()).toEqual({ kind: 'stopped', why: 'never' });
    const connected = until(link, 'connected', ({ http }) => http.kind === 'listening');
    expect(await snap('daemon', 'start')).toBe(0);
    await connected;
    const stopped = until(link, 'stopped');
    await snap('daemon', 'stop');
    expect(await stopped).toEqual({ kind: 'stopped', why: 'asked' });
    expect(problems).toEqual([]);
  });

  it('is one daemon for many windows, and another one after kill -9', async () => {
    const { windowOf, problems, env } = await homeWithDaemons();
    const links = Array.from({ length: 6 }, () => windowOf());
    await Promise.all(links.map((link) => link.look()));
    const facts = await Promise.all(links.map((link) => until(link, 'connected', ({ http }) => http.kind === 'listening')));
    expect(new Set(facts.map(({ pid }) => pid)).size).toBe(1);
    expect(facts[0]?.http).toEqual({ kind: 'listening', port: Number(env.SVC_SSE_PORT) });
    const [before = 0] = facts.map(({ pid }) => pid);
    // The item turns before anything else is known.
    const spins = links.map((link) => until(link, 'starting'));
    process.kill(before, 'SIGKILL');
    await Promise.all(spins);
    const after = await Promise.all(links.map((link) => until(link, 'connected', ({ pid }) => pid !== before)));
    expect(new Set(after.map(({ pid }) => pid)).size).toBe(1);
    expect(problems).toEqual([]);
  });

  it('does not start again what a person stopped, until they ask for it', async () => {
    const { windowOf, snap, desk } = await homeWithDaemons();
    const link = windowOf();
    await link.look();
    const first = await until(link, 'connected');
    const stopped = until(link, 'stopped');
    await snap('daemon', 'stop');
    await stopped;
    // A look, as a click makes one, starts nothing.
    expect(await link.look()).toEqual({ kind: 'stopped', why: 'asked' });
    expect(await link.start()).toBeUndefined();
    expect((await until(link, 'connected')).pid).not.toBe(first.pid);
    // Its socket is gone, and it is still connected: what is connected is asked itself.
    rmSync(desk.place.socket);
    expect((await link.look()).kind).toBe('connected');
  });

  it('names a daemon that hangs, and restarts it when it is asked to', async () => {
    const { windowOf } = await homeWithDaemons();
    const link = windowOf(true, 400);
    await link.look();
    const { pid } = await until(link, 'connected');
    process.kill(pid, 'SIGSTOP');
    onTestFinished(() => {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It was ended by the restart.
      }
    });
    expect(await link.look()).toEqual({ kind: 'hung', pid });
    expect(await link.restart()).toBeUndefined();
    expect((await until(link, 'connected')).pid).not.toBe(pid);
  });

  it('names a daemon that hangs without being asked, and that it answers again', async () => {
    const { windowOf } = await homeWithDaemons();
    const link = windowOf(true, 400, [10, 100, 100, 100, 100, 100], 50);
    await link.look();
    const { pid } = await until(link, 'connected');
    process.kill(pid, 'SIGSTOP');
    onTestFinished(() => void process.kill(pid, 'SIGCONT'));
    expect(await until(link, 'hung')).toEqual({ kind: 'hung', pid });
    process.kill(pid, 'SIGCONT');
    expect((await until(link, 'connected')).pid).toBe(pid);
  });

  it('starts none when it asks for the address while one begins to hang', async () => {
    const { windowOf } = await homeWithDaemons();
    const link = windowOf(true, 400);
    await link.look();
    const { pid } = await until(link, 'connected');
    process.kill(pid, 'SIGSTOP');
    const kinds: string[] = [];
    link.onFact(({ kind }) => kinds.push(kind));
    const looked = link.look();
    expect(await link.askAddress()).toBe('it does not answer');
    expect(await looked).toEqual({ kind: 'hung', pid });
    expect(await link.askAddress()).toBe('it is not connected');
    expect(new Set(kinds)).toEqual(new Set(['hung']));
  });

  it.skipIf(process.platform === 'win32')(
    'tries again what failed or died at once, a limited number of times, and never what a person ended',
    async () => {
      const { at } = temporaryHome();
      const [node, broken] = [at('node'), at('broken')];
      // A machine that is too busy to start it in time looks the same.
      writeFileSync(node, `#!/bin/sh\n[ -e '${broken}' ] && exit 1\nexec '${process.execPath}' "$@"\n`);
      chmodSync(node, 0o755);
      writeFileSync(broken, '');
      const { windowOf, snap } = await homeWithDaemons(node);
      const link = windowOf(true, undefined, [10, 10, 10]);
      let failures = 0;
      link.onFact(({ kind }) => {
        if (kind !== 'failed') return;
        failures += 1;
        if (failures === 2) rmSync(broken);
      });
      const connected = until(link, 'connected');
      expect((await link.look()).kind).toBe('failed');
      // No look and no call in between.
      await connected;
      expect(failures).toBe(2);
      for (const times of [3, 4]) {
        const died = until(link, 'failed');
        const { pid } = await until(link, 'connected');
        process.kill(pid, 'SIGKILL');
        expect((await died).reason).toBe(`it ended soon after its start, ${times} times in a row`);
        if (times === 3) await until(link, 'connected');
      }
      // That was the last one: a look starts nothing, and a person does.
      expect((await link.look()).kind).toBe('failed');
      expect(await link.start()).toBeUndefined();
      await until(link, 'connected');
      const stopped = until(link, 'stopped');
      await snap('daemon', 'stop');
      await stopped;
      // It would be started by each of these looks, and by a try of its own.
      for (let turn = 0; turn < 3; turn += 1) expect(await link.look()).toEqual({ kind: 'stopped', why: 'asked' });
      expect(failures).toBe(4);
    },
  );

  it('says where one is that another container has started', async () => {
    const { windowOf, desk } = await homeWithDaemons();
    const { place, hello } = desk;
    mkdirSync(place.directory, { recursive: true, mode: 0o700 });
    onTestFinished(() => rmSync(place.stateFile, { force: true }));
    const run = { ...hello.run, space: `${hello.run.space}-other` };
    writeFileSync(place.stateFile, JSON.stringify({ run, build: hello.build, startedAt: new Date().toISOString() }));
    expect(await windowOf(false).look()).toEqual(process.platform === 'linux' ? { kind: 'elsewhere' } : expect.anything());
  });

  it('says who has the port', async () => {
    const { windowOf, env } = await homeWithDaemons();
    const server = createServer();
    await new Promise<void>((settle) => server.listen(Number(env.SVC_SSE_PORT), '127.0.0.1', settle));
    onTestFinished(() => void server.close());
    const link = windowOf();
    await link.look();
    const { http } = await until(link, 'connected', (fact) => fact.http.kind === 'refused');
    expect(http).toMatchObject({ kind: 'refused', reason: expect.stringContaining(env.SVC_SSE_PORT) as string });
    await new Promise((settle) => server.close(settle));
    expect(await link.start()).toBeUndefined();
    expect(link.fact).toMatchObject({ kind: 'connected', http: { kind: 'listening' } });
  });

  it('brings the pulse of a workspace into the tooltip, also after the settings have changed', async () => {
    const { windowOf, system, desk } = await homeWithDaemons();
    const root = system.resolve('shop');
    mkdirSync(root);
    writeFileSync(system.resolve('shop/a.js'), 'export {};\n');
    const link = windowOf();
    await link.look();
    const { connection } = link;
    const folder = await openFolder(system, root);
    if (connection === undefined || folder === undefined) throw new Error(`Not connected: ${desk.place.socket}`);
    const text = async (): Promise<string> => {
      const pulse = await askPulse(system, folder.workspace, (at, call, args) =>
        connection.call('workspace.call', { root: at, call, args }),
      );
      return tooltipText(gateOf(allMet), pulse, undefined);
    };
    expect(await text()).toContain('**Pulse: ');
    mkdirSync(system.own.config, { recursive: true });
    writeFileSync(join(system.own.config, 'settings.json'), JSON.stringify({ exclude: ['*.log'] }));
    expect(await text()).toContain('**Pulse: ');
  });
});
