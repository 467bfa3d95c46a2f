import { execFileSync } from 'node:child_process';
import { parse as parseToml } from 'smol-toml';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeHome, type Home } from '../support/program-home.ts';

let home: Home;
beforeEach(() => {
  home = makeHome();
});
afterEach(() => home.remove());

const canary = 'ghp_0123456789abcdefghijCANARY';

function cursor(servers: Readonly<Record<string, unknown>>): void {
  home.write('.cursor/mcp.json', JSON.stringify({ mcpServers: servers }, undefined, 2));
}

function servers(path: string, key: string): unknown {
  const document: unknown = JSON.parse(home.read(path));
  if (typeof document !== 'object' || document === null) throw new TypeError(`${path} holds no map`);
  return Object.entries(document).find(([name]) => name === key)?.[1];
}

const files = { command: 'npx', args: ['-y', 'files'], env: { ROOT: '${env:FILES_ROOT}' } };
const docs = { url: 'https://mcp.example.com/mcp', headers: { Authorization: 'Bearer ${env:DOCS_TOKEN}' } };

describe('snap mcp sync', () => {
  it('shows which server is where, writes nothing, and tells a script whether some differ', async () => {
    cursor({ files, docs, odd: { command: 'odd', env: { KEY: '${env:OTHER}' } } });
    home.write('.codex/config.toml', '[mcp_servers.files]\ncommand = "npx"\nargs = ["-y", "other"]\n');
    const before = home.tree();
    const shown = await home.run(['mcp', 'sync']);
    expect(shown.code).toBe(0);
    expect(shown.out).toContain('1  Cursor (global)  ~/.cursor/mcp.json');
    expect(shown.out).toMatch(/files {2}✓ {2}!\n/);
    expect(shown.out).toMatch(/odd {4}✓ {2}✗\n/);
    expect(shown.out).toContain('odd, 2: Codex has nothing for ${env:OTHER} (in the variable KEY)');
    expect((await home.run(['mcp', 'sync', '--check'])).code).toBe(1);
    home.write('.codex/config.toml', '');
    expect((await home.run(['mcp', 'sync', '--check'])).code).toBe(0);
    home.write('.codex/config.toml', before['.codex/config.toml'] ?? '');
    expect(home.tree()).toEqual(before);
  });

  it('says so where there is nothing', async () => {
    expect(await home.run(['mcp', 'sync'])).toMatchObject({ code: 0, out: 'No servers were found.\n' });
  });
});

describe('snap mcp sync --from', () => {
  it('writes the servers as each client spells them, once, and undo gives every byte back', async () => {
    cursor({ files, docs });
    home.write('.claude.json', '{ "numStartups": 3 }');
    home.write('.config/opencode/opencode.json', '{\n  // mine\n  "theme": "x"\n}\n');
    const before = home.tree();
    const to = ['--to', 'claude-code', '--to', 'opencode', '--to', 'vscode'];
    const done = await home.run(['mcp', 'sync', '--from', 'cursor', ...to], { env: { FILES_ROOT: '/srv', DOCS_TOKEN: 'x' } });
    expect(done).toMatchObject({ code: 0, err: '' });
    expect(servers('.claude.json', 'mcpServers')).toEqual({
      files: { type: 'stdio', ...files, env: { ROOT: '${FILES_ROOT}' } },
      docs: { type: 'http', ...docs, headers: { Authorization: 'Bearer ${DOCS_TOKEN}' } },
    });
    expect(servers('.config/Code/User/mcp.json', 'servers')).toEqual({
      files: { type: 'stdio', ...files },
      docs: { type: 'http', ...docs },
    });
    expect(home.read('.config/opencode/opencode.json')).toContain('// mine');
    expect(home.read('.config/opencode/opencode.json')).toContain('"{env:FILES_ROOT}"');

    const after = home.tree();
    expect(await home.run(['mcp', 'sync', '--from', 'cursor', ...to, '--check'])).toMatchObject({ code: 0 });
    expect((await home.run(['mcp', 'sync', '--from', 'cursor', ...to])).out).toContain('Nothing to do.');
    expect(home.tree()).toEqual(after);
    expect((await home.run(['mcp', 'undo', '--yes'])).code).toBe(0);
    expect(home.tree()).toEqual(before);
  });

  it('comes back to what it was through another client', async () => {
    cursor({ files, docs });
    const before = home.read('.cursor/mcp.json');
    await home.run(['mcp', 'sync', '--from', 'cursor', '--to', 'opencode']);
    home.write('.cursor/mcp.json', '{ "mcpServers": {} }');
    await home.run(['mcp', 'sync', '--from', 'opencode', '--to', 'cursor']);
    expect(JSON.parse(home.read('.cursor/mcp.json'))).toEqual(JSON.parse(before));
  });

  it('prints a dry run that patch turns into the bytes of the real run', async () => {
    cursor({ files, docs });
    home.write('.claude.json', '{\n  "numStartups": 3\n}\n');
    const before = home.tree();
    const args = ['mcp', 'sync', '--from', 'cursor', '--to', 'claude-code', '--to', 'vscode'];
    const dry = await home.run([...args, '--dry-run']);
    expect(dry.code).toBe(0);
    expect(home.tree()).toEqual(before);
    await home.run(args);
    const real = home.tree();
    await home.run(['mcp', 'undo', '--yes']);
    expect(dry.err).toContain('| (cd ~ && patch -p1)');
    execFileSync('patch', ['-p1', '-s'], { cwd: home.path, input: dry.out });
    expect(home.tree()).toEqual(real);
  });

  it('takes the assistants found here when none is named, after a question', async () => {
    cursor({ files });
    home.write('.claude.json', '{}');
    const before = home.tree();
    const asked = await home.run(['mcp', 'sync', '--from', 'cursor']);
    expect(asked).toMatchObject({ code: 1 });
    expect(asked.err).toContain('Not an interactive terminal');
    expect(home.tree()).toEqual(before);
    expect((await home.run(['mcp', 'sync', '--from', 'cursor', '--yes'])).code).toBe(0);
    expect(home.read('.claude.json')).toContain('files');
  });

  it('copies the named servers of the named scope only', async () => {
    cursor({ files });
    home.write('project/.cursor/mcp.json', JSON.stringify({ mcpServers: { one: { command: '1' }, two: { command: '2' } } }));
    const done = await home.run(['mcp', 'sync', '--from', 'cursor', '--to', 'claude-code', '--scope', 'project', '--server', 'two']);
    expect(done.code).toBe(0);
    expect(servers('project/.mcp.json', 'mcpServers')).toEqual({ two: { type: 'stdio', command: '2', args: [] } });
  });

  it.each([
    ['an unknown assistant', ['--from', 'nobody'], 2, 'No assistant is called'],
    ['the same twice', ['--from', 'cursor', '--to', 'cursor'], 2, 'the same assistant'],
    ['two sources', ['--from', 'cursor,vscode'], 2, 'one assistant'],
    ['--to alone', ['--to', 'cursor'], 2, '--to needs --from'],
    ['an unknown server', ['--from', 'cursor', '--server', 'nothing'], 3, 'Servers there: files.'],
    ['a scope without servers', ['--from', 'cursor', '--scope', 'project'], 3, 'add --scope global'],
    ['a scope the source lacks', ['--from', 'cursor', '--scope', 'local'], 3, 'Cursor has no local scope'],
    [
      'a scope the target lacks',
      ['--from', 'claude-code', '--to', 'windsurf', '--scope', 'project'],
      3,
      'Devin Desktop (Windsurf) has no project scope',
    ],
  ])('refuses %s', async (_, args, code, says) => {
    cursor({ files });
    home.write('project/.mcp.json', '{"mcpServers":{"a":{"command":"a"},"b":{"command":"b"}}}');
    const done = await home.run(['mcp', 'sync', ...args]);
    expect(done.code).toBe(code);
    expect(done.err).toContain(says);
    expect(done.err.split(says)).toHaveLength(2);
  });

  it('copies nothing from a file that does not parse', async () => {
    home.write('.cursor/mcp.json', '{ "mcpServers": { "a": { "command": "x" } "b": {} } }');
    const done = await home.run(['mcp', 'sync', '--from', 'cursor', '--to', 'zed']);
    expect(done).toMatchObject({ code: 3 });
    expect(done.err).toContain('mcp.json:1:');
  });
});

describe('what both know in another form', () => {
  it('is carried over, and then is the same in both directions', async () => {
    home.write(
      '.codex/config.toml',
      '[mcp_servers.docs]\nurl = "https://mcp.example.com/mcp"\nbearer_token_env_var = "DOCS_TOKEN"\nstartup_timeout_sec = 20\nenabled_tools = ["read"]\n',
    );
    home.write('.cursor/mcp.json', '{}');
    const to = ['--to', 'cursor', '--to', 'gemini', '--to', 'crush'];
    const done = await home.run(['mcp', 'sync', '--from', 'codex', ...to]);
    expect(done.code).toBe(0);
    expect(servers('.cursor/mcp.json', 'mcpServers')).toEqual({
      docs: { url: 'https://mcp.example.com/mcp', headers: { Authorization: 'Bearer ${env:DOCS_TOKEN}' } },
    });
    expect(servers('.gemini/settings.json', 'mcpServers')).toMatchObject({ docs: { timeout: 20_000, includeTools: ['read'] } });
    expect(servers('.config/crush/crush.json', 'mcp')).toMatchObject({ docs: { timeout: 20, enabled_tools: ['read'] } });
    expect(done.out + done.err).toContain(
      'Not copied, because Cursor has no field for it: the list of the only tools that are offered, the time to start.',
    );
    expect(done.out + done.err).toContain('There the server offers more tools than in Codex.');
    expect((await home.run(['mcp', 'sync', '--from', 'codex', ...to, '--check'])).code).toBe(0);

    home.write('.codex/config.toml', '');
    expect((await home.run(['mcp', 'sync', '--from', 'cursor', '--to', 'codex'])).code).toBe(0);
    expect(parseToml(home.read('.codex/config.toml'))).toEqual({
      mcp_servers: { docs: { url: 'https://mcp.example.com/mcp', bearer_token_env_var: 'DOCS_TOKEN' } },
    });
  });

  it('replaces the literal header of a target with --force', async () => {
    cursor({ docs });
    home.write(
      '.codex/config.toml',
      '[mcp_servers.docs]\nurl = "https://mcp.example.com/mcp"\nenv_http_headers = { Old = "OLD" }\nhttp_headers = { Authorization = "x" }\n',
    );
    expect((await home.run(['mcp', 'sync', '--from', 'cursor', '--to', 'codex', '--force'])).code).toBe(0);
    expect(parseToml(home.read('.codex/config.toml'))).toEqual({
      mcp_servers: { docs: { url: 'https://mcp.example.com/mcp', bearer_token_env_var: 'DOCS_TOKEN' } },
    });
    expect((await home.run(['mcp', 'sync', '--from', 'cursor', '--to', 'codex', '--check'])).code).toBe(0);
  });
});

describe('what a client cannot have', () => {
  it.each([
    ['a variable', { x: files }, 'codex', 'Codex has nothing for ${env:FILES_ROOT} (in the variable ROOT)'],
    [
      'a workspace',
      { x: { command: 'x', args: ['${workspaceFolder}/x'] } },
      'zed',
      'Zed has nothing for ${workspaceFolder} (in an argument)',
    ],
    ['headers', { x: { type: 'sse', url: 'https://e.com/sse', headers: { A: 'b' } } }, 'qoder', 'no field for the headers'],
    ['a transport', { x: { url: 'https://e.com/mcp' } }, 'claude-desktop', 'Claude Desktop cannot reach a server over http.'],
    ['a name', { 'a b': { command: 'x' } }, 'claude-code', 'Claude Code does not accept the name "a b"'],
    ['a text it would fill in', { x: { command: 'x', args: ['pa$word'] } }, 'gemini', 'a variable for Gemini CLI'],
  ])('%s', async (_, given, to, says) => {
    home.write('.config/Qoder/SharedClientCache/mcp.json', '{}');
    cursor({ ...given, good: { command: 'good' } });
    const before = home.tree();
    const done = await home.run(['mcp', 'sync', '--from', 'cursor', '--to', to]);
    expect(done.code).toBe(3);
    expect(done.err).toContain(says);
    const after = home.tree();
    const changed = Object.keys(after).filter((path) => after[path] !== before[path]);
    expect(changed).toHaveLength(1);
    expect(after[changed[0] ?? '']).toContain('good');
    expect(after[changed[0] ?? '']).not.toMatch(/\bx\b/);
  });

  it('is refused for a question of VS Code and for a start directory', async () => {
    home.write(
      '.config/Code/User/mcp.json',
      '{"servers":{"ask":{"type":"stdio","command":"a","env":{"K":"${input:key}"}},"far":{"type":"stdio","command":"b","cwd":"/srv"}}}',
    );
    const done = await home.run(['mcp', 'sync', '--from', 'vscode', '--to', 'vscode-insiders', '--to', 'cursor']);
    expect(done.code).toBe(3);
    expect(done.err).toContain('Cursor has no field for the directory this server starts in.');
    expect(done.err).toContain('VS Code Insiders has nothing for ${input:key}');
    expect(servers('.config/Code - Insiders/User/mcp.json', 'servers')).toEqual({
      far: { type: 'stdio', command: 'b', args: [], cwd: '/srv' },
    });
  });

  it('is refused where only the source can sign in', async () => {
    home.write(
      '.claude.json',
      JSON.stringify({ mcpServers: { docs: { type: 'http', url: 'https://e.com/mcp', headersHelper: 'bin/token' } } }),
    );
    const done = await home.run(['mcp', 'sync', '--from', 'claude-code', '--to', 'cursor']);
    expect(done.code).toBe(3);
    expect(done.err).toContain('Claude Code takes the credentials from "headersHelper", which Cursor does not have');
    expect(home.tree()).not.toHaveProperty(['.cursor/mcp.json']);
  });

  it('and what is only its own is named', async () => {
    cursor({ x: { command: 'x', envFile: '.env' } });
    const done = await home.run(['mcp', 'sync', '--from', 'cursor', '--to', 'vscode']);
    expect(done).toMatchObject({ code: 0 });
    expect(done.out).toContain('Not copied, because only Cursor knows these fields: envFile.');
  });
});

describe('what is not copied', () => {
  it('our own entry, and what is switched off unless it is named', async () => {
    home.write(
      '.codeium/windsurf/mcp_config.json',
      JSON.stringify({
        mcpServers: {
          snap: { command: '/usr/bin/node', args: ['/opt/snap/dist/main.js', 'mcp', '--stdio'] },
          off: { command: 'off', disabled: true },
        },
      }),
    );
    const done = await home.run(['mcp', 'sync', '--from', 'windsurf', '--to', 'kiro']);
    expect(done.code).toBe(0);
    expect(done.out).toContain("snap is left out. snap's own entry");
    expect(done.out).toContain('off is left out. It is switched off in Devin Desktop (Windsurf).');
    expect(done.out).toContain('Nothing to do.');
    expect((await home.run(['mcp', 'sync', '--from', 'windsurf', '--to', 'kiro', '--server', 'off'])).code).toBe(0);
    expect(servers('.kiro/settings/mcp.json', 'mcpServers')).toEqual({ off: { command: 'off', args: [] } });
  });

  it('but another server that is called snap is', async () => {
    cursor({ snap: { command: 'snap-of-somebody-else' } });
    expect((await home.run(['mcp', 'sync', '--from', 'cursor', '--to', 'zed'])).code).toBe(0);
    expect(home.read('.config/zed/settings.json')).toContain('snap-of-somebody-else');
  });

  it('a secret in plain text, which is shown nowhere, unless it is wanted', async () => {
    cursor({ github: { command: 'gh-mcp', args: ['--token', canary], env: { GITHUB_TOKEN: canary } } });
    const args = ['mcp', 'sync', '--from', 'cursor', '--to', 'zed', '--to', 'codex'];
    for (const more of [[], ['--dry-run'], ['--json'], ['--check']]) {
      const done = await home.run([...args, ...more]);
      expect(done.out + done.err).not.toContain(canary);
      expect(done.out + done.err).toContain('an argument, the variable GITHUB_TOKEN');
    }
    expect(Object.values(home.tree()).filter((text) => text.includes(canary))).toHaveLength(1);
    const done = await home.run([...args, '--with-secrets']);
    expect(done.code).toBe(0);
    expect(done.out + done.err).not.toContain(canary);
    expect(parseToml(home.read('.codex/config.toml'))).toMatchObject({ mcp_servers: { github: { env: { GITHUB_TOKEN: canary } } } });
  });
});

describe('an entry that differs', () => {
  it.each([
    [
      '.codex/config.toml',
      'codex',
      '[mcp_servers.files]\ncommand = "old"\nstartup_timeout_sec = 20\n\n[mcp_servers.files.env]\nMORE = "1"\n',
    ],
    ['.kiro/settings/mcp.json', 'kiro', '{"mcpServers":{"files":{"command":"old","env":{"MORE":"1"},"autoApprove":["x"]}}}'],
    [
      '.config/opencode/opencode.json',
      'opencode',
      '{"mcp":{"files":{"type":"remote","url":"https://e.com","headers":{"A":"b"},"timeout":9}}}',
    ],
  ])('in %s is replaced with --force alone, and then is the same', async (path, to, text) => {
    cursor({ files: { command: 'npx', args: ['-y', 'files'], env: { ROOT: '/srv' } } });
    home.write(path, text);
    const args = ['mcp', 'sync', '--from', 'cursor', '--to', to];
    const refused = await home.run(args);
    expect(refused).toMatchObject({ code: 3 });
    expect(refused.err).toContain('--force');
    expect(home.read(path)).toBe(text);
    expect((await home.run([...args, '--force'])).code).toBe(0);
    expect(home.read(path)).toMatch(/startup_timeout_sec|autoApprove|timeout/);
    expect(await home.run([...args, '--check'])).toMatchObject({ code: 0 });
    await home.run(['mcp', 'undo', '--yes']);
    expect(home.read(path)).toBe(text);
  });

  it('keeps what else stands beside its headers', async () => {
    home.write(
      '.continue/config.yaml',
      'name: mine\nversion: 1.0.0\nschema: v1\nmcpServers:\n  - name: docs\n    type: streamable-http\n    url: https://old.example.com/mcp\n    requestOptions:\n      timeout: 5\n      headers:\n        Old: x\n',
    );
    cursor({ docs: { url: 'https://mcp.example.com/mcp', headers: { New: 'why' } } });
    expect((await home.run(['mcp', 'sync', '--from', 'cursor', '--to', 'continue', '--force'])).code).toBe(0);
    const text = home.read('.continue/config.yaml');
    expect(text).toContain('timeout: 5');
    expect(text).toContain('New: why');
    expect(text).not.toContain('Old');
  });
});

describe('one file of several clients', () => {
  it('is written for all of them', async () => {
    home.write('project/.cursor/mcp.json', JSON.stringify({ mcpServers: { one: { command: '1', env: { A: '${env:A}' } } } }));
    const to = ['--to', 'claude-code', '--to', 'copilot-cli'];
    const done = await home.run(['mcp', 'sync', '--from', 'cursor', ...to, '--scope', 'project']);
    expect(done).toMatchObject({ code: 0 });
    expect(servers('project/.mcp.json', 'mcpServers')).toMatchObject({ one: { type: 'stdio', command: '1', env: { A: '${A}' } } });
    expect((await home.run(['mcp', 'sync', '--from', 'cursor', ...to, '--scope', 'project', '--check'])).code).toBe(0);
  });
});
