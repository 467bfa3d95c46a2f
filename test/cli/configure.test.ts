import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, openSync, readFileSync, statSync, symlinkSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { parse as parseJsonc } from 'jsonc-parser';
import { parse as parseToml } from 'smol-toml';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findWorkspace } from '../../src/daemon/hub/run-daemon.ts';
import { makeHome, type Home } from '../support/program-home.ts';
import { homeAt } from '../support/temporary-home.ts';
import { builtProgram } from '../support/built-program.ts';

let home: Home;
beforeEach(() => {
  home = makeHome();
});
afterEach(() => home.remove());

const six = ['--claude', '--cursor', '--vscode', '--zed', '--codex', '--continue'];

/** A home as somebody may have it: comments, a link, CRLF, an unfinished edit. */
function lifelikeHome(): void {
  home.write('.config/zed/settings.json', '// mine\n{\n  "theme": "One Dark", // nice\n  "vim_mode": true,\n}\n');
  home.write('dotfiles/mcp.json', '{\n  "mcpServers": {\n    "linear": { "url": "https://mcp.linear.app/mcp" }\n  }\n}');
  mkdirSync(join(home.path, '.cursor'));
  symlinkSync('../dotfiles/mcp.json', join(home.path, '.cursor/mcp.json'));
  home.write(
    '.config/Code/User/mcp.json',
    '{\r\n\t"servers": {\r\n\t\t// the one\r\n\t\t"github": {\r\n\t\t\t"type": "http",\r\n\t\t\t"url": "https://api.githubcopilot.com/mcp/"\r\n\t\t}\r\n\t}\r\n}\r\n',
  );
  home.write(
    '.codex/config.toml',
    'model = "gpt-5"\n\n[mcp_servers.docs]\ncommand = "npx"\nargs = ["-y", "docs"]\n\n[profiles.fast]\nmodel = "o4"\n',
  );
  home.write(
    '.continue/config.yaml',
    'name: mine\nversion: 1.0.0\nschema: v1\nmcpServers:\n  - name: docs\n    command: npx\n    args: ["-y", "docs"]\n',
  );
  home.write('.config/Claude/claude_desktop_config.json', '{\n  "mcpServers": {\n    "files": { "command": "npx" "args": [] }\n  }\n}\n');
}

describe('snap tools configure beside the present Kilo Code', () => {
  it('writes its own file, and none of the versions before', async () => {
    home.write('.vscode/extensions/kilocode.kilo-code-7.7.9/package.json', '{}');
    home.write('.kilocode/rules/mine.md', 'rules\n');
    const before = Object.keys(home.tree());
    const done = await home.run(['tools', 'configure', '--yes']);
    expect(done.out).not.toContain('classic');
    const made = Object.keys(home.tree()).filter((path) => !before.includes(path) && !path.includes('snap'));
    expect(made).toEqual(['.config/kilo/kilo.json']);
  });
});

describe('snap tools configure on a lifelike home', () => {
  it('writes what it can, names what it cannot, and undo gives every byte back', async () => {
    lifelikeHome();
    const before = home.tree();
    const done = await home.run(['tools', 'configure', ...six, '--yes']);
    expect(done.code).toBe(3);
    expect(done.err).toContain('claude_desktop_config.json:3:33: a comma is missing');
    expect(done.err).toContain('"--stdio"');
    const after = home.tree();
    const changed = Object.keys(after).filter((path) => after[path] !== before[path]);
    expect(changed.toSorted()).toEqual([
      '.codex/config.toml',
      '.config/Code/User/mcp.json',
      '.config/zed/settings.json',
      '.continue/config.yaml',
      'dotfiles/mcp.json',
    ]);
    for (const path of changed) expect(isInsertion(before[path] ?? '', after[path] ?? '')).toBe(true);
    expect(parseToml(home.read('.codex/config.toml'))).toMatchObject({
      mcp_servers: { snap: { args: [builtProgram(), 'mcp', '--stdio'] } },
    });

    expect((await home.run(['mcp', 'undo', '--yes'])).code).toBe(0);
    expect(home.tree()).toEqual(before);
  });

  it('gives the original bytes back by removing too, without the journal', async () => {
    lifelikeHome();
    const before = home.tree();
    await home.run(['tools', 'configure', ...six, '--yes']);
    const removed = await home.run(['tools', 'remove', ...six, '--yes'], { env: { SNAP_DATA_DIR: join(home.path, '.snap-data/other') } });
    expect(removed.code).toBe(3);
    expect(home.tree()).toEqual(before);
  });

  it('writes nothing the second time and leaves the time of the file', async () => {
    lifelikeHome();
    await home.run(['tools', 'configure', ...six, '--yes']);
    const file = join(home.path, '.config/zed/settings.json');
    utimesSync(file, 1000, 1000);
    expect((await home.run(['tools', 'configure', '--zed', '--check'])).code).toBe(0);
    expect((await home.run(['tools', 'configure', '--zed', '--yes'])).code).toBe(0);
    expect(statSync(file).mtimeMs).toBe(1_000_000);
  });

  it('prints a dry run that patch turns into the bytes of the real run', async () => {
    lifelikeHome();
    const before = home.tree();
    const dry = await home.run(['tools', 'configure', ...six, '--dry-run']);
    expect(dry.code).toBe(0);
    expect(home.tree()).toEqual(before);
    await home.run(['tools', 'configure', ...six, '--yes']);
    const real = home.tree();
    await home.run(['mcp', 'undo', '--yes']);
    expect(dry.err).toContain('| (cd ~ && patch -p1)');
    execFileSync('patch', ['-p1', '-s'], { cwd: home.path, input: dry.out });
    expect(home.tree()).toEqual(real);
  });

  it('shows a pending change by exit code 1, and a refusal by 3', async () => {
    lifelikeHome();
    expect((await home.run(['tools', 'configure', '--zed', '--check'])).code).toBe(1);
    expect((await home.run(['tools', 'configure', '--claude', '--check'])).code).toBe(3);
  });
});

describe('what is started', () => {
  it('answers health as each user entry says, with an empty PATH and from /', async () => {
    await home.run(['tools', 'configure', ...six, '--yes']);
    const entries = [
      parseJsonc(home.read('.config/Claude/claude_desktop_config.json')).mcpServers.snap,
      parseJsonc(home.read('.cursor/mcp.json')).mcpServers.snap,
      parseJsonc(home.read('.config/Code/User/mcp.json')).servers.snap,
      parseJsonc(home.read('.config/zed/settings.json')).context_servers.snap,
      parseJsonc(home.read('.continue/mcpServers/snap.json')).mcpServers.snap,
      parseToml(home.read('.codex/config.toml'))['mcp_servers'],
    ];
    for (const entry of entries) {
      const { command, args } = 'snap' in entry ? entry.snap : entry;
      const client = new Client({ name: 'test', version: '1' });
      await client.connect(new StdioClientTransport({ command, args, cwd: '/', env: { HOME: home.path, PATH: '' }, stderr: 'pipe' }));
      const { tools } = await client.listTools();
      expect(tools.map((tool) => tool.name)).toEqual(['pulse', 'advise', 'guide', 'snap', 'check', 'snap_learn', 'snap_end']);
      const health = await client.callTool({ name: 'check', arguments: { mode: 'health' } });
      expect(health.isError ?? false).toBe(false);
      expect(JSON.stringify(health.content)).toContain('Cursor');
      await client.close();
    }
  });

  it('is the bare command in project files, with the variable only where it expands', async () => {
    const done = await home.run(['tools', 'configure', '--cursor', '--vscode', '--zed', '--claude-code', '--scope', 'project']);
    expect(done.code).toBe(0);
    const entry = (path: string, key: string) => JSON.parse(home.read(`project/${path}`))[key].snap;
    expect(entry('.cursor/mcp.json', 'mcpServers')).toEqual({
      command: 'snap-mcp',
      args: ['mcp', '--stdio', '--workspace', '${workspaceFolder}'],
    });
    expect(entry('.vscode/mcp.json', 'servers')).toEqual({
      type: 'stdio',
      command: 'snap-mcp',
      args: ['mcp', '--stdio', '--workspace', '${workspaceFolder}'],
    });
    expect(entry('.zed/settings.json', 'context_servers')).toEqual({ command: 'snap-mcp', args: ['mcp', '--stdio'] });
    expect(entry('.mcp.json', 'mcpServers')).toEqual({ type: 'stdio', command: 'snap-mcp', args: ['mcp', '--stdio'] });
    expect(done.out + done.err).toContain('npm install -g .');
    expect(statSync(join(home.project, '.mcp.json')).mode & 0o777).toBe(0o644);
  });

  it('carries the surface, and the workspace where the start directory is unknown', async () => {
    await home.run(['tools', 'configure', '--claude', '--surface', 'full']);
    expect(JSON.parse(home.read('.config/Claude/claude_desktop_config.json')).mcpServers.snap).toMatchObject({
      args: [builtProgram(), 'mcp', '--stdio', '--workspace', home.project],
      env: { SVC_MCP_INTELLIGENCE_SURFACE: 'full' },
    });
  });

  it('needs a workspace outside a project, for clients that start anywhere', async () => {
    const outside = await home.run(['tools', 'configure', '--claude'], { cwd: home.path });
    expect(outside.code).toBe(3);
    expect(outside.err).toContain('--workspace <dir>');
    expect((await home.run(['tools', 'configure', '--claude', '--workspace', home.project], { cwd: '/' })).code).toBe(0);
  });
});

describe('what is refused', () => {
  const cases: Record<string, readonly [string, string | Uint8Array, string]> = {
    'a list at the root': ['.cursor/mcp.json', '[]', 'it is a list'],
    'a servers key that is text': ['.cursor/mcp.json', '{"mcpServers": "none"}', '"mcpServers" should be a map of names; it is a text'],
    'servers under another key': [
      '.config/Code/User/mcp.json',
      '{"mcpServers": {"a": {"command": "x"}}}',
      'this assistant reads "servers"',
    ],
    'UTF-16': ['.cursor/mcp.json', Buffer.from('\uFEFF{}', 'utf16le'), 'UTF-16'],
    'a NUL byte': ['.cursor/mcp.json', '{"a": "\0"}', 'NUL byte'],
    'conflict markers': ['.cursor/mcp.json', '{\n<<<<<<< HEAD\n  "mcpServers": {}\n=======\n>>>>>>> x\n}\n', 'mcp.json:2:1'],
    'another server of this name': ['.cursor/mcp.json', '{"mcpServers": {"snap": {"command": "other"}}}', 'starts something else'],
    'a comment in strict JSON': ['.config/Claude/claude_desktop_config.json', '{\n  // hi\n}\n', 'comment'],
  };
  it.each(Object.entries(cases))('%s', async (_, [path, text, says]) => {
    home.write(path, text);
    const before = home.tree();
    const client = path.includes('Claude') ? '--claude' : path.includes('Code') ? '--vscode' : '--cursor';
    const done = await home.run(['tools', 'configure', client, '--yes']);
    expect(done.code).toBe(3);
    expect(done.err).toContain(says);
    expect(home.tree()).toEqual(before);
  });

  it('a directory, a pipe, a loop and a read-only file', async () => {
    mkdirSync(join(home.path, '.cursor/mcp.json'), { recursive: true });
    expect((await home.run(['tools', 'configure', '--cursor'])).err).toContain('directory');
    mkdirSync(join(home.path, '.config/zed'), { recursive: true });
    execFileSync('mkfifo', [join(home.path, '.config/zed/settings.json')]);
    expect((await home.run(['tools', 'configure', '--zed'])).code).toBe(3);
    mkdirSync(join(home.path, '.kiro/settings'), { recursive: true });
    symlinkSync('mcp.json', join(home.path, '.kiro/settings/mcp.json'));
    expect((await home.run(['tools', 'configure', '--kiro'])).code).toBe(3);
    const file = home.write('.codex/config.toml', 'model = "x"\n');
    chmodSync(file, 0o444);
    const done = await home.run(['tools', 'configure', '--codex']);
    expect(done.code).toBe(3);
    expect(done.err).toContain('chmod');
    expect(readFileSync(file, 'utf8')).toBe('model = "x"\n');
  });

  it('a transport, a scope and a surface that are not to be had', async () => {
    expect((await home.run(['tools', 'configure', '--cursor', '--transport', 'sse'])).code).toBe(3);
    expect((await home.run(['tools', 'configure', '--claude', '--scope', 'project'])).code).toBe(3);
    expect((await home.run(['tools', 'configure', '--cursor', '--surface', 'all'])).code).toBe(2);
    expect((await home.run(['tools', 'configure', '--curser'])).code).toBe(2);
    expect((await home.run(['tools', 'configure', '--client', 'curser'])).err).toContain('Did you mean "cursor"');
  });

  it('the address of a daemon that was never started, where the entry has to hold its token: the command that helps is named', async () => {
    const { code, err } = await home.run(['tools', 'configure', '--cursor', '--transport', 'http']);
    expect([code, err]).toEqual([3, expect.stringContaining('snap daemon start')]);
  });

  it('everything, with --strict-all, when one file is refused', async () => {
    lifelikeHome();
    const before = home.tree();
    expect((await home.run(['tools', 'configure', ...six, '--yes', '--strict-all'])).code).toBe(3);
    expect(home.tree()).toEqual(before);
  });
});

describe('who is asked', () => {
  it('nobody, when there is no terminal: the plan is printed and nothing written', async () => {
    home.write('.kiro/settings/mcp.json', '{}\n');
    const before = home.tree();
    const done = await home.run(['tools', 'configure']);
    expect(done.code).toBe(1);
    expect(done.out).toContain('would be added');
    expect(home.tree()).toEqual(before);
    // A refusal besides counts for more.
    lifelikeHome();
    expect((await home.run(['tools', 'configure'])).code).toBe(3);
  });

  it('leaves those set up by hand alone, and prints their steps', async () => {
    const all = await home.run(['tools', 'configure', '--all', '--yes']);
    expect(all.out).toContain('Aider');
    expect(Object.keys(home.tree()).some((path) => path.includes('gemini/settings.json') || path.includes('aider'))).toBe(false);
    expect((await home.run(['tools', 'configure', '--gemini'])).code).toBe(0);
    expect(JSON.parse(home.read('.gemini/settings.json'))).toHaveProperty('mcpServers.snap');
    expect((await home.run(['tools', 'configure', '--aider'])).out).toContain('no MCP client');
    expect((await home.run(['tools', 'configure', '--aider', '--force'])).code).toBe(0);
    expect(home.read('project/.aider.mcp.yml')).toContain('servers:\n');
  });
});

describe('a slip on the command line', () => {
  it.each([
    [['tools', 'remove', 'cursor', '--yes'], 'Did you mean "--cursor"?'],
    [['tools', 'configure', '--cursor', '--', 'x'], 'Unexpected argument "x"'],
    [['mcp', 'scan', 'cursor'], 'Unexpected argument "cursor"'],
    [['tools', 'configure', '--cursor', '--patch-file', 'p'], '--patch-file needs --dry-run'],
    [['mcp', 'add', 'a', '--cursor', '--header', 'A=b', '--', 'x'], '--header is for servers with an address'],
    [
      ['mcp', 'add', 'a', '--cursor', '--env', 'A=b', '--url', 'https://x.example.com'],
      '--env A: nothing in the address or the headers refers to it.',
    ],
  ])('%j writes nothing and exits 2', async (args, says) => {
    await home.run(['tools', 'configure', '--cursor']);
    const before = home.tree();
    const done = await home.run(args);
    expect(done.code).toBe(2);
    expect(done.err).toContain(says);
    expect(home.tree()).toEqual(before);
  });

  it('does not take what stands behind -- for an option of snap', async () => {
    const done = await home.run(['mcp', 'add', 'a', 'b', '--cursor', '--', 'x', '--json']);
    expect(done.code).toBe(2);
    expect(done.out).toBe('');
  });
});

describe('what removing says', () => {
  it('names the files where the entry is still configured, and only those', async () => {
    await home.run(['tools', 'configure', '--cursor']);
    await home.run(['tools', 'configure', '--cursor', '--scope', 'project']);
    const first = await home.run(['tools', 'remove', '--cursor']);
    expect(first.out).toContain('It is still configured in ~/project/.cursor/mcp.json');
    const second = await home.run(['tools', 'remove', '--cursor', '--scope', 'project', '--json']);
    expect(JSON.parse(second.out)).toMatchObject({ remaining: [], results: [{ action: 'removed' }] });
  });

  it('leaves an entry of our name that is not ours', async () => {
    await home.run(['mcp', 'add', 'snap', '--cursor', '--', 'other']);
    const done = await home.run(['tools', 'remove', '--cursor']);
    expect(done.code).toBe(3);
    expect(done.err).toContain('does not start snap');
    expect((await home.run(['tools', 'remove', '--cursor', '--force'])).code).toBe(0);
  });
});

describe('undo in a file that others have changed since', () => {
  it('brings back the very text of an entry, numbers, dates and comments included', async () => {
    const toml =
      'model = "x"\napproval_policy = "on-request"\n\n[mcp_servers.zz]\ncommand = "x" # mine\nbig = 9223372036854775807\nd = 1979-05-27T07:32:00Z\nf = 20.0\n';
    home.write('.codex/config.toml', toml);
    await home.run(['mcp', 'remove', 'zz', '--codex']);
    home.write('.codex/config.toml', home.read('.codex/config.toml').replace('"x"', '"y"'));
    const undone = await home.run(['mcp', 'undo', '--yes']);
    expect(undone.code).toBe(0);
    expect(undone.out).toContain('later changes by others are kept');
    expect(home.read('.codex/config.toml')).toBe(toml.replace('"x"', '"y"'));
  });

  it('refuses where the entry is not where it was written', async () => {
    await home.run(['mcp', 'add', 'a', '--codex', '--', 'x']);
    home.write('.codex/config.toml', home.read('.codex/config.toml').replaceAll('mcp_servers', 'mcp_serverz'));
    expect((await home.run(['mcp', 'undo', '--yes'])).code).toBe(3);
  });

  it('keeps a server that was added after ours', async () => {
    home.write('.cursor/mcp.json', '{\n  "mcpServers": {\n    "a": {\n      "command": "x"\n    }\n  }\n}\n');
    await home.run(['mcp', 'add', 'b', '--cursor', '--', 'y']);
    await home.run(['mcp', 'add', 'c', '--cursor', '--', 'z'], { env: { SNAP_DATA_DIR: join(home.path, '.snap-data/foreign') } });
    expect((await home.run(['mcp', 'undo', '--yes'])).code).toBe(0);
    expect(Object.keys(JSON.parse(home.read('.cursor/mcp.json')).mcpServers)).toEqual(['a', 'c']);
  });
});

describe('odd places', () => {
  it('a star in the path is a character', async () => {
    mkdirSync(join(home.path, 'w*s/.git'), { recursive: true });
    mkdirSync(join(home.path, 'wzzs'));
    const done = await home.run(['mcp', 'add', 'zz', '--continue', '--scope', 'project', '--workspace', join(home.path, 'w*s'), '--', 'x']);
    expect(done.code).toBe(0);
    expect(Object.keys(home.tree())).toEqual(['w*s/.continue/mcpServers/zz.yaml']);
  });

  it('a link keeps its file when the only server goes', async () => {
    home.write('dot/c.json', '{\n  "mcpServers": {\n    "q": {\n      "command": "x",\n      "args": []\n    }\n  }\n}\n');
    mkdirSync(join(home.path, '.cursor'));
    symlinkSync('../dot/c.json', join(home.path, '.cursor/mcp.json'));
    expect((await home.run(['mcp', 'remove', 'q', '--cursor'])).code).toBe(0);
    expect(JSON.parse(home.read('dot/c.json'))).toEqual({});
  });

  it('a relative HOME is not followed', async () => {
    const done = await home.run(['clients', '--client', 'cursor'], { env: { HOME: 'rel' } });
    expect(done.out).not.toContain('rel/.cursor');
  });

  it('two clients that share a file agree', async () => {
    const done = await home.run(['mcp', 'add', 'q', '--claude-code', '--copilot-cli', '--scope', 'project', '--', 'x']);
    expect(done.code).toBe(0);
    expect(JSON.parse(home.read('project/.mcp.json')).mcpServers.q).toMatchObject({ type: 'stdio', command: 'x', tools: ['*'] });
  });

  it('fields one level deeper make way for ours', async () => {
    home.write(
      '.cline/data/settings/cline_mcp_settings.json',
      '{"mcpServers": {"snap": {"transport": {"type": "stdio", "command": "snap-mcp", "args": ["mcp", "--stdio"]}, "disabled": false}}}',
    );
    expect((await home.run(['tools', 'configure', '--cline'])).code).toBe(0);
    const { snap } = JSON.parse(home.read('.cline/data/settings/cline_mcp_settings.json')).mcpServers;
    expect(snap).toMatchObject({ disabled: false, args: [builtProgram(), 'mcp', '--stdio', '--workspace', home.project] });
    expect(snap).not.toHaveProperty('transport');
  });

  it('a scope that a client set up by hand lacks is refused as well', async () => {
    expect((await home.run(['tools', 'configure', '--aider', '--scope', 'global'])).code).toBe(3);
  });

  it('a full disk behind standard output is an I/O failure', () => {
    const full = openSync('/dev/full', 'w');
    const { status } = spawnSync(process.execPath, [builtProgram(), 'clients', '--json'], {
      stdio: ['ignore', full, 'ignore'],
      env: { HOME: home.path, PATH: '' },
    });
    expect(status).toBe(4);
  });
});

describe('one file that cannot be edited', () => {
  it('does not stop the others, and is named', async () => {
    home.write('.codex/config.toml', '[mcp_servers]\nsnap = "x"\n');
    const done = await home.run(['tools', 'configure', '--codex', '--cursor', '--force']);
    expect(done.code).toBe(3);
    expect(done.err).toContain('Codex');
    expect(done.err).toContain('config.toml');
    expect(home.read('.codex/config.toml')).toBe('[mcp_servers]\nsnap = "x"\n');
    expect(home.read('.cursor/mcp.json')).toContain('"snap"');
  });
});

describe('snap mcp add and remove', () => {
  it("writes any server in each client's own words", async () => {
    const clients = ['--cursor', '--windsurf', '--opencode', '--goose', '--codex', '--cline', '--qwen-code', '--copilot-cli'];
    expect(
      (await home.run(['mcp', 'add', 'docs', ...clients, '--url', 'https://mcp.example.com/mcp', '--header', 'X-Team=blue'])).code,
    ).toBe(0);
    expect(JSON.parse(home.read('.config/devin/mcp_config.json')).mcpServers.docs).toEqual({
      transport: 'http',
      url: 'https://mcp.example.com/mcp',
      headers: { 'X-Team': 'blue' },
    });
    expect(JSON.parse(home.read('.config/opencode/opencode.json')).mcp.docs).toEqual({
      type: 'remote',
      url: 'https://mcp.example.com/mcp',
      headers: { 'X-Team': 'blue' },
    });
    expect(JSON.parse(home.read('.cline/data/settings/cline_mcp_settings.json')).mcpServers.docs.type).toBe('streamableHttp');
    expect(JSON.parse(home.read('.qwen/settings.json')).mcpServers.docs.httpUrl).toBe('https://mcp.example.com/mcp');
    expect(parseToml(home.read('.codex/config.toml'))).toEqual({
      mcp_servers: { docs: { url: 'https://mcp.example.com/mcp', http_headers: { 'X-Team': 'blue' } } },
    });
    expect((await home.run(['mcp', 'remove', 'docs', ...clients])).code).toBe(0);
    expect(home.tree()).toEqual({});
  });

  it('keeps a server of the same name that starts something else, without --force', async () => {
    await home.run(['mcp', 'add', 'a', '--cursor', '--', 'one']);
    expect((await home.run(['mcp', 'add', 'a', '--cursor', '--', 'two'])).code).toBe(3);
    expect((await home.run(['mcp', 'add', 'a', '--cursor', '--force', '--', 'two', '--flag'])).code).toBe(0);
    expect(JSON.parse(home.read('.cursor/mcp.json')).mcpServers.a).toEqual({ command: 'two', args: ['--flag'] });
  });

  it('takes back only its own entry when the file has moved on', async () => {
    home.write('.cursor/mcp.json', '{\n  "mcpServers": {\n    "a": {\n      "command": "x"\n    }\n  }\n}\n');
    await home.run(['mcp', 'add', 'b', '--cursor', '--', 'y']);
    home.write('.cursor/mcp.json', home.read('.cursor/mcp.json').replace('"x"', '"changed"'));
    expect((await home.run(['mcp', 'undo', '--yes'])).code).toBe(0);
    expect(home.read('.cursor/mcp.json')).toBe('{\n  "mcpServers": {\n    "a": {\n      "command": "changed"\n    }\n  }\n}\n');
  });

  it('refuses to take back an entry that somebody has changed since', async () => {
    await home.run(['mcp', 'add', 'b', '--cursor', '--', 'y']);
    home.write('.cursor/mcp.json', home.read('.cursor/mcp.json').replace('"y"', '"z"'));
    const undone = await home.run(['mcp', 'undo', '--yes']);
    expect(undone.code).toBe(3);
    expect(undone.err).toContain('changed since');
  });

  it('asks for what is missing, and never echoes a value', async () => {
    expect((await home.run(['mcp', 'add'])).code).toBe(2);
    expect((await home.run(['mcp', 'add', 'a', '--cursor'])).code).toBe(2);
    expect((await home.run(['mcp', 'add', 'a', '--cursor', '--url', 'ftp://x'])).code).toBe(2);
    const bad = await home.run(['mcp', 'add', 'a', '--cursor', '--env', 'canary-1234567890', '--', 'x']);
    expect(bad.code).toBe(2);
    expect(bad.out + bad.err).not.toContain('canary');
  });
});

/** Whether the second text is the first one with text put in. */
function isInsertion(shorter: string, longer: string): boolean {
  let i = 0;
  for (const character of longer) if (character === shorter[i]) i++;
  return i === shorter.length;
}

describe('the address of the daemon', () => {
  const own = (name: string, text: string): void => chmodSync(home.write(`.snap-data/${name}`, text), 0o600);
  const planned = async (...env: readonly [Record<string, string>?]): Promise<string> =>
    (await home.run(['tools', 'configure', '--windsurf', '--transport', 'http', '--dry-run'], { env: env[0] ?? {} })).out;

  it('is where it listens now, else where the entries of before expect it; the diff shows which project, and the file of that port', async () => {
    expect(await planned()).toContain('http://127.0.0.1:8765/mcp');
    own('state/run/http-wanted', '9002');
    expect(await planned()).toContain('http://127.0.0.1:9002/mcp');
    own('state/run/http-port', '9001');
    const shown = await planned();
    expect(shown).toContain('http://127.0.0.1:9001/mcp');
    expect(shown).toContain(`"X-Snap-Workspace": "${home.project}"`);
    expect(shown).toContain('/.snap-data/data/token-9001}');
    expect(await planned({ SVC_SSE_PORT: '9003' })).toContain('http://127.0.0.1:9003/mcp');
  });

  it('is not written with a token that a daemon left behind', async () => {
    own('data/token', `snap_local_${'a'.repeat(64)}`);
    own('state/run/http-port', '8765');
    const { code, out, err } = await home.run(['tools', 'configure', '--cursor', '--transport', 'http']);
    expect([code, `${out}${err}`]).toEqual([3, expect.stringContaining('is not there: the daemon makes it when it listens at port 8765')]);
    expect(home.tree()).not.toHaveProperty('.cursor/mcp.json');
  });

  it('is not written with a token that others may have read', async () => {
    home.write('.snap-data/data/token', `snap_local_${'a'.repeat(64)}`);
    chmodSync(join(home.path, '.snap-data/data/token'), 0o644);
    const { code, err } = await home.run(['tools', 'configure', '--cursor', '--transport', 'http']);
    expect([code, err]).toEqual([3, expect.stringContaining('other users may read it')]);
  });

  it('reaches a project that was only looked at', async () => {
    const { system } = homeAt(home.path);
    const own = { ...system.own, data: join(home.path, '.snap-data/data') };
    const isOpened = async (): Promise<boolean> => (await findWorkspace({ ...system, own }, home.project, [])) !== undefined;
    expect(await isOpened()).toBe(false);
    expect((await home.run(['snapshot', 'list'])).code).toBe(0);
    expect(await isOpened()).toBe(true);
  });
});
