import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shareProblems } from '../../../src/cli/reports/same-problem.ts';
import { findingsText } from '../../../src/cli/reports/findings-text.ts';
import { styleOf } from '../../../src/cli/terminal/style.ts';
import { clients, type Client } from '../../../src/clients/index.ts';
import type { ConfigFinding } from '../../../src/doctor/index.ts';
import { examinedHome } from '../../support/examined-home.ts';

const rows: readonly Client[] = clients;

function clientOf(id: string): Client {
  const client = rows.find((one) => one.id === id);
  if (client === undefined) throw new Error(`There is no client ${id}.`);
  return client;
}

/** As a diagnostic words it: with the assistant's, the server's and the file's name in it. */
function finding(id: string, more: Partial<ConfigFinding> = {}): ConfigFinding {
  const client = clientOf(id);
  const server = more.server ?? 'db';
  return {
    id: 'program-not-found',
    severity: 'error',
    client,
    alsoClients: [],
    scope: 'global',
    path: `/home/ada/.${id}/mcp.json`,
    line: 3,
    column: 5,
    server,
    message: `${client.name} cannot start "${server}": there is no program "npxx" on its PATH (/home/ada/.${id}/mcp.json).`,
    hint: 'Install "npxx".',
    fingerprint: '0',
    ...more,
  };
}

describe('findings with one cause', () => {
  it.each<[string, readonly ConfigFinding[], readonly number[]]>([
    ['the same in three assistants', [finding('cursor'), finding('zed'), finding('codex')], [3]],
    ['two servers of one assistant', [finding('cursor'), finding('cursor', { server: 'notes', line: 9 })], [2]],
    ['another server in another assistant', [finding('cursor'), finding('zed', { server: 'notes' })], [2]],
    [
      'another program',
      [finding('cursor'), finding('zed', { message: 'Zed cannot start "db": there is no program "uvy" on its PATH.' })],
      [1, 1],
    ],
    ['another hint: its command is for one assistant', [finding('cursor', { hint: 'Run a.' }), finding('zed', { hint: 'Run b.' })], [1, 1]],
    ['less is known of one assistant', [finding('cursor'), finding('zed', { severity: 'warning' })], [2]],
    ['another kind', [finding('cursor'), finding('zed', { id: 'program-gone' })], [1, 1]],
    [
      'one that snap can fix and one that it cannot',
      [
        finding('cursor'),
        finding('zed', { fix: { kind: 'safe', says: 'x', edit: { kind: 'bytes', path: 'x', bytes: new Uint8Array() } } }),
      ],
      [1, 1],
    ],
    ['none', [], []],
  ])('%s', (_, findings, sizes) => {
    expect(shareProblems(findings).map(({ others }) => others.length + 1)).toEqual(sizes);
  });

  it('loses none and keeps the order of the first ones, whatever they are', () => {
    const some = fc.record({
      client: fc.constantFrom('cursor', 'zed', 'codex', 'amp'),
      server: fc.constantFrom('db', 'notes'),
      severity: fc.constantFrom<ConfigFinding['severity'][]>('error', 'warning', 'info'),
      hint: fc.constantFrom('one', 'two'),
    });
    fc.assert(
      fc.property(fc.array(some, { maxLength: 12 }), (list) => {
        const findings = list.map(({ client, ...more }) => finding(client, more));
        const shared = shareProblems(findings);
        expect(new Set(shared.flatMap(({ finding: first, others }) => [first, ...others]))).toEqual(new Set(findings));
        const firsts = shared.map(({ finding: first }) => findings.indexOf(first));
        expect(firsts).toEqual(firsts.toSorted((a, b) => a - b));
      }),
    );
  });
});

describe('a problem that several places have', () => {
  const view = { style: styleOf(false, true), home: '/home/ada', width: 80 };

  it('is told once, and each other place says how it differs', () => {
    expect(findingsText([finding('cursor'), finding('zed', { line: 7, column: 1 }), finding('codex', { server: 'notes' })], view)).toBe(
      `Cursor
  ~/.cursor/mcp.json  global
    ✗ 3:5  program-not-found db
      Cursor cannot start "db": there is no program "npxx" on its PATH
        (/home/ada/.cursor/mcp.json).
      → Install "npxx".
      The same in 2 other assistants:
        Zed          ~/.zed/mcp.json:7:1
        Codex notes  ~/.codex/mcp.json:3:5`,
    );
  });

  it('is in the order of the lines by assistant: the worst first, else as "snap clients" has them', () => {
    const own = (id: string, more: Partial<ConfigFinding> = {}) => finding(id, { hint: id, ...more });
    const machine = own('zed', { client: undefined, severity: 'warning' });
    const text = findingsText(
      [own('codex'), own('amp', { severity: 'warning' }), own('cursor'), machine, own('zed', { severity: 'warning' })],
      view,
    );
    const names = ['Cursor', 'Codex', 'Zed', 'Amp', 'This machine'];
    expect(text.split('\n').filter((line) => names.includes(line))).toEqual(names);
  });

  it('names the places of one file in one line', () => {
    const path = '/home/ada/.mcp.json';
    const message = 'It is wrong.';
    const same = [
      finding('cursor', { path, message }),
      finding('cursor', { path, message, server: 'notes', line: 9 }),
      finding('zed', { path, message, severity: 'warning' }),
    ];
    expect(findingsText(same, view).split('\n').at(-1)).toBe('      The same in: notes 9:5, Zed (warning)');
  });

  it('names every assistant that reads one of the places', () => {
    const also = finding('vscode', { alsoClients: [clientOf('copilot-cli'), clientOf('crush')] });
    expect(
      findingsText([finding('cursor'), also], view)
        .split('\n')
        .slice(-2),
    ).toEqual(['      The same in 3 other assistants:', '        VS Code, GitHub Copilot CLI, Crush  ~/.vscode/mcp.json:3:5']);
  });

  it('names a few of many, and says how many there are', () => {
    const many = rows.slice(0, 20).map(({ id }) => finding(id));
    const lines = findingsText(many, { ...view, maxPlaces: 8 }).split('\n');
    expect(lines).toContain('      The same in 19 other assistants:');
    expect(lines.at(-1)?.trim()).toBe('11 more (-v lists them)');
    expect(findingsText(many, view)).not.toContain('more (-v');
    expect(findingsText(many.slice(0, 10), { ...view, maxPlaces: 8 })).not.toContain('more (-v');
  });

  it('is one missing program in ten assistants, as the doctor words it', async () => {
    const map = JSON.stringify({ mcpServers: { db: { command: 'npxx', args: ['-y', 'db-mcp'] } } });
    const { findings } = await examinedHome({
      'home/.cursor/mcp.json': map,
      'home/.config/Claude/claude_desktop_config.json': map,
      'home/.codeium/windsurf/mcp_config.json': map,
      'home/.kiro/settings/mcp.json': map,
      'home/.claude.json': map,
      'home/.qwen/settings.json': map,
      'home/.factory/mcp.json': map,
      'home/.lmstudio/mcp.json': map,
      'home/.config/zed/settings.json': '{"context_servers":{"db":{"command":"npxx","args":["-y","db-mcp"]}}}',
      'home/.codex/config.toml': '[mcp_servers.db]\ncommand = "npxx"\nargs = ["-y", "db-mcp"]\n',
    });
    const missing = findings.filter(({ id }) => id === 'program-not-found');
    expect(missing).toHaveLength(10);
    expect(shareProblems(missing)).toHaveLength(1);
    expect(findingsText(missing, view).match(/there is no program/g)).toHaveLength(1);
  });
});
