import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { SnapEvent, WorkspaceHost } from '../../../src/daemon/index.ts';
import { workspaceHosts, type HostsOptions } from '../../../src/daemon/workspaces/work-thread.ts';
import { SnapError } from '../../../src/system/index.ts';
import { benchPrint, openSharedWorkbench } from '../../../src/workbench/index.ts';
import { builtProgram } from '../../support/built-program.ts';
import { temporaryHome } from '../../support/temporary-home.ts';

const never = new AbortController().signal;

/** A workspace in the thread, and the print that its callers send. */
async function hosted(options: Partial<HostsOptions> = {}) {
  const home = temporaryHome();
  const root = home.at('shop');
  home.put('shop/package.json', '{}\n');
  home.put('shop/src/login.ts', 'export const login = 1;\n');
  const events: SnapEvent[] = [];
  const file = builtProgram();
  const open = workspaceHosts({ system: home.system, program: { version: '0.0.0', file, node: process.execPath }, file, ...options });
  const host = open(root, (event) => events.push(event));
  onTestFinished(() => host.close());
  const shared = await openSharedWorkbench(home.run(), root, { watch: false });
  onTestFinished(() => shared.close());
  const ask = (call: string, ...args: unknown[]) => host.call(call, [benchPrint(shared), ...args], { signal: never });
  return { ask, events, home, host, root, shared };
}

describe('the thread of the workspaces', () => {
  it('does pieces of work, which others see on the disk', async () => {
    const { ask, events, home, shared } = await hosted();
    const { taken } = (await ask('snapshots.take', { kind: 'manual', message: 'first' })) as {
      taken: { snapshot: { id: string; files: number } };
    };
    const { snapshot } = taken;
    expect(snapshot.files).toBe(2);
    expect(await (await shared.snapshots()).list()).toMatchObject([{ id: snapshot.id, message: 'first' }]);
    home.put('shop/src/new.ts', '1\n');
    expect(await ask('snapshots.changes', snapshot.id, 'working')).toMatchObject([{ path: 'src/new.ts', kind: 'added' }]);
    expect(await ask('vitals.pulse')).toMatchObject({ state: expect.any(String), since: 'snapshot' });
    expect(events).toMatchObject([{ type: 'snapshot.created', data: { snapshot: snapshot.id, kind: 'manual', files: 2 } }]);
  });

  it('refuses what it does not know, other arguments, and settings that are not its own', async () => {
    const { ask, host } = await hosted();
    await expect(ask('files.read', '/etc/passwd')).rejects.toMatchObject({ code: 'not-available' });
    await expect(ask('toString')).rejects.toMatchObject({ code: 'not-available' });
    await expect(ask('vitals.pulse', 7)).rejects.toMatchObject({ code: 'invalid-input' });
    await expect(ask('snapshots.changes', 'more')).rejects.toMatchObject({ code: 'invalid-input' });
    await expect(host.call('vitals.pulse', ['another'], { signal: never })).rejects.toMatchObject({ code: 'not-available' });
  });

  it('reads the settings again when its caller has read others', async () => {
    const { home, host, root } = await hosted();
    home.put('shop/.snap/settings.json', '{ "exclude": ["src/"] }\n');
    const shared = await openSharedWorkbench(home.run(), root, { watch: false });
    onTestFinished(() => shared.close());
    const taken = await host.call('snapshots.take', [benchPrint(shared), { kind: 'manual' }], { signal: never });
    expect(shared.settings.exclude).toContain('src/');
    expect(taken).toMatchObject({ taken: { snapshot: { files: 2 } } });
  });

  it('is started again after it died in the middle of a call, but not again and again', async () => {
    const file = join(import.meta.dirname, 'dying-thread.mjs');
    const { events, host } = await hosted({ file });
    const died = { state: 'workspace-failed', reason: 'It ended with code 3.' };
    const say = (call: string) => host.call(call, [], { signal: never });
    for (let death = 0; death < 3; death += 1) {
      expect(await say('echo')).toBe('echo');
      const [dying, beside] = [say('die'), say('wait')];
      await expect(dying).rejects.toThrow('has ended');
      await expect(beside).rejects.toThrow('has ended');
    }
    await expect(say('echo')).rejects.toMatchObject({ code: 'not-available' });
    expect(events.map(({ data }) => data)).toEqual([died, died, died]);
  });

  it('gives a call up when the caller does, and when it takes too long', async () => {
    const { host, shared } = await hosted();
    const stop = new AbortController();
    const asked = host.call('vitals.pulse', [benchPrint(shared)], { signal: stop.signal });
    stop.abort(new Error('not wanted any more'));
    await expect(asked).rejects.toThrow('not wanted any more');
    const late = await hosted({ callMs: 1 });
    await expect(late.ask('vitals.pulse')).rejects.toBeInstanceOf(SnapError);
  });

  it('runs the tools for several clients, each with its own task', async () => {
    const { events, host } = await hosted();
    const start = (session: string) =>
      host.tool(
        { session, client: session, isFull: false, name: 'snap', input: { mode: 'start', task: `the work of ${session}` } },
        { signal: never },
      );
    expect(JSON.stringify(await start('one'))).toContain('snap|S|');
    expect(JSON.stringify(await start('two'))).toContain('snap|S|');
    expect(events.filter(({ type }) => type === 'session.started')).toMatchObject([
      { data: { client: 'one' } },
      { data: { client: 'two' } },
    ]);
    host.leave('one');
    host.leave('two');
  });

  it('works on several workspaces, and on the others when one is closed', async () => {
    const home = temporaryHome();
    home.put('a/one.txt', '1\n');
    home.put('b/two.txt', '2\n');
    const file = builtProgram();
    const open = workspaceHosts({ system: home.system, program: { version: '0.0.0', file, node: process.execPath }, file });
    const events: SnapEvent[] = [];
    const [a, b] = [open(home.at('a'), () => undefined), open(home.at('b'), (event) => events.push(event))];
    const take = async (host: WorkspaceHost, name: string) => {
      const shared = await openSharedWorkbench(home.run(), home.at(name), { watch: false });
      onTestFinished(() => shared.close());
      return host.call('snapshots.take', [benchPrint(shared), { kind: 'manual' }], { signal: never });
    };
    expect(await take(a, 'a')).toMatchObject({ taken: { snapshot: { files: 1 } } });
    await a.close();
    expect(await take(b, 'b')).toMatchObject({ taken: { snapshot: { files: 1 } } });
    expect(events).toMatchObject([{ type: 'snapshot.created', workspace: home.at('b') }]);
    await b.close();
    await expect(take(b, 'b')).rejects.toMatchObject({ code: 'not-available' });
  });
});
