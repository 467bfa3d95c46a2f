import { describe, expect, it } from 'vitest';
import { diagnosePage, serverLines, type EditorServer } from '../src/mcp/diagnose-page.ts';
import { entriesOf } from '../src/mcp/own-entries.ts';
import { planRows } from '../src/mcp/plan-rows.ts';
import { resetLines, writtenByExtension, type ResetFile } from '../src/mcp/reset-list.ts';
import type { ClientFacts, ConfigFinding, ListedChange } from '../src/core.ts';

const short = (path: string): string => path.replace('/home/ada', '~');

describe('the list of assistants', () => {
  const client = { id: 'cursor', name: 'Cursor' };
  it.each([
    [
      'what would be added',
      {
        client,
        action: 'created',
        path: '/home/ada/.cursor/mcp.json',
      },
      { description: '~/.cursor/mcp.json', detail: 'Adds the server "snap".', isWritten: true },
    ],
    [
      'what would be changed, with what follows from it',
      { client, action: 'updated', path: '/home/ada/x', message: 'It names one project.', doubts: ['It is off.'] },
      { description: '~/x', detail: 'It names one project. It is off. Updates the server "snap".', isWritten: true },
    ],
    [
      'what is there',
      { client, action: 'unchanged', path: '/home/ada/x' },
      { description: 'snap is set up', detail: '~/x', isWritten: false },
    ],
    [
      'what a person does',
      { client, action: 'manual', message: 'Open its settings.' },
      { description: 'is set up by hand', detail: 'Open its settings.', isWritten: false },
    ],
    [
      'why not',
      { client, action: 'refused', message: 'Another server has the name.', hint: 'Rename it.' },
      { description: 'cannot be set up', detail: 'Another server has the name. Rename it.', isWritten: false },
    ],
  ])('says %s', (_what, planned, row) => {
    expect(planRows([planned], short)).toEqual([{ id: 'cursor', label: 'Cursor', isPicked: false, ...row }]);
  });

  it('has what would be written first', () => {
    const rows = planRows(
      [
        { client: { id: 'a', name: 'A' }, action: 'unchanged' },
        { client: { id: 'b', name: 'B' }, action: 'created' },
      ],
      short,
    );
    expect(rows.map(({ id }) => id)).toEqual(['b', 'a']);
  });
});

describe('the entries of this editor', () => {
  const file = (servers: readonly string[], ignored = false) =>
    ({
      ignored,
      scope: 'global',
      servers: servers.map((name) => ({ name, server: { kind: name } })),
    }) as unknown as ClientFacts['files'][number];
  const isOursByShape = ({ kind }: { readonly kind: string }): boolean => kind.startsWith('own');
  it('are told apart by what they start', () => {
    const { foreign, ours } = entriesOf({ files: [file(['own-1', 'snap', 'other']), file(['own-2'], true)] }, isOursByShape);
    expect([ours.map(({ name }) => name), foreign.map(({ name }) => name)]).toEqual([['own-1'], ['snap']]);
  });
});

describe('taking back', () => {
  const change = (number: number, more: Partial<ListedChange>): ListedChange => ({
    number,
    time: '',
    command: 'in the editor: Configure MCP',
    state: 'done',
    undoes: undefined,
    files: [{ path: `/home/ada/${number}.json`, client: 'cursor', scope: 'global', servers: ['snap'], action: 'set' }],
    ...more,
  });
  const changes = [
    change(1, {}),
    change(2, { command: 'tools configure' }),
    change(3, { state: 'undone' }),
    change(4, { undoes: 3 }),
    change(5, { command: 'in the editor: fix' }),
    change(6, { files: [{ path: '/home/ada/6.json', client: 'vscode', scope: 'global', servers: ['snap'], action: 'remove' }] }),
  ];
  const own = writtenByExtension(changes, ['in the editor: Configure MCP']);

  it('is about what the extension set up and what is still there', () => {
    expect(own.map(({ number }) => number)).toEqual([1, 6]);
  });

  it('says every file before', () => {
    const files: readonly ResetFile[] = [
      { path: '/home/ada/6.json', servers: ['snap'], does: 'back' },
      { path: '/home/ada/1.json', servers: ['snap'], does: 'out' },
      { path: '/home/ada/2.json', servers: ['snap'], does: 'done' },
      { path: '/home/ada/3.json', servers: ['snap'], does: 'left', why: 'It was changed since.' },
    ];
    expect(resetLines(files, true, short)).toEqual([
      'This editor: the server "snap" is no longer given to the assistant',
      '~/6.json: the entry "snap" is put back',
      '~/1.json: the entry "snap" is taken out',
      '~/2.json: the entry "snap" is gone already',
      '~/3.json: stays as it is. It was changed since.',
      'Fixes that you applied and entries that others wrote stay.',
    ]);
  });
});

describe('the page of MCP Diagnose', () => {
  const server: EditorServer = {
    editor: 'code-server',
    takesProviders: true,
    isWanted: true,
    url: 'http://127.0.0.1:8765/mcp',
    askedAt: undefined,
    autostart: 'never',
    ours: [],
    foreign: [],
  };
  it.each([
    ['not asked', { isWanted: undefined, url: undefined }, /was not given the server "snap"/],
    ['not ready', { url: undefined }, /an earlier step is open/],
    ['registered and not started', {}, /Registered, but not started: .*"chat.mcp.autostart" \(now: never\)/],
    ['started', { askedAt: '12:00:00' }, /last connected to it at 12:00:00/],
    ['twice', { ours: ['/x/mcp.json'] }, /the same server a second time/],
    ['a foreign one', { foreign: ['/x/mcp.json'] }, /Another server has the name of Snap in \/x\/mcp.json/],
    ['no providers', { takesProviders: false, isWanted: undefined, url: undefined }, /takes no servers from extensions/],
  ])('says of the server: %s', (_what, more, words) => {
    expect(serverLines({ ...server, ...more }).join('\n')).toMatch(words);
  });

  it('has assistants, findings and their fixes', () => {
    const finding = {
      id: 'unparsable',
      severity: 'error',
      client: { name: 'Cursor' },
      alsoClients: [],
      path: '/home/ada/.cursor/mcp.json',
      line: 2,
      column: 3,
      message: 'A comma is missing.',
      hint: 'Write one.',
      fix: { kind: 'confirm', says: 'write the comma' },
      fingerprint: 'f',
    } as unknown as ConfigFinding;
    const page = diagnosePage({
      now: 'today',
      snap: [['CLI', '/home/ada/snap']],
      gate: 'Snap',
      missing: undefined,
      server,
      examined: {
        assistants: [{ name: 'Cursor', isInstalled: true, state: 'a file that cannot be read', files: ['/home/ada/.cursor/mcp.json'] }],
        findings: [finding],
        summary: { errors: 1, warnings: 0, infos: 0, fixable: 1, clients: 1, files: 1, servers: 0 },
      },
      short: (text) => text.replaceAll('/home/ada', '~').trim(),
    });
    expect(page).toContain('- CLI: ~/snap');
    expect(page).toContain('- Cursor: a file that cannot be read\n  - ~/.cursor/mcp.json');
    expect(page).toContain('1 error in 0 server entries in 1 file of 1 assistant. 1 can be fixed');
    expect(page).toContain(
      '- error `unparsable` ~/.cursor/mcp.json:2:3\n  A comma is missing.\n  Write one.\n  Fix: Write the comma (asks first)',
    );
    expect(page).not.toContain('/home/ada');
  });
});
