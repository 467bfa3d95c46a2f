import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { nodeSystem } from '../../../src/system/node.ts';
import { until } from '../../../test/support/processes.ts';
import mcpStatus from '../src/commands/mcp-status.ts';
import type { Desk } from '../src/desk.ts';
import type { DaemonFact, GateFacts } from '../src/gates/facts.ts';
import { gateOf, type Gate } from '../src/gates/gate-of.ts';
import { diagnose, registerReport } from '../src/mcp/diagnose.ts';
import { reconnect } from '../src/mcp/reconnect.ts';
import { signal } from '../src/signal.ts';
import { allMet } from './gates/every.ts';
import { begin, pageText, person } from './support/vscode.ts';

// A look lasts as long as the start of the daemon, or as the patience with one that hangs. Here it lasts until the test ends it.

let home: string;
let report: { dispose(): void };

beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'snap-waiting-')));
  mkdirSync(join(home, 'project'));
  report = registerReport();
  begin();
});
afterEach(() => {
  report.dispose();
  rmSync(home, { recursive: true, force: true });
});

/** As much of the desk as is needed, while a look is under way. */
function deskWhile(daemon: DaemonFact) {
  const system = nodeSystem({ home, env: { HOME: home, PATH: '' }, cwd: home });
  const seen = signal<GateFacts>();
  let facts: GateFacts = { ...allMet, daemon };
  let end: (gate: Gate) => void = () => undefined;
  let fail: (error: Error) => void = () => undefined;
  const look = new Promise<Gate>((settle, reject) => {
    end = settle;
    fail = reject;
  });
  const program = { node: process.execPath, file: join(home, 'snap/dist/main.js'), version: '0.1.0', others: [] };
  const made = {
    context: { globalState: { get: () => undefined }, subscriptions: [], extension: { packageJSON: { version: '0.1.0' } } },
    log: { error: () => undefined },
    system: async () => system,
    folder: () => join(home, 'project'),
    program: async () => program,
    gates: {
      get current() {
        return gateOf(facts);
      },
      get facts() {
        return facts;
      },
      onDidSee: seen.on,
      look: () => look,
    },
    daemon: {
      get fact() {
        return facts.daemon;
      },
      status: async () => undefined,
      start: async () => undefined,
    },
  };
  return {
    // Only what these commands use is there.
    desk: made as unknown as Desk,
    /** The look has ended with this. */
    seen(now: DaemonFact) {
      facts = { ...facts, daemon: now };
      seen.fire(facts);
      end(gateOf(facts));
    },
    failed: (why: string) => fail(new Error(why)),
  };
}

const connected: DaemonFact = { kind: 'connected', pid: 7, http: { kind: 'listening', port: 8765 } };

describe.each([
  ['a daemon is being started', { kind: 'starting' }, 'Snap: waiting until the daemon is started'],
  ['a daemon hangs', { kind: 'hung', pid: 7 }, 'Snap: waiting for an answer of the daemon'],
] as const)('while %s', (_, fact, title) => {
  it('MCP Reconnect says what it waits for, and then how it ended', async () => {
    const { desk, seen } = deskWhile(fact);
    const ended = reconnect(desk);
    expect(await until(() => person.waits.length > 0)).toBe(true);
    expect(person.waits.map((wait) => wait.title)).toEqual([title]);
    expect(person.messages).toEqual([]);
    seen(connected);
    await ended;
    expect(person.messages).toEqual([expect.stringMatching(/^Connected to the Snap daemon \(process 7\)\./)]);
  });

  it('MCP Reconnect can be stopped, and says what goes on', async () => {
    const { desk } = deskWhile(fact);
    const ended = reconnect(desk);
    expect(await until(() => person.waits.length > 0)).toBe(true);
    person.waits[0]?.stop();
    await ended;
    expect(person.messages).toEqual([expect.stringMatching(/^Stopped waiting\. .*status bar shows the state/)]);
    expect(person.messages[0]?.includes('still being started')).toBe(fact.kind === 'starting');
  });

  it('MCP Diagnose opens its page with what is known, and changes it afterwards', async () => {
    const { desk, seen } = deskWhile(fact);
    const ended = diagnose(desk);
    expect(await until(() => person.page !== undefined)).toBe(true);
    expect(pageText()).toContain(`- Status: ${gateOf({ ...allMet, daemon: fact }).row.text.replace(':', String.raw`\:`)}\\.`);
    expect(pageText()).toContain('**Not complete yet**: this page changes when');
    seen(connected);
    await ended;
    expect(pageText()).toContain(String.raw`- Status: Snap\. Snap is connected and watches shop\.`);
    expect(pageText()).toContain('## Findings');
    expect(pageText()).not.toContain('Not complete');
  });

  it('MCP Status shows what is known at once, and the rest when it is seen', async () => {
    const { desk, seen } = deskWhile(fact);
    const ended = mcpStatus(desk);
    expect(await until(() => (person.lists[0]?.items.length ?? 0) > 0)).toBe(true);
    const [list] = person.lists;
    const daemonNow = (): string | undefined => list?.items.find(({ label }) => label.endsWith(' Daemon'))?.detail;
    expect(daemonNow()).toBe(fact.kind === 'starting' ? 'Being started.' : 'Does not answer (process 7). Choose this to restart it.');
    expect([list?.busy, list?.placeholder]).toEqual([true, expect.stringContaining('What was seen last')]);
    // The person has moved to a line, and stays there.
    if (list !== undefined) list.activeItems = list.items.filter(({ label }) => label.endsWith(' Daemon'));
    seen(connected);
    await ended;
    expect(daemonNow()).toBe('Connected: process 7.');
    expect(list?.activeItems.map(({ detail }) => detail)).toEqual(['Connected: process 7.']);
    expect([list?.busy, list?.placeholder]).toEqual([false, expect.stringContaining('The state just now')]);
  });
});

it('MCP Diagnose says on its page that it has failed', async () => {
  const { desk, failed } = deskWhile({ kind: 'starting' });
  const ended = diagnose(desk);
  expect(await until(() => person.page !== undefined)).toBe(true);
  failed('The disk is gone.');
  await expect(ended).rejects.toThrow('The disk is gone.');
  expect(pageText()).toContain('**Not complete**: the examination has failed. A message says why.');
});
