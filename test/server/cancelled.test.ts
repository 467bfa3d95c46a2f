import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
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
  it('before the server looks at them are not begun, hold up nothing and are no bug, whatever the tool and the reason given', async () => {
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
      const lines = [
        ...ids.map((id) => toolCall(id, input, name)),
        ...ids.map((id, i) => cancelled(id, reasons[i % reasons.length])),
        toolCall(`after ${name}`, {}, 'learning_gc'),
      ];
      // Written at once and so read at once: which of two writes is read first would depend on how busy the machine is.
      server.process.stdin.write(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
      await server.answerTo(`after ${name}`);
    }
    const answered = server.answers().map(({ id }) => String(id));
    expect(answered).toEqual(['hello', 'first', ...Object.keys(calls).map((name) => `after ${name}`)]);
    expect(server.stderr).toBe('');
    // Nor has any of them left something behind.
    const kept = readdirSync(home, { recursive: true, encoding: 'utf8', withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));
    expect(kept.filter((text) => /fix the login|look at the clock|the clock was wrong|an empty catch|set the clock/.test(text))).toEqual(
      [],
    );
  });

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
