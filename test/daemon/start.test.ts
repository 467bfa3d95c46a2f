import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { daemonPlace, type Hello } from '../../src/daemon/index.ts';
import { endDaemon, livingDaemon, lookAtDaemon, startDaemon, type StartedDaemon } from '../../src/daemon/start/index.ts';
import type { System } from '../../src/system/index.ts';
import { makePrivateDirectory } from '../../src/system/sockets/index.ts';
import { builtProgram } from '../support/built-program.ts';
import { daemonHere } from '../support/daemon-here.ts';
import { isAlive, isGone, until } from '../support/processes.ts';
import { temporaryHome } from '../support/temporary-home.ts';

/** How long something that never answers is waited for. */
const soonHung = 200;

/** A home whose daemons are the built program, ended with the test. */
function homeWithDaemons() {
  const home = temporaryHome();
  const { system } = home;
  const place = daemonPlace(system, process.getuid?.());
  const hello: Omit<Hello, 'protocol'> = { build: '0.0.1', run: home.run().run, kind: 'command' };
  const command = [process.execPath, builtProgram(), 'daemon', 'start', '--foreground'] as const;
  // No daemon counts as hung because the machine is slow.
  const options = { system, place, hello, command, helloMs: 60_000 };
  onTestFinished(async () => void (await endDaemon({ ...options, helloMs: soonHung })));
  const start = async (more: Partial<Hello> = {}, helloMs = options.helloMs): Promise<StartedDaemon> => {
    const started = await startDaemon({ ...options, helloMs, hello: { ...hello, ...more } });
    onTestFinished(() => started.link.close());
    return started;
  };
  /** Something that listens in the place of the daemon, and says nothing that means anything. */
  const listen = async ({ endsAll = false } = {}): Promise<{ readonly close: () => void }> => {
    makePrivateDirectory(system, place.directory);
    const sockets = new Set<Socket>();
    const server = createServer((socket) => {
      sockets.add(socket.on('error', () => undefined).resume());
      socket.write('what?\n');
      if (endsAll) socket.end();
    });
    await new Promise<void>((settle) => void server.listen(place.socket, settle));
    const close = (): void => {
      server.close();
      for (const socket of sockets) socket.destroy();
    };
    onTestFinished(close);
    return { close };
  };
  return { place, options, start, system, listen };
}

const pidOf = ({ link }: StartedDaemon): number => link.welcome.run.pid;

describe('starting the daemon', () => {
  it('gives one to all who want it at once, and it outlives them', async () => {
    const { start, place } = homeWithDaemons();
    const all = await Promise.all([start(), start(), start(), start()]);
    expect(new Set(all.map(pidOf)).size).toBe(1);
    expect(all.filter(({ how }) => how === 'started').length).toBeLessThanOrEqual(1);
    const pid = pidOf(all[0]);
    expect(pid).not.toBe(process.pid);
    for (const { link } of all) link.close();
    const again = await start();
    expect([pidOf(again), again.how]).toEqual([pid, 'running']);
    expect(readFileSync(place.logFile, 'utf8').match(/ started: process /g)).toHaveLength(1);
  });

  it('goes on after kill -9, also in the middle of a start', async () => {
    const { start, options, place } = homeWithDaemons();
    const first = await start();
    process.kill(pidOf(first), 'SIGKILL');
    await first.link.ended;
    const before = readdirSync(place.directory);
    const log = statSync(place.logFile).size;
    const moments = [
      () => true,
      () => readdirSync(place.directory).join() !== before.join() || statSync(place.logFile).size > log,
      () => existsSync(place.socket) && statSync(place.logFile).size > log,
    ];
    for (const isThen of moments) {
      const [program, ...args] = options.command;
      const child = spawn(program, args, { env: { ...options.system.env }, stdio: 'ignore', cwd: options.system.home });
      expect(await until(isThen)).toBe(true);
      child.kill('SIGKILL');
      if (child.pid !== undefined) await isGone(child.pid);
    }
    const second = await start();
    expect(second.how).toBe('started');
    expect(pidOf(second)).not.toBe(pidOf(first));
  });

  it('names the process of a daemon that hangs; ending it ends that process and no other', async () => {
    const { start, options, system, place } = homeWithDaemons();
    const pid = pidOf(await start());
    process.kill(pid, 'SIGSTOP');
    await expect(start({}, soonHung)).rejects.toMatchObject({
      code: 'refused',
      message: `The daemon (process ${pid}) does not answer.`,
    });
    expect(isAlive(pid)).toBe(true);
    expect((await livingDaemon(system, place))?.run.pid).toBe(pid);
    expect(await endDaemon({ ...options, helloMs: soonHung })).toEqual({ pid, how: 'killed' });
    expect(await isGone(pid)).toBe(true);
    expect((await start()).how).toBe('started');
  });

  it('does not send those to a restart who meet another program at the socket', async () => {
    const { options, place, system } = homeWithDaemons();
    makePrivateDirectory(system, place.directory);
    const server = createServer((socket) =>
      socket.on('error', () => undefined).on('data', () => socket.write('{"jsonrpc":"2.0","id":1,"result":{}}\n')),
    );
    await new Promise<void>((settle) => void server.listen(place.socket, settle));
    onTestFinished(() => void server.close());
    await expect(startDaemon(options)).rejects.toMatchObject({
      message: expect.stringContaining('is not the daemon of snap'),
      hint: expect.stringMatching(/^(?!.*restart).*lsof -U/),
    });
  });

  it('says that a time for it is none', async () => {
    const { options, system } = homeWithDaemons();
    const wrong: System = { ...system, env: { ...system.env, SNAP_DAEMON_IDLE_MS: 'soon' } };
    await expect(startDaemon({ ...options, system: wrong })).rejects.toMatchObject({
      code: 'usage',
      message: 'SNAP_DAEMON_IDLE_MS is no number of milliseconds.',
    });
  });

  it('looks again when what listened ends before it has accepted the connection', async () => {
    const { options, listen } = homeWithDaemons();
    const ended = await listen();
    // Each connects before it returns.
    const ending = endDaemon(options);
    ended.close();
    expect(await ending).toBeUndefined();
    const again = await listen();
    const starting = startDaemon({ ...options, command: ['/nowhere'] });
    again.close();
    // So there was nothing in its way.
    await expect(starting).rejects.toThrow(/did not start: .*ENOENT/);
  });

  it('looks again when what did not answer has ended meanwhile', async () => {
    const { options, system, listen } = homeWithDaemons();
    let silent = await listen();
    /** What listens ends when its time is over, and nobody has looked yet who it is. */
    const endsThen: System = {
      ...system,
      readStart: async (path, bytes) => {
        silent.close();
        return system.readStart(path, bytes);
      },
    };
    expect(await endDaemon({ ...options, helloMs: soonHung, system: endsThen })).toBeUndefined();
    silent = await listen();
    const starting = startDaemon({ ...options, helloMs: soonHung, system: endsThen, command: ['/nowhere'] });
    await expect(starting).rejects.toThrow(/did not start: .*ENOENT/);
  });

  it('puts a newer one in the place of an older one that has nothing to do', async () => {
    const { start } = homeWithDaemons();
    const old = await start();
    const next = await start({ build: '99.0.0' });
    expect(next.how).toBe('replaced');
    expect(pidOf(next)).not.toBe(pidOf(old));
    expect(await old.link.ended).toMatchObject({ ending: 'replaced' });
    expect(await isGone(pidOf(old))).toBe(true);
    // An older client uses the newer one.
    expect(pidOf(await start({ build: '0.0.1' }))).toBe(pidOf(next));
  });

  it('uses an older one that is at work', async () => {
    const here = await daemonHere({ build: '0.0.1' });
    const busy = await here.greeted();
    busy.send({ jsonrpc: '2.0', id: 1, method: 'workspace.call', params: { root: '/a', call: 'wait', args: [] } });
    const hello = here.hello({ build: '9.0.0' });
    const started = await startDaemon({ system: here.home.system, place: here.place, hello, command: ['/nowhere'] });
    expect([started.how, pidOf(started)]).toEqual(['running', process.pid]);
    started.link.close();
  });

  it('has ended one of another container when it listens no more, whatever its number means here', async () => {
    const home = temporaryHome();
    const here = await daemonHere({ home, space: 'pid:[1]' });
    const options = { system: home.system, place: here.place, hello: here.hello({ kind: 'command' }) };
    expect(await endDaemon(options)).toEqual({ pid: process.pid, how: 'asked' });
    expect(await here.ended).toEqual({ kind: 'ended', reason: 'asked' });
    expect(await endDaemon(options)).toBeUndefined();
    // Another process puts one in its place meanwhile: that one is left.
    const again = await daemonHere({ home, space: 'pid:[1]' });
    const ending = endDaemon(options);
    expect(await again.ended).toMatchObject({ reason: 'asked' });
    const next = await daemonHere({ home, space: 'pid:[2]' });
    expect(await ending).toEqual({ pid: process.pid, how: 'asked' });
    expect(existsSync(next.place.socket)).toBe(true);
  });

  it('knows of none when one of another container has left its state behind and does not listen', async () => {
    const home = temporaryHome();
    const here = await daemonHere({ home, space: 'pid:[1]' });
    const state = readFileSync(here.place.stateFile);
    await here.stop();
    writeFileSync(here.place.stateFile, state);
    const options = { place: here.place, hello: here.hello({ kind: 'command' }) };
    expect(await endDaemon({ system: home.system, ...options })).toBeUndefined();
    expect(await lookAtDaemon(home.system, options)).toEqual({ kind: 'absent' });
  });

  it('makes room for a newer one from another container', async () => {
    const home = temporaryHome();
    const old = await daemonHere({ home, space: 'pid:[1]', build: '0.0.1' });
    const hello = old.hello({ build: '9.0.0' });
    await expect(startDaemon({ system: home.system, place: old.place, hello, command: ['/nowhere'] })).rejects.toThrow(
      /did not start: .*ENOENT/,
    );
    expect(await old.ended).toMatchObject({ reason: 'replaced' });
  });

  it('says why a program did not become a daemon', async () => {
    const { options } = homeWithDaemons();
    const node = (script: string) => startDaemon({ ...options, command: [process.execPath, '-e', script] });
    await expect(node('process.exit(7)')).rejects.toThrow('The daemon did not start: its process ended with code 7.');
    await expect(startDaemon({ ...options, command: ['/nowhere/at/all'] })).rejects.toThrow(/did not start: .*ENOENT/);
    await expect(node('require("fs").writeSync(3, "hm\\n")')).rejects.toThrow(/something that this build does not know/);
  });

  it.skipIf(process.platform === 'win32')('ends a program that hangs, with all that it has started', async () => {
    const { options, start, system } = homeWithDaemons();
    // A slow machine ends it before it has written this.
    const noted = system.resolve('started');
    // Neither of them ends when it is asked to.
    const script = `trap '' TERM; (trap '' TERM; while :; do sleep 60; done) & echo $$ $! > '${noted}.tmp'; mv '${noted}.tmp' '${noted}'; while :; do sleep 60; done`;
    const hangs = startDaemon({ ...options, command: ['/bin/sh', '-c', script], readyMs: 1_500 });
    const said = String(await hangs.catch((error: unknown) => error));
    const [, pid] = /did not start: process (\d+) was not ready within 1.5 seconds, so it was ended\./.exec(said) ?? [said];
    const all = existsSync(noted) ? readFileSync(noted, 'utf8').trim().split(' ') : [];
    for (const each of [pid, ...all]) expect(await isGone(Number(each))).toBe(true);
    // The next try is not kept out by what the one before has left.
    expect((await start()).how).toBe('started');
  });

  it('starts nothing where something else listens', async () => {
    const { options, start, place, listen } = homeWithDaemons();
    const stranger = await listen();
    const inode = statSync(place.socket).ino;
    await expect(start({}, soonHung)).rejects.toThrow(/a process that does not answer listens there/);
    await expect(endDaemon({ ...options, helloMs: soonHung })).rejects.toThrow(/a process that does not answer listens there/);
    expect(statSync(place.socket).ino).toBe(inode);
    stranger.close();
  });

  it('starts and stops nothing where something ends each connection, and says that it listens', async () => {
    const { options, start, system, listen } = homeWithDaemons();
    const stranger = await listen({ endsAll: true });
    const said = /a process listens there, and ends each connection without an answer/;
    expect(await lookAtDaemon(system, options)).toMatchObject({ kind: 'mute', pid: undefined, reason: expect.stringMatching(said) });
    await expect(endDaemon(options)).rejects.toThrow(said);
    await expect(start()).rejects.toThrow(said);
    stranger.close();
    expect(await endDaemon(options)).toBeUndefined();
  });
});
