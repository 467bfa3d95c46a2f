import { describe, expect, it } from 'vitest';
import { clients, type Client } from '../../src/clients/index.ts';
import { planEntries, type EntryRequest } from '../../src/changes/index.ts';
import { probe, type Facts } from '../../src/machine/index.ts';
import { findWorkspace } from '../../src/workspace/index.ts';
import { memorySystem, type MemoryWorld } from '../support/memory-system.ts';

const client = (id: string): Client => {
  const found = clients.find((row) => row.id === id);
  if (found === undefined) throw new Error(`no client ${id}`);
  return found;
};

async function look(world: MemoryWorld, id: string, workspace?: string): Promise<Facts> {
  const system = memorySystem(world);
  return probe(system, { workspace: { path: workspace ?? system.home, isProject: workspace !== undefined }, clients: [client(id)] });
}

/** Where an entry would be written, or the reason why nowhere. */
async function target(world: MemoryWorld, id: string, name = 'a.b c'): Promise<string> {
  const system = memorySystem(world);
  const facts = await look(world, id);
  const where = { platform: system.platform, home: system.home, env: system.env, workspace: facts.workspace.path };
  const request: EntryRequest = {
    action: 'set',
    name,
    scope: undefined,
    force: false,
    choose: () => ({ kind: 'server', server: { kind: 'command', command: 'x', args: [], env: new Map() } }),
  };
  const [step] = await planEntries(facts, request, { named: true, where });
  return step?.kind === 'change' ? step.path : step?.kind === 'refused' ? step.message : (step?.kind ?? '');
}

describe('where Claude Desktop is written on Windows', () => {
  const packages = 'C:\\Users\\ada\\AppData\\Local\\Packages';
  const packaged = (name: string): string => `${packages}\\${name}\\LocalCache\\Roaming\\Claude\\claude_desktop_config.json`;
  const classic = 'C:\\Users\\ada\\AppData\\Roaming\\Claude\\claude_desktop_config.json';

  it('takes the packaged file that is there', async () => {
    expect(await target({ platform: 'win32', files: { [packaged('Claude_pzs8')]: '{}', [classic]: '{}' } }, 'claude-desktop')).toBe(
      packaged('Claude_pzs8'),
    );
  });
  it('takes the classic file where only that is there', async () => {
    expect(await target({ platform: 'win32', files: { [classic]: '{}' } }, 'claude-desktop')).toBe(classic);
  });
  it('makes the packaged one in the one package directory', async () => {
    expect(await target({ platform: 'win32', files: { [`${packages}\\Claude_pzs8\\AppData\\x`]: '' } }, 'claude-desktop')).toBe(
      packaged('Claude_pzs8'),
    );
  });
  it('stops where several package directories are there', async () => {
    const files = { [`${packages}\\Claude_pzs8\\x`]: '', [`${packages}\\Claude_other\\x`]: '' };
    expect(await target({ platform: 'win32', files }, 'claude-desktop')).toContain('more than once');
  });
  it('makes the classic one where nothing is there', async () => {
    expect(await target({ platform: 'win32' }, 'claude-desktop')).toBe(classic);
  });
});

describe('which of several files is written', () => {
  it.each([
    ['cline', {}, '/home/ada/.cline/data/settings/cline_mcp_settings.json'],
    [
      'cline',
      { '/home/ada/.config/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json': '{}' },
      '/home/ada/.config/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json',
    ],
    ['opencode', { '/home/ada/.config/opencode/opencode.jsonc': '{}' }, '/home/ada/.config/opencode/opencode.jsonc'],
    ['opencode', {}, '/home/ada/.config/opencode/opencode.json'],
    [
      'continue',
      { '/home/ada/.continue/config.yaml': 'name: x\n', '/home/ada/.continue/config.json': '{}' },
      '/home/ada/.continue/config.yaml',
    ],
    ['continue', { '/home/ada/.continue/config.json': '{}' }, '/home/ada/.continue/config.json'],
    ['continue', {}, '/home/ada/.continue/mcpServers/a-b-c.json'],
    ['roo-code', {}, '/home/ada/.config/Code/User/globalStorage/rooveterinaryinc.roo-cline/settings/mcp_settings.json'],
    [
      'roo-code',
      { '/home/ada/.config/VSCodium/User/settings.json': '{}' },
      '/home/ada/.config/VSCodium/User/globalStorage/rooveterinaryinc.roo-cline/settings/mcp_settings.json',
    ],
    ['qoder', {}, 'manual'],
  ])('%s with %j', async (id, files, path) => {
    expect(await target({ files }, id)).toBe(path);
  });

  it('follows the variables that move a file', async () => {
    expect(await target({ env: { CODEX_HOME: '/srv/codex' } }, 'codex', 'a')).toBe('/srv/codex/config.toml');
    expect(await target({ env: { CLAUDE_CONFIG_DIR: '/srv/claude' } }, 'claude-code', 'a')).toBe('/srv/claude/.claude.json');
    expect(await target({ env: { XDG_CONFIG_HOME: '/srv/xdg' } }, 'zed')).toBe('/srv/xdg/zed/settings.json');
    expect(await target({ env: { XDG_CONFIG_HOME: 'relative' } }, 'zed')).toBe('/home/ada/.config/zed/settings.json');
  });
});

describe('what is seen', () => {
  const project = '/home/ada/shop';
  const files = {
    '/home/ada/.claude.json': JSON.stringify({
      mcpServers: { a: { command: 'user' } },
      projects: { [project]: { mcpServers: { a: { command: 'local' } } } },
    }),
    [`${project}/.mcp.json`]: JSON.stringify({ mcpServers: { a: { command: 'team' }, b: { command: 'team' } } }),
  };

  it('which of three scopes has the last word', async () => {
    const facts = await look({ files }, 'claude-code', project);
    const seen = facts.clients[0]?.files.filter((file) => file.servers.length > 0).map((file) => [file.scope, [...file.effective]]);
    expect(seen).toEqual([
      ['local', ['a']],
      ['project', ['b']],
      ['global', []],
    ]);
  });

  it('a part of an entry does not stand for the whole, which another file has', async () => {
    const own = {
      '/home/ada/.local/share/crush/crush.json': JSON.stringify({
        mcp: { a: { oauth_token: { access_token: 'x' } }, b: { type: 'stdio', command: 'b' } },
      }),
      '/home/ada/.config/crush/crush.json': JSON.stringify({
        mcp: { a: { type: 'stdio', command: 'a' }, b: { type: 'stdio', command: 'c' } },
      }),
    };
    const facts = await look({ files: own }, 'crush');
    const seen = facts.clients[0]?.files.filter((file) => file.servers.length > 0).map((file) => [file.path, [...file.effective]]);
    expect(seen).toEqual([
      ['/home/ada/.local/share/crush/crush.json', ['b']],
      ['/home/ada/.config/crush/crush.json', ['a']],
    ]);
  });

  it.each([
    [{}, '/home/ada/.mcporter/mcporter.json'],
    [{ XDG_CONFIG_HOME: '/cfg' }, '/cfg/mcporter/mcporter.jsonc'],
    [{ XDG_CONFIG_HOME: '/other' }, '/home/ada/.mcporter/mcporter.json'],
    [{ XDG_CONFIG_HOME: '/cfg', MCPORTER_CONFIG: '/own.json' }, '/own.json'],
  ])('the only file of the person that MCPorter reads with %j', async (env, path) => {
    const content = '{"mcpServers":{"a":{"command":"x"}}}';
    const found = { '/own.json': content, '/cfg/mcporter/mcporter.jsonc': content };
    const home = { '/home/ada/.mcporter/mcporter.json': content, '/home/ada/.mcporter/mcporter.jsonc': content };
    const facts = await look({ files: { ...found, ...home }, env }, 'mcporter');
    expect(facts.clients[0]?.files.filter((file) => file.effective.size > 0).map((file) => file.path)).toEqual([path]);
  });

  it.each([
    ['nothing', undefined, 'absent'],
    ['an empty file', '', 'empty'],
    ['blanks', ' \n', 'empty'],
    ['a good file', '{"mcpServers": {}}', 'ok'],
    ['other settings only', '{"theme": "dark"}', 'ok'],
    ['a broken file', '{"mcpServers": {', 'unparsable'],
    ['a list', '[]', 'unparsable'],
    ['servers under another key', '{"servers": {"a": {"command": "x"}}}', 'wrong-key'],
    ['a list of servers where a map belongs', '{"mcpServers": []}', 'wrong-key'],
    ['UTF-16', Buffer.from('\uFEFF{}', 'utf16le'), 'unreadable'],
    ['bytes that are no text', Buffer.from([0x7b, 0xff, 0x7d]), 'unreadable'],
  ])('%s', async (_, content, state) => {
    const facts = await look({ files: content === undefined ? {} : { '/home/ada/.cursor/mcp.json': content } }, 'cursor');
    expect(facts.clients[0]?.files.map((file) => [file.scope, file.state])).toEqual([['global', state]]);
  });

  it('a dangling link as absent, with its target', async () => {
    const facts = await look({ links: { '/home/ada/.cursor/mcp.json': '/gone.json' } }, 'cursor');
    expect(facts.clients[0]?.files[0]).toMatchObject({ state: 'absent', error: { message: expect.stringContaining('/gone.json') } });
  });

  it('a file that is not read while another one is there', async () => {
    const config = {
      '/home/ada/.continue/config.yaml': 'name: x\n',
      '/home/ada/.continue/config.json': '{"experimental":{"modelContextProtocolServers":[{"transport":{"type":"stdio","command":"x"}}]}}',
    };
    const facts = await look({ files: config }, 'continue');
    const old = facts.clients[0]?.files.find((file) => file.path.endsWith('config.json'));
    expect(old).toMatchObject({ ignored: true, effective: new Set() });
    expect(old?.servers).toHaveLength(1);
  });

  it("both shapes of Continue's old list", async () => {
    const both =
      '{"experimental":{"modelContextProtocolServers":[{"transport":{"type":"stdio","command":"x","args":["a"]}},{"name":"n","command":"y","args":[]}]}}';
    const facts = await look({ files: { '/home/ada/.continue/config.json': both } }, 'continue');
    const old = facts.clients[0]?.files.find((file) => file.path.endsWith('config.json'));
    expect(old?.servers.map((entry) => [entry.name, entry.server.kind === 'command' ? entry.server.command : ''])).toEqual([
      ['#1', 'x'],
      ['n', 'y'],
    ]);
  });

  it('an installed assistant by its program, directory or extension', async () => {
    const world = {
      env: { PATH: '/opt/bin' },
      files: { '/opt/bin/zed': '', '/home/ada/.vscode/extensions/Saoudrizwan.claude-dev-3.1.0/package.json': '{}' },
      modes: { '/opt/bin/zed': 0o755 },
    };
    expect((await look(world, 'zed')).clients[0]).toMatchObject({ installed: true, evidence: ['the program /opt/bin/zed'] });
    expect((await look(world, 'cline')).clients[0]).toMatchObject({ installed: true });
    expect((await look(world, 'cursor')).clients[0]).toMatchObject({ installed: false, evidence: [] });
  });
});

describe('Kilo Code is told from its classic versions', () => {
  const extension = (version: string): Readonly<Record<string, string>> => ({
    [`/home/ada/.vscode/extensions/kilocode.kilo-code-${version}/package.json`]: '{}',
  });
  const folder = { '/home/ada/.kilocode/rules/mine.md': '' };
  it.each([
    ['the present extension', extension('7.7.9'), ['kilo-code']],
    ['the present extension, beside the folder that the classic one left', { ...extension('7.7.9'), ...folder }, ['kilo-code']],
    [
      'the present extension, beside the classic one of before the update',
      { ...extension('7.0.33'), ...extension('5.1.0') },
      ['kilo-code'],
    ],
    ['the classic extension', { ...extension('5.1.0'), ...folder }, ['kilo-classic']],
    ['the folder alone', folder, ['kilo-classic']],
    ['the program of the present one, which has both names', { '/opt/bin/kilo': '', '/opt/bin/kilocode': '', ...folder }, ['kilo-code']],
    ['the program of the classic one', { '/opt/bin/kilocode': '' }, ['kilo-classic']],
    ['the present program, beside the classic extension', { '/opt/bin/kilo': '', ...extension('5.1.0') }, ['kilo-code', 'kilo-classic']],
    ['neither', {}, []],
  ])('%s', async (_, files, expected) => {
    const world = { env: { PATH: '/opt/bin' }, modes: { '/opt/bin/kilo': 0o755, '/opt/bin/kilocode': 0o755 } };
    const clients = await Promise.all(['kilo-code', 'kilo-classic'].map(async (id) => (await look({ ...world, files }, id)).clients[0]));
    expect(clients.flatMap((found) => (found?.installed === true ? [found.client.id] : []))).toEqual(expected);
  });
});

describe('the workspace', () => {
  it.each([
    [
      'the directory with a mark',
      '/home/ada/shop/src',
      { '/home/ada/shop/package.json': '{}', '/home/ada/shop/src/x': '' },
      { path: '/home/ada/shop', isProject: true },
    ],
    [
      'not the home directory, whatever lies in it',
      '/home/ada/notes',
      { '/home/ada/package.json': '{}', '/home/ada/notes/x': '' },
      { path: '/home/ada/notes', isProject: false },
    ],
    ['the root of the disk', '/', {}, { path: '/', isProject: false }],
  ])('%s', async (_, cwd, files, expected) => {
    expect(await findWorkspace(memorySystem({ cwd, files }), undefined)).toEqual(expected);
  });
});

describe('files in directories above the open folder', () => {
  const servers = (...names: readonly string[]): string =>
    JSON.stringify({ mcpServers: Object.fromEntries(names.map((name) => [name, { command: 'x' }])) });
  const package_ = '/home/ada/shop/packages/web';
  const files = {
    '/.mcp.json': servers('root'),
    '/home/ada/shop/.mcp.json': servers('top', 'both'),
    [`${package_}/.mcp.json`]: servers('near', 'both'),
    '/home/ada/shop/.codex/config.toml': '[mcp_servers.top]\ncommand = "x"\n',
    '/home/ada/shop/opencode.json': '{ "mcp": { "top": { "type": "local", "command": ["x"] } } }',
  };
  const used = (facts: Facts): readonly string[] =>
    (facts.clients[0]?.files ?? []).flatMap((file) => [...file.effective].map((name) => `${name} ${file.path} ${file.place.write}`));

  it('are read up to the root of the repository, or to the end, as the assistant does; the nearer one wins, and none is written', async () => {
    const world = { home: '/home/ada', files: { ...files, '/home/ada/shop/.git/HEAD': 'ref: refs/heads/main' } };
    expect(used(await look(world, 'copilot-cli', package_))).toEqual([
      `near ${package_}/.mcp.json create`,
      `both ${package_}/.mcp.json create`,
      'top /home/ada/shop/.mcp.json never',
    ]);
    expect(used(await look(world, 'claude-code', package_))).toEqual([
      `near ${package_}/.mcp.json create`,
      `both ${package_}/.mcp.json create`,
      'top /home/ada/shop/.mcp.json never',
      'root /.mcp.json never',
    ]);
    expect(used(await look(world, 'codex', package_))).toEqual(['top /home/ada/shop/.codex/config.toml never']);
    expect(used(await look(world, 'opencode', package_))).toEqual(['top /home/ada/shop/opencode.json never']);
    expect(used(await look(world, 'cursor', package_))).toEqual([]);
  });

  it.each([
    ['crush', '.crush.json', '{ "mcp": { "top": { "type": "stdio", "command": "x" } } }'],
    ['grok-build', '.grok/config.toml', '[mcp_servers.top]\ncommand = "x"\n'],
    ['kilo-code', '.kilo/kilo.jsonc', '{ "mcp": { "top": { "type": "local", "command": ["x"] } } }'],
    ['kilo-code', 'opencode.json', '{ "mcp": { "top": { "type": "local", "command": ["x"] } } }'],
  ])('are read by %s up to the root of the repository: %s', async (id, name, content) => {
    const own = { '/home/ada/shop/.git/HEAD': 'x', [`/home/ada/shop/${name}`]: content, [`/home/ada/${name}`]: content };
    expect(used(await look({ home: '/home/ada', files: own }, id, package_))).toEqual([`top /home/ada/shop/${name} never`]);
  });

  it("and a directory's .mcp.json hides the file below .github in the same directory only", async () => {
    const world = {
      home: '/home/ada',
      files: {
        '/home/ada/shop/.git/HEAD': 'x',
        '/home/ada/shop/.github/mcp.json': servers('shared'),
        [`${package_}/.github/mcp.json`]: servers('hidden'),
        [`${package_}/.mcp.json`]: servers('near'),
      },
    };
    expect(used(await look(world, 'copilot-cli', package_)).map((text) => text.split(' ')[0])).toEqual(['near', 'shared']);
  });

  it('are not read outside a repository, except by an assistant that does not ask for one', async () => {
    const world = { home: '/home/ada', files };
    expect(used(await look(world, 'copilot-cli', package_))).toHaveLength(2);
    expect(used(await look(world, 'codex', package_))).toEqual([]);
    expect(used(await look(world, 'claude-code', package_))).toHaveLength(4);
  });

  it('and not above the repository that the folder itself is', async () => {
    const world = { home: '/home/ada', files: { ...files, [`${package_}/.git/HEAD`]: 'x', '/home/ada/shop/.git/HEAD': 'x' } };
    expect(used(await look(world, 'copilot-cli', package_))).toHaveLength(2);
  });

  it('the file of the person stays theirs where the home directory is the repository', async () => {
    const world = {
      home: '/home/ada',
      files: { '/home/ada/.git/HEAD': 'x', '/home/ada/.codex/config.toml': '[mcp_servers.mine]\ncommand = "x"\n' },
    };
    const facts = await look(world, 'codex', '/home/ada/shop');
    expect(facts.clients[0]?.files.filter((file) => file.servers.length > 0).map(({ scope }) => scope)).toEqual(['global']);
  });
});
