import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { makeHome, type Home } from '../support/program-home.ts';
import { maskArgs, maskText, masked } from '../../src/secrets/index.ts';

let home: Home;
beforeEach(() => {
  home = makeHome();
});
afterEach(() => home.remove());

/** Values nobody may see, in every place where people put them. Each holds the word canary. */
const token = 'ghp_canary0123456789abcdefghijklmnop';
const plain = 'canary-no-token-shape';

function plant(): void {
  const entry = {
    command: 'npx',
    args: [
      '-y',
      'server',
      '--access-token',
      plain,
      `--api-key=${plain}`,
      `API_TOKEN=${plain}`,
      token,
      '--header',
      `Authorization: Bearer ${plain}`,
    ],
    env: { PIN: 47_114_711_000, GITHUB_TOKEN: token, DATABASE: `postgres://me:${plain}@db/x`, HARMLESS_NAME: plain },
  };
  const remote = {
    url: `https://me:${plain}@mcp.example.com/${token}/mcp?key=${plain}&debug=true`,
    headers: { Authorization: `Bearer ${plain}`, 'X-Other': plain },
  };
  home.write('.cursor/mcp.json', JSON.stringify({ mcpServers: { entry, remote } }, undefined, 2));
  home.write(
    '.config/Code/User/mcp.json',
    `// "API_KEY": "${plain}", ${token}\n` +
      JSON.stringify({ servers: { entry, remote: { type: 'http', ...remote } }, inputs: [] }, undefined, '\t'),
  );
  home.write(
    '.config/zed/settings.json',
    `// zed\n${JSON.stringify({ assistant: { api_key: plain }, context_servers: { entry } }, undefined, 2)}`,
  );
  home.write(
    '.codex/config.toml',
    `[mcp_servers.entry]\ncommand = "npx"\nargs = ["--token", "${plain}"]\nenv = { A = "${plain}" }\n\n[mcp_servers.remote]\nurl = "https://x.example.com?token=${plain}"\nbearer_token_env_var = "TOKEN"\nhttp_headers = { "X-Key" = "${plain}" }\n`,
  );
  home.write(
    '.config/goose/config.yaml',
    `extensions:\n  entry:\n    type: stdio\n    cmd: npx\n    args: [--token, ${plain}]\n    envs:\n      A: ${plain}\n    enabled: true\n`,
  );
  // Broken in places where a parser would like to quote what it found.
  home.write('.kiro/settings/mcp.json', `{"mcpServers": {"a": {"env": {"KEY": ${plain} }}}}`);
  home.write('.qwen/settings.json', `{"mcpServers": {"a": {"env": {"KEY": "${plain}\n"}}}}`);
  home.write('.grok/config.toml', `[mcp_servers.a.env]\nKEY = ${plain}\n`);
  home.write('.config/Claude/claude_desktop_config.json', `{"mcpServers": {"a": {"env": {"KEY": '${plain}'}}}}`);
}

const all = ['--cursor', '--vscode', '--zed', '--codex', '--goose', '--kiro', '--qwen-code', '--grok-build', '--claude'];

describe('a secret in a config file', () => {
  it.each([
    [['mcp', 'scan', '--all']],
    [['mcp', 'scan', '--json']],
    [['tools', 'configure', ...all, '--dry-run']],
    [['tools', 'configure', ...all, '--dry-run', '--json']],
    [['tools', 'configure', ...all, '--check']],
    [['tools', 'configure', ...all, '--yes']],
    [['mcp', 'remove', 'entry', ...all, '--dry-run']],
    [['mcp', 'add', 'entry', ...all, '--force', '--dry-run', '--', 'other']],
    [['mcp', 'remove', 'entry', ...all, '--yes']],
    [['clients']],
  ])('is never printed by %j', async (args) => {
    plant();
    const { out, err } = await home.run(args);
    expect(out.length + err.length).toBeGreaterThan(100);
    expect(out + err).not.toContain('canary');
  });

  it('is readable nowhere in our own directory, which nobody else can open', async () => {
    plant();
    await home.run(['mcp', 'remove', 'entry', ...all, '--yes']);
    await home.run(['mcp', 'add', 'entry', ...all, '--env', `KEY=${plain}`, '--', 'x', '--token', plain]);
    const own = join(home.path, '.snap-data');
    const files = readdirSync(own, { recursive: true, encoding: 'utf8' }).map((name) => join(own, name));
    expect(files.length).toBeGreaterThan(4);
    for (const path of files) {
      const stats = statSync(path);
      expect(stats.mode & 0o077, path).toBe(0);
      if (stats.isFile()) expect(readFileSync(path, 'latin1')).not.toContain('canary');
    }
    const { out } = await home.run(['mcp', 'history']);
    expect(out).not.toContain('canary');
    await home.run(['mcp', 'undo', '--yes']);
    await home.run(['mcp', 'undo', '--yes']);
    expect(home.read('.cursor/mcp.json')).toContain(plain);
  });

  it.each([['repair'], ['scan'], ['sync', '--from', 'cursor', '--to', 'codex'], ['remove', 'b', '--cursor']])(
    'whose header is split over words is not shown by %s',
    async (...words) => {
      const servers = {
        a: { command: 'npx mcp-remote https://mcp.example.com/mcp --header Authorization: Bearer correct-horse-battery' },
        b: { command: 'npx', args: ['mcp-remote', 'https://mcp.example.com/mcp', '--header', 'X-API-Key:', 'acme-prod-7781'] },
        c: {
          command: 'npx',
          args: ['mcp-remote', 'https://mcp.example.com/mcp', '--header', 'Authorization:', 'Bearer', 'acme-prod-7782'],
        },
        d: { command: 'mysql-mcp', args: ['-uroot', '-pS3cretPassw0rd', 'db'] },
      };
      home.write('.cursor/mcp.json', JSON.stringify({ mcpServers: servers }));
      const { out, err } = await home.run(['mcp', ...words, ...(words[0] === 'scan' ? [] : ['--dry-run'])]);
      expect(out).not.toBe('');
      expect(out + err).not.toMatch(/correct-horse|acme-prod|S3cret/);
    },
  );

  it('is in the patch file, which only the person can read, and which applies', async () => {
    plant();
    const patch = join(home.path, 'true.patch');
    const dry = await home.run(['mcp', 'remove', 'entry', '--cursor', '--dry-run', '--patch-file', patch]);
    expect(dry.err).toContain('does not apply');
    expect(statSync(patch).mode & 0o777).toBe(0o600);
    await home.run(['mcp', 'remove', 'entry', '--cursor']);
    const real = home.read('.cursor/mcp.json');
    await home.run(['mcp', 'undo', '--yes']);
    const command = /^To apply the patch: (.*)$/m.exec(dry.err)?.[1] ?? '';
    execFileSync('sh', ['-c', command], { env: { PATH: process.env['PATH'], HOME: home.path }, stdio: 'pipe' });
    expect(home.read('.cursor/mcp.json')).toBe(real);
  });
});

describe('what is masked', () => {
  it.each([
    [
      ['--token', 'abc'],
      ['--token', masked],
    ],
    [
      ['--api-key', '${env:KEY}'],
      ['--api-key', '${env:KEY}'],
    ],
    [
      ['--token-file', '/run/secrets/x'],
      ['--token-file', masked],
    ],
    [
      ['-e', 'GITHUB_TOKEN', 'image'],
      ['-e', 'GITHUB_TOKEN', 'image'],
    ],
    [
      ['-e', 'GITHUB_TOKEN=abc'],
      ['-e', `GITHUB_TOKEN=${masked}`],
    ],
    [
      ['--root', '/home/me/work/some-long-directory-name/v2'],
      ['--root', '/home/me/work/some-long-directory-name/v2'],
    ],
    [
      ['-y', '@modelcontextprotocol/server-filesystem@2026.8.31'],
      ['-y', '@modelcontextprotocol/server-filesystem@2026.8.31'],
    ],
    [['--key=value'], [`--key=${masked}`]],
    [
      ['-u', 'admin:pw'],
      ['-u', `admin:${masked}`],
    ],
    [
      ['--pass', '$pa55$'],
      ['--pass', masked],
    ],
    [
      ['--secret', '-x9'],
      ['--secret', masked],
    ],
    [
      ['--header', 'X-API-Key:', 'acme-prod-7781', '--port', '80'],
      ['--header', 'X-API-Key:', masked, '--port', '80'],
    ],
    [
      ['--header', 'Authorization:', 'Bearer', 'acme-prod-7782'],
      ['--header', 'Authorization:', 'Bearer', masked],
    ],
    [
      ['--header', 'Authorization:', '--verbose'],
      ['--header', 'Authorization:', '--verbose'],
    ],
    [
      ['-uroot', '-pS3cretPassw0rd', 'db'],
      ['-uroot', `-p${masked}`, 'db'],
    ],
    [
      ['-p8080', '-path', '-pkg'],
      ['-p8080', '-path', '-pkg'],
    ],
    [['--keyboard=de'], ['--keyboard=de']],
    [['550e8400-e29b-41d4-a716-446655440000'], ['550e8400-e29b-41d4-a716-446655440000']],
  ])('%j', (args, expected) => {
    expect(maskArgs(args)).toEqual(expected);
  });

  it.each([
    ['postgres://u:pa@ss@host/db', `postgres://${masked}@host/db`],
    ['--config={"apiKey":"abcdef"}', `--config={"apiKey":"${masked}"}`],
    ['Server=h;User Id=u;Password=abc;', `Server=h;User Id=u;Password=${masked};`],
    [`curl -H "Authorization: Basic abc" https://x`, `curl -H "Authorization: ${masked}" https://x`],
    ['https://h/x?abcdefabcdef12', `https://h/x?${masked}`],
    ['Bearer ${env:TOKEN}', 'Bearer ${env:TOKEN}'],
    ['$pa55$word', '$pa55$word'],
    ['https://user:pass@host/x', `https://${masked}@host/x`],
    ['https://host/mcp?api_key=abc&debug=true', `https://host/mcp?api_key=${masked}&debug=true`],
    ['https://host/mcp?key=${input:key}', 'https://host/mcp?key=${input:key}'],
    ['npx -y server --token abc', `npx -y server --token ${masked}`],
    ['Authorization: Bearer abcdefgh1234', `Authorization: ${masked}`],
  ])('%s', (text, expected) => {
    expect(maskText(text)).toBe(expected);
  });
});
