import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { addressEntry, type AddressEntryOptions } from '../../src/changes/address-entry.ts';
import { planDaemonToken } from '../../src/changes/daemon-token.ts';
import { clients, isEntryUndoData, loadEntryUndo, spellEntry, type Client, type Scope } from '../../src/clients/index.ts';
import { apply } from '../../src/changes/apply.ts';
import { journalLimits } from '../../src/changes/journal/journal.ts';
import { readIndex } from '../../src/changes/journal/journal-index.ts';
import { planEntry, type PlannedStep } from '../../src/changes/plan.ts';
import { recoverInterrupted } from '../../src/changes/recover-interrupted.ts';
import { undo, type UndonePart } from '../../src/changes/undo.ts';
import { probe } from '../../src/machine/index.ts';
import { setText } from '../support/file-changes.ts';
import { temporaryHome } from '../support/temporary-home.ts';

const token = `snap_local_${'a'.repeat(43)}`;
const options: AddressEntryOptions = {
  program: { node: '/usr/bin/node', file: '/opt/snap/dist/main.js' },
  workspace: { path: '/home/mara/project', isProject: true },
  surface: 'default',
  isWorkspaceNamed: true,
  daemon: { transport: 'sse', port: 8765, tokenFile: '/home/mara/.local/share/snap-mcp/token-8765', token },
};

/** The entry as it is written, or the reason why it is not. */
function written(id: string, scope: Scope, more: Partial<AddressEntryOptions> = {}): unknown {
  const client: Client | undefined = clients.find((one) => one.id === id);
  const place = client?.files.find((file) => file.scope === scope && file.write !== 'never');
  if (client === undefined || place === undefined) throw new Error(`${id} has no ${scope} file`);
  const choice = addressEntry(client, place, { ...options, ...more });
  if (choice.kind === 'refused') return choice.message;
  return plainOf(spellEntry(place.entry ?? client.entry, 'snap', choice.server)?.fields);
}

function plainOf(value: unknown): unknown {
  return value instanceof Map ? Object.fromEntries([...value].map(([key, each]) => [key, plainOf(each)])) : value;
}

const inProject = { 'X-Snap-Workspace': '/home/mara/project' };

describe('the entry with the address of the daemon', () => {
  it.each([
    [
      'claude-code',
      'global',
      {
        type: 'sse',
        url: 'http://127.0.0.1:8765/events',
        headers: inProject,
        headersHelper: "'/usr/bin/node' '/opt/snap/dist/main.js' 'daemon' 'headers' '--port' '8765'",
      },
    ],
    [
      'opencode',
      'global',
      {
        type: 'remote',
        url: 'http://127.0.0.1:8765/events',
        headers: { ...inProject, Authorization: `Bearer ${token}` },
      },
    ],
    [
      'roo-code',
      'global',
      {
        type: 'sse',
        url: 'http://127.0.0.1:8765/events',
        headers: { 'X-Snap-Workspace': '${workspaceFolder}', Authorization: `Bearer ${token}` },
      },
    ],
    ['cursor', 'project', 'A file of the project is shared, and the token of the daemon is of this machine alone.'],
    ['claude-desktop', 'global', 'Claude Desktop cannot reach a server over sse.'],
    ['zed', 'global', 'Zed cannot reach a server over sse.'],
  ] as const)('%s, %s', (id, scope, expected) => {
    expect(written(id, scope)).toEqual(expected);
  });

  it('has the other path for Streamable HTTP', () => {
    expect(written('zed', 'global', { daemon: { ...options.daemon, transport: 'http' } })).toMatchObject({
      url: 'http://127.0.0.1:8765/mcp',
    });
  });

  it('holds a path that is no plain text in the address', () => {
    expect(written('cursor', 'global', { workspace: { path: '/home/mara/données', isProject: true } })).toMatchObject({
      url: 'http://127.0.0.1:8765/events?workspace=%2Fhome%2Fmara%2Fdonn%C3%A9es',
    });
  });

  it('names the workspace, and waits for the token where it has to hold it', () => {
    expect(written('cursor', 'global', { workspace: { path: '/home/mara', isProject: false } })).toMatch(/has to name the project/);
    const daemon = { ...options.daemon, token: undefined };
    expect(written('cursor', 'global', { daemon })).toMatch(/is not there: the daemon makes it/);
    // It would refuse its whole config file while the file with the token is not there.
    expect(written('opencode', 'global', { daemon })).toMatch(/is not there: the daemon makes it/);
    expect(written('windsurf', 'global', { daemon: { ...daemon, transport: 'http' } })).toMatchObject({
      headers: { Authorization: 'Bearer ${file:/home/mara/.local/share/snap-mcp/token-8765}' },
    });
  });
});

describe('a new token', () => {
  it('replaces the earlier one in the entries that hold it, and nothing else', async () => {
    const home = temporaryHome();
    const old = `snap_local_${'b'.repeat(43)}`;
    const ours = `"url": "http://127.0.0.1:8765/events", "headers": { "X-Snap-Workspace": "/w", "Authorization": "Bearer ${old}", "X-Own": "1" }`;
    const text = `{ // mine\n  "mcpServers": { "snap": { ${ours} }, "other": { "url": "https://e.com", "headers": { "Authorization": "Bearer x" } } }\n}\n`;
    home.put('.cursor/mcp.json', text);
    const facts = await probe(home.system, { workspace: { path: home.at('project'), isProject: true }, clients });
    const where = { platform: home.system.platform, home: home.system.home, env: home.system.env, workspace: home.at('project') };
    const steps = await planDaemonToken(facts, { token, port: 8765 }, where);
    expect(steps).toHaveLength(1);
    // The daemon of another SNAP_DATA_DIR.
    expect(await planDaemonToken(facts, { token, port: 8766 }, where)).toEqual([]);
    await apply(home.run(), changesOf(steps), { command: 'daemon start', temporary: true });
    expect(home.text('.cursor/mcp.json')).toBe(text.replace(old, token));
    expect(await readIndex(home.system)).toEqual([]);
    expect(home.ownTree().filter((name) => name.includes('records/') && !name.endsWith('/'))).toEqual([]);
    const again = await probe(home.system, { workspace: facts.workspace, clients });
    expect(await planDaemonToken(again, { token, port: 8765 }, where)).toEqual([]);
  });

  it('replaces a reference to its file where a missing file stops the assistant', async () => {
    const home = temporaryHome();
    const entry = (held: string) =>
      `{ "mcp": { "snap": { "type": "remote", "url": "http://127.0.0.1:8765/events", "headers": { "X-Snap-Workspace": "/w", "Authorization": "Bearer ${held}" } } } }\n`;
    home.put('.config/opencode/opencode.json', entry(`{file:${home.at('.local/share/snap-mcp/token')}}`));
    const facts = await probe(home.system, { workspace: { path: home.at('project'), isProject: true }, clients });
    const where = { platform: home.system.platform, home: home.system.home, env: home.system.env, workspace: home.at('project') };
    const steps = await planDaemonToken(facts, { token, port: 8765 }, where);
    await apply(home.run(), changesOf(steps), { command: 'daemon start', temporary: true });
    expect(home.text('.config/opencode/opencode.json')).toBe(entry(token));
  });

  it('does not stop undo of the entry that holds it', async () => {
    const home = temporaryHome();
    const file = home.put('.cursor/mcp.json', '{ "mcpServers": { "other": { "command": "x" } } }\n');
    const where = { platform: home.system.platform, home: home.system.home, env: home.system.env, workspace: home.at('project') };
    const tokens = ['b', 'c', 'd'].map((letter) => `snap_local_${letter.repeat(43)}`);
    const texts = [home.text('.cursor/mcp.json')];
    const facts = () => probe(home.system, { workspace: { path: home.at('project'), isProject: true }, clients });
    for (const [i, held] of tokens.entries()) {
      for (const found of (await facts()).clients.filter(({ client }) => client.id === 'cursor')) {
        const headers = new Map([['Authorization', `Bearer ${held}`]]);
        const url = `http://127.0.0.1:8765/events?workspace=${i}`;
        const choose = () => ({ kind: 'server', server: { kind: 'url', transport: 'sse', url, headers } }) as const;
        const set = { action: 'set', name: 'snap', scope: 'global', force: true, choose } as const;
        if (i < 2) await apply(home.run(), changesOf([await planEntry(found, set, { named: true, where })]), { command: 'configure' });
      }
      if (i < 2) texts.push(home.text('.cursor/mcp.json'));
      else {
        const steps = await planDaemonToken(await facts(), { token: held, port: 8765 }, where);
        await apply(home.run(), changesOf(steps), { command: 'daemon start', temporary: true });
      }
    }
    expect(home.text('.cursor/mcp.json')).toContain(tokens[2]);
    const entryUndo = await loadEntryUndo();
    const options = {
      command: 'mcp undo',
      entryUndo: ({ undoData }: UndonePart, bytes: Uint8Array | undefined) =>
        isEntryUndoData(undoData) ? entryUndo(undoData, bytes) : ({ kind: 'refused', message: 'no entry' } as const),
    };
    for (const text of texts.toReversed().slice(1)) {
      expect((await undo(home.run(), undefined, options)).outcomes).toMatchObject([{ kind: 'written', path: file }]);
      expect(home.text('.cursor/mcp.json')).toBe(text);
    }
  });

  it('that a kill interrupted leaves the journal as well', async () => {
    const home = temporaryHome();
    await apply(home.run(), [setText(home.at('a'), 'mine')], { command: 'configure' });
    await apply(home.run(), [setText(home.at('b'), 'new')], { command: 'daemon start' });
    const index = join(home.system.own.data, 'journal', 'index.jsonl');
    const [mine, renewal] = await readIndex(home.system);
    const run = { ...renewal?.run, pid: 2 ** 22 + 1 };
    writeFileSync(index, [mine, { ...renewal, state: 'begun', temporary: true, run }].map((line) => `${JSON.stringify(line)}\n`).join(''));
    expect(await recoverInterrupted(home.run())).toMatchObject([{ kind: 'completed', command: 'daemon start' }]);
    expect(await readIndex(home.system)).toEqual([mine]);
    expect(home.text('b')).toBe('new');
  });

  it('does not take the place of a change of a person', async () => {
    const home = temporaryHome();
    await apply(home.run(), [setText(home.at('a'), 'mine')], { command: 'configure' });
    const [change] = await readIndex(home.system);
    const many = [...Array(journalLimits.changes - 1).keys()].map((i) => `${JSON.stringify({ ...change, number: i + 2 })}\n`);
    appendFileSync(join(home.system.own.data, 'journal', 'index.jsonl'), many.join(''));
    await apply(home.run(), [setText(home.at('b'), 'new')], { command: 'daemon start', temporary: true });
    expect((await readIndex(home.system)).map(({ number }) => number)).toEqual([...Array(journalLimits.changes).keys()].map((i) => i + 1));
  });
});

function changesOf(steps: readonly PlannedStep[]) {
  return steps.flatMap((step) => (step.kind === 'change' ? [step.change] : []));
}
