import { chmodSync } from 'node:fs';
import { parse as parseToml } from 'smol-toml';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeHome, type Home } from '../support/program-home.ts';

let home: Home;
beforeEach(() => {
  home = makeHome();
});
afterEach(() => home.remove());

const token = 'ghp_0123456789abcdefghijklmnopqrstCANARY';
const url = ['--url', 'https://mcp.example.com/mcp'];

const json = (path: string) => JSON.parse(home.read(path));

/** A program that can be found. */
function program(name: string): Readonly<Record<string, string>> {
  chmodSync(home.write(`bin/${name}`, '#!/bin/sh\n'), 0o755);
  return { PATH: `${home.path}/bin:${process.env['PATH'] ?? ''}` };
}

describe('a variable that is typed', () => {
  const entries: Readonly<Record<string, () => unknown>> = {
    cursor: () => json('.cursor/mcp.json').mcpServers.gh.headers,
    'claude-code': () => json('.claude.json').mcpServers.gh.headers,
    vscode: () => json('.config/Code/User/mcp.json').servers.gh.headers,
    windsurf: () => json('.config/devin/mcp_config.json').mcpServers.gh.headers,
    opencode: () => json('.config/opencode/opencode.json').mcp.gh.headers,
    crush: () => json('.config/crush/crush.json').mcp.gh.headers,
    gemini: () => json('.gemini/settings.json').mcpServers.gh.headers,
  };
  const spelled: Readonly<Record<string, string>> = {
    cursor: '${env:GITHUB_TOKEN}',
    'claude-code': '${GITHUB_TOKEN}',
    vscode: '${env:GITHUB_TOKEN}',
    windsurf: '${env:GITHUB_TOKEN}',
    opencode: '{env:GITHUB_TOKEN}',
    crush: '${GITHUB_TOKEN}',
    gemini: '${GITHUB_TOKEN}',
  };

  it.each(['${GITHUB_TOKEN}', '${env:GITHUB_TOKEN}', '$GITHUB_TOKEN', '{env:GITHUB_TOKEN}', '%GITHUB_TOKEN%'])(
    'as %s is written as each assistant spells it',
    async (typed) => {
      const flags = [...Object.keys(entries), 'codex'].map((id) => `--${id}`);
      const args = ['mcp', 'add', 'gh', ...flags, ...url, '--header', `Authorization: Bearer ${typed}`];
      expect((await home.run(args, { env: { GITHUB_TOKEN: 'x' } })).code).toBe(0);
      for (const [id, read] of Object.entries(entries))
        expect({ id, headers: read() }).toEqual({ id, headers: { Authorization: `Bearer ${spelled[id]}` } });
      expect(parseToml(home.read('.codex/config.toml'))).toEqual({
        mcp_servers: { gh: { url: 'https://mcp.example.com/mcp', bearer_token_env_var: 'GITHUB_TOKEN' } },
      });
    },
  );

  it('is refused where the assistant has nothing for it, and written in the others', async () => {
    const done = await home.run(['mcp', 'add', 'gh', '--zed', '--cursor', '--env', 'KEY=${MY_KEY}', '--', 'sh'], { env: { MY_KEY: 'x' } });
    expect(done.code).toBe(3);
    expect(done.err).toContain('Zed has nothing for ${MY_KEY} (in the variable KEY) in this file.');
    expect(json('.cursor/mcp.json').mcpServers.gh.env).toEqual({ KEY: '${env:MY_KEY}' });
    expect(Object.keys(home.tree())).toEqual(['.cursor/mcp.json']);
  });

  it('stays as it is where something else fills it in', async () => {
    await home.run(['mcp', 'add', 'a', '--cursor', '--', 'sh', '-c', 'echo ${HOME} $1']);
    await home.run(['mcp', 'add', 'b', '--cursor', '--env', 'KEY=1', '--', 'sh', '${KEY}']);
    await home.run(['mcp', 'add', 'c', '--cursor', '--env', 'WORD=pa$$w{x}%20', '--', 'sh']);
    expect(json('.cursor/mcp.json').mcpServers).toMatchObject({
      a: { args: ['-c', 'echo ${HOME} $1'] },
      b: { args: ['${KEY}'] },
      c: { env: { WORD: 'pa$$w{x}%20' } },
    });
  });
});

describe('a secret for the file of a project', () => {
  it.each([
    ['cursor', ['--env', `GITHUB_TOKEN=${token}`, '--', 'sh'], "--env GITHUB_TOKEN='${env:GITHUB_TOKEN}'"],
    ['claude-code', ['--env', `GITHUB_TOKEN=${token}`, '--', 'sh'], "--env GITHUB_TOKEN='${GITHUB_TOKEN}'"],
    ['codex', ['--env', `GITHUB_TOKEN=${token}`, '--', 'sh'], "--env GITHUB_TOKEN='${GITHUB_TOKEN}'"],
    ['cursor', [...url, '--header', `Authorization: Bearer ${token}`], "--header 'Authorization: Bearer ${env:GH_TOKEN}'"],
    ['vscode', ['--', 'sh', '--token', token], 'let the server read it from its environment'],
    ['zed', ['--env', `GITHUB_TOKEN=${token}`, '--', 'sh'], 'use --scope global'],
  ])('is refused by %s, with what to write instead', async (id, rest, says) => {
    const done = await home.run(['mcp', 'add', 'gh', `--${id}`, '--scope', 'project', ...rest]);
    expect(done.code).toBe(3);
    expect(done.err).toContain('meant to be committed');
    expect(done.err).toContain(says);
    expect(done.err).toContain('--with-secrets');
    expect(done.out + done.err).not.toContain('CANARY');
    expect(home.tree()).toEqual({});
  });

  it('is written when it is wanted, and without a word when it is none', async () => {
    const args = ['mcp', 'add', 'gh', '--cursor', '--scope', 'project'];
    expect((await home.run([...args, '--with-secrets', '--env', `GITHUB_TOKEN=${token}`, '--', 'sh'])).code).toBe(0);
    expect(json('project/.cursor/mcp.json').mcpServers.gh.env.GITHUB_TOKEN).toBe(token);
    expect(
      (await home.run(['mcp', 'add', 'x', '--cursor', '--scope', 'project', '--env', 'TOKENIZERS_PARALLELISM=false', '--', 'sh'])).code,
    ).toBe(0);
  });
});

describe('a command line that comes as one word', () => {
  it.each([
    [['tool -y "a b" c'], { command: 'tool', args: ['-y', 'a b', 'c'] }],
    [['tool -y', 'more words'], { command: 'tool', args: ['-y', 'more words'] }],
    [[' tool  --flag '], { command: 'tool', args: ['--flag'] }],
  ])('%j is split', async (words, expected) => {
    const done = await home.run(['mcp', 'add', 'x', '--cursor', '--', ...words], { env: program('tool') });
    expect(done.code).toBe(0);
    expect(done.err).toContain('The command was one word; it is written as the program "tool"');
    expect(json('.cursor/mcp.json').mcpServers.x).toEqual(expected);
  });

  it('stays where a program of that name exists', async () => {
    await home.run(['mcp', 'add', 'x', '--cursor', '--', 'my tool'], { env: program('my tool') });
    expect(json('.cursor/mcp.json').mcpServers.x).toEqual({ command: 'my tool', args: [] });
  });
});

it.each([
  ['add', 'n1', '--goose', '--yes', '--', 'x'],
  ['remove', 'foo', '--goose', '--yes'],
])('a file that the assistant refuses for a name that is there twice is not edited (%s)', async (...words) => {
  const text = 'extensions:\n  foo: {cmd: x, type: stdio, enabled: true}\nextensions:\n  bar: {cmd: y, type: stdio, enabled: true}\n';
  home.write('.config/goose/config.yaml', text);
  const { code, out, err } = await home.run(['mcp', ...words]);
  expect(code).toBe(3);
  expect(out + err).toMatch(/config\.yaml:3:1: "extensions" is there a second time, so goose refuses the whole file/);
  expect(home.read('.config/goose/config.yaml')).toBe(text);
});
