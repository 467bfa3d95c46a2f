import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { SnapEvent, WorkspaceHost } from '../../../src/daemon/index.ts';
import { workspaceHosts, type HostsOptions } from '../../../src/daemon/workspaces/host.ts';
import type { JSONRPCMessage } from '../../../src/server/index.ts';
import { SnapError } from '../../../src/system/index.ts';
import { benchPrint, openSharedWorkbench } from '../../../src/workbench/index.ts';
import { builtProgram } from '../../support/built-program.ts';
import { temporaryHome } from '../../support/temporary-home.ts';

const never = new AbortController().signal;

/** A thread of a workspace, and the print that its callers send. */
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

describe('the thread of a workspace', () => {
  it('does pieces of work, which others see on the disk', async () => {
    const { ask, events, home, shared } = await hosted();
    const { learning } = await shared.knowledge.add({
      trigger: 'the login fails',
      action: 'look at the clock',
      type: 'discovery',
      by: { tool: 'test' },
    });
    expect(await ask('knowledge.find', learning.id)).toMatchObject({ trigger: learning.trigger });
    const { snapshot } = (await ask('snapshots.take', { kind: 'manual', message: 'first' })) as { snapshot: { id: string; files: number } };
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
    await expect(ask('knowledge.find', 7)).rejects.toMatchObject({ code: 'invalid-input' });
    await expect(ask('history.hot', 'more')).rejects.toMatchObject({ code: 'invalid-input' });
    await expect(host.call('history.changed', ['another'], { signal: never })).rejects.toMatchObject({ code: 'not-available' });
  });

  it('reads the settings again when its caller has read others', async () => {
    const { home, host, root } = await hosted();
    home.put('shop/.snap/settings.json', '{ "exclude": ["src/"] }\n');
    const shared = await openSharedWorkbench(home.run(), root, { watch: false });
    onTestFinished(() => shared.close());
    const taken = await host.call('snapshots.take', [benchPrint(shared), { kind: 'manual' }], { signal: never });
    expect(shared.settings.exclude).toContain('src/');
    expect(taken).toMatchObject({ snapshot: { files: 2 } });
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
    const asked = host.call('history.changed', [benchPrint(shared)], { signal: stop.signal });
    stop.abort(new Error('not wanted any more'));
    await expect(asked).rejects.toThrow('not wanted any more');
    const late = await hosted({ callMs: 1 });
    await expect(late.ask('history.changed')).rejects.toBeInstanceOf(SnapError);
  });

  it('serves the tools to several clients, each with its own task', async () => {
    const { events, host } = await hosted();
    const [one, two] = [client(host), client(host)];
    await one.request('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'one', version: '1' } });
    await two.request('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'two', version: '1' } });
    expect((await one.request('tools/list', {})).result).toMatchObject({
      tools: expect.arrayContaining([expect.objectContaining({ name: 'snap' })]),
    });
    const start = (text: string) => ({ name: 'snap', arguments: { mode: 'start', task: text } });
    expect(JSON.stringify(await one.request('tools/call', start('first')))).toContain('snap|S|');
    expect(JSON.stringify(await two.request('tools/call', start('second')))).toContain('snap|S|');
    expect(events.filter(({ type }) => type === 'session.started')).toMatchObject([
      { data: { client: 'one' } },
      { data: { client: 'two' } },
    ]);
    one.close();
    two.close();
  });
});

function client(host: WorkspaceHost) {
  const waiting = new Map<string | number, (message: { result?: unknown; error?: unknown }) => void>();
  const connection = host.connect({ isFull: false }, (message: JSONRPCMessage) => {
    if (!('method' in message) && message.id !== undefined) waiting.get(message.id)?.(message);
  });
  let id = 0;
  return {
    close: () => connection.close(),
    async request(method: string, params: Record<string, unknown>) {
      id += 1;
      const answer = new Promise<{ result?: unknown; error?: unknown }>((resolve) => waiting.set(id, resolve));
      connection.send({ jsonrpc: '2.0', id, method, params });
      return answer;
    },
  };
}
