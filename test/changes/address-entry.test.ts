import { describe, expect, it } from 'vitest';
import { addressEntry, type AddressEntryOptions } from '../../src/changes/address-entry.ts';
import { planDaemonToken } from '../../src/changes/daemon-token.ts';
import { clients, spellEntry, type Client, type Scope } from '../../src/clients/index.ts';
import { apply } from '../../src/changes/apply.ts';
import { planUndo } from '../../src/changes/undo.ts';
import { probe } from '../../src/machine/index.ts';
import { temporaryHome } from '../support/temporary-home.ts';

const token = `snap_local_${'a'.repeat(43)}`;
const options: AddressEntryOptions = {
  program: { node: '/usr/bin/node', file: '/opt/snap/dist/main.js' },
  workspace: { path: '/home/mara/project', isProject: true },
  surface: 'default',
  isWorkspaceNamed: true,
  daemon: { transport: 'sse', port: 8765, tokenFile: '/home/mara/.local/share/snap-mcp/token', token },
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
        headersHelper: "'/usr/bin/node' '/opt/snap/dist/main.js' 'daemon' 'headers'",
      },
    ],
    [
      'opencode',
      'global',
      {
        type: 'remote',
        url: 'http://127.0.0.1:8765/events',
        headers: { ...inProject, Authorization: 'Bearer {file:/home/mara/.local/share/snap-mcp/token}' },
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
    expect(written('cursor', 'global', { daemon })).toMatch(/not there yet/);
    expect(written('opencode', 'global', { daemon })).toMatchObject({ url: expect.any(String) });
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
    const changes = steps.flatMap((step) => (step.kind === 'change' ? [step.change] : []));
    await apply(home.run(), changes, { command: 'daemon start', strictAll: false });
    expect(home.text('.cursor/mcp.json')).toBe(text.replace(old, token));
    // Nothing that a person would take back.
    await expect(planUndo(home.run(), undefined, { command: 'mcp undo' })).rejects.toThrow(/nothing|no change/i);
    const again = await probe(home.system, { workspace: facts.workspace, clients });
    expect(await planDaemonToken(again, { token, port: 8765 }, where)).toEqual([]);
  });
});
