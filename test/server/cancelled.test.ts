import { describe, expect, it } from 'vitest';
import { stoppable } from '../../src/checks/stoppable-system.ts';
import { nodeSystem } from '../../src/system/node.ts';
import { initialize, madeHome, RawServer, toolCall } from './started.ts';

const calls: Readonly<Record<string, object>> = {
  check: { mode: 'health' },
  pulse: {},
  advise: { task: 'fix the login', files: ['src/a.ts'] },
  guide: { task: 'fix the login', files: ['src/a.ts'] },
  snap: { task: 'fix the login', files: ['src/a.ts'] },
  snap_learn: { trigger: 'the login fails', action: 'look at the clock' },
  snap_end: { learnings: ['the clock was wrong'] },
  snap_violation: { type: 'silent_catch', file: 'src/a.ts', description: 'an empty catch', prevention: 'rethrow' },
  learning_gc: { action: 'plan' },
  svc_validate_change: { files: [{ path: 'src/a.ts', content: 'export const a = 2;\n' }] },
  svc_get_risk_score: { files: ['src/a.ts'], includeContext: true },
  svc_query_patterns: { query: 'the clock' },
  svc_get_context: { files: ['src/a.ts'] },
  svc_suggest_rollback: { reason: 'the clock is wrong', files: ['src/a.ts'] },
  'intelligence.capture': { event: 'fix', text: 'set the clock' },
  'intelligence.patterns': {},
  'intelligence.insights': {},
  'intelligence.explain': { id: 'learn_0123456789ab' },
  'intelligence.outcome': { id: 'learn_0123456789ab', outcome: 'helped' },
};

const cancelled = (requestId: string, reason: unknown) => ({
  jsonrpc: '2.0',
  method: 'notifications/cancelled',
  params: { requestId, ...(reason === undefined ? {} : { reason }) },
});

describe('calls that the client takes back', () => {
  it('are hardly begun, hold up nothing and are no bug, whatever the tool and the reason given', async () => {
    const home = madeHome({ 'shop/package.json': '{}', 'shop/src/a.ts': 'export const a = 1;\n' });
    const server = new RawServer({
      home,
      args: ['mcp', '--stdio', '--workspace', `${home}/shop`],
      env: { SVC_MCP_INTELLIGENCE_SURFACE: 'full' },
    });
    server.write(initialize, toolCall('first', {}, 'learning_gc'));
    await server.answerTo('first');
    const count = 40;
    for (const [name, input] of Object.entries(calls)) {
      const ids = Array.from({ length: count }, (_, i) => `${name} ${i}`);
      const reasons = ['the person pressed Esc', undefined, ''];
      server.write(...ids.map((id) => toolCall(id, input, name)));
      server.write(...ids.map((id, i) => cancelled(id, reasons[i % reasons.length])));
      server.write(toolCall(`after ${name}`, {}, 'learning_gc'));
      await server.answerTo(`after ${name}`);
    }
    const answered = server.answers().map(({ id }) => String(id));
    for (const name of Object.keys(calls)) {
      const done = answered.filter((id) => id.startsWith(`${name} `)).length;
      expect.soft(done, name).toBeLessThanOrEqual(count / 4);
    }
    expect(server.stderr).toBe('');
  }, 20_000);

  it('stop in the middle of an examination: no look at the disk is begun afterwards', async () => {
    const stop = new AbortController();
    const looked: string[] = [];
    const system = nodeSystem({ env: {}, home: '/' });
    const view = stoppable(
      {
        ...system,
        look: async (path) => {
          looked.push(path);
          if (looked.length === 3) stop.abort('the person pressed Esc');
          return undefined;
        },
      },
      stop.signal,
    );
    const examine = async () => {
      for (let i = 0; i < 100; i += 1) await view.look(`/x${i}`);
    };
    await expect(examine()).rejects.toBe('the person pressed Esc');
    expect(looked).toHaveLength(3);
    for (const ask of [() => view.list('/'), () => view.readBytes('/x'), () => view.readStart('/x', 1)])
      await expect(ask()).rejects.toBe('the person pressed Esc');
  });

  it('let others work in between', async () => {
    const view = stoppable(nodeSystem({ env: {}, home: '/' }), new AbortController().signal);
    let turns = 0;
    const count = (): void => {
      turns += 1;
      if (turns < 2) setImmediate(count);
    };
    setImmediate(count);
    const hasTurned = (): boolean => turns >= 2;
    // Far more than it takes: it lets others work by time, and time may pass elsewhere on a busy machine.
    for (let looks = 0; looks < 1_000_000 && !hasTurned(); looks += 1) await view.look('/');
    expect(turns).toBe(2);
  });
});
