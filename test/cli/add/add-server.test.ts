import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { builtProgram } from '../../support/built-program.ts';
import { makeHome, type Home } from '../../support/program-home.ts';
import { inTerminal, keys, noTerminal } from '../../support/terminal.ts';

let home: Home;
beforeEach(() => {
  home = makeHome();
});
afterEach(() => home.remove());

const json = (path: string) => JSON.parse(home.read(path));
const secret = 'fc-0123456789abcdef0123456789CANARY';

describe('snap mcp add <name of the catalogue>', () => {
  it('writes a working entry into an empty home, offline, and says what comes next', async () => {
    const done = await home.run(['mcp', 'add', 'context7', '--claude-code', '--yes'], { cwd: home.path });
    expect(done).toMatchObject({ code: 0, err: '' });
    expect(home.tree()).toEqual({
      '.claude.json': `{
  "mcpServers": {
    "context7": {
      "type": "stdio",
      "command": "npx",
      "args": ["-y", "@upstash/context7-mcp"]
    }
  }
}
`,
    });
    expect(done.out).toContain('Claude Code: context7: added  ~/.claude.json');
    expect(done.out).toContain('Start Claude Code again, or reconnect the server with "/mcp".');
  });

  it('writes of a server what each assistant can have', async () => {
    const done = await home.run(['mcp', 'add', 'astro-docs', '--cursor', '--claude-desktop', '--json']);
    expect(done.code).toBe(0);
    expect(json('.cursor/mcp.json').mcpServers['astro-docs']).toEqual({ url: 'https://mcp.docs.astro.build/mcp' });
    expect(json('.config/Claude/claude_desktop_config.json').mcpServers['astro-docs']).toEqual({
      command: 'npx',
      args: ['-y', 'mcp-remote', 'https://mcp.docs.astro.build/mcp'],
    });
    expect(JSON.parse(done.out).results).toMatchObject([{ server: 'astro-docs' }, { server: 'astro-docs' }]);
  });

  it('writes a path in full into a file of the person, and as typed into one of the project', async () => {
    await home.run(['mcp', 'add', 'filesystem', '--cursor', '--arg', '.', '--arg', '../docs']);
    expect(json('.cursor/mcp.json').mcpServers.filesystem.args.slice(2)).toEqual([home.project, join(home.path, 'docs')]);
    await home.run(['mcp', 'add', 'filesystem', '--cursor', '--scope', 'project', '--arg', '.']);
    expect(json('project/.cursor/mcp.json').mcpServers.filesystem.args.slice(2)).toEqual(['.']);
  });
});

describe('snap add <JSON>', () => {
  const block = '{"mcpServers":{"one":{"command":"npx","args":["-y","one"]},"two":{"url":"https://two.example/mcp"}}}';

  it('writes every server of the block, in the form of each assistant', async () => {
    const done = await home.run(['add', block, '--cursor', '--vscode', '--yes']);
    expect(done).toMatchObject({ code: 0, err: '' });
    expect(json('.cursor/mcp.json').mcpServers).toEqual({
      one: { command: 'npx', args: ['-y', 'one'] },
      two: { url: 'https://two.example/mcp' },
    });
    expect(json('.config/Code/User/mcp.json').servers.two).toEqual({ type: 'http', url: 'https://two.example/mcp' });
    expect(done.out).toContain('Cursor: two: added');
  });

  it('reads it from standard input too', async () => {
    const env = { HOME: home.path, PATH: process.env['PATH'] ?? '', SNAP_DATA_DIR: join(home.path, '.snap-data'), SNAP_DAEMON: 'off' };
    const options = { cwd: home.project, env, input: block, encoding: 'utf8' } as const;
    expect(spawnSync(process.execPath, [builtProgram(), 'add', '-', '--cursor', '--yes'], options)).toMatchObject({ status: 0 });
    expect(Object.keys(json('.cursor/mcp.json').mcpServers)).toEqual(['one', 'two']);
  });

  it('warns of a secret in it, and shows it nowhere', async () => {
    const pasted = JSON.stringify({ command: 'npx', args: ['-y', 'pkg'], env: { API_KEY: secret } });
    const done = await home.run(['add', pasted, '--cursor', '--name', 'pkg']);
    expect(done.code).toBe(0);
    expect(done.err).toContain('API_KEY');
    expect(done.out + done.err).not.toContain(secret);
    // Into a file that others read it is not written.
    expect((await home.run(['add', pasted, '--cursor', '--name', 'pkg', '--scope', 'project'])).code).toBe(3);
    expect(home.tree()['project/.cursor/mcp.json']).toBeUndefined();
  });

  it('takes no options that are meant for one entry', async () => {
    expect((await home.run(['add', block, '--cursor', '--env', 'A=1'])).code).toBe(2);
    expect((await home.run(['add', block, '--cursor', '--name', 'x'])).err).toContain('the JSON has 2');
    expect((await home.run(['add', '{"a":', '--cursor'])).code).toBe(2);
  });
});

describe.skipIf(noTerminal !== undefined)('snap add without an assistant', () => {
  it('asks which, with those ticked that are here', async () => {
    home.write('.cursor/mcp.json', '{}');
    home.write('.codex/config.toml', '');
    const session = inTerminal(home, ['add', 'context7']);
    await session.see('Which assistants should get "context7"?');
    await session.see('Codex');
    session.type(keys.enter);
    await session.see('Write these 2 changes?');
    session.type(keys.enter);
    expect(await session.ended).toBe(0);
    expect(Object.keys(json('.cursor/mcp.json').mcpServers)).toEqual(['context7']);
    expect(home.read('.codex/config.toml')).toContain('context7');
  });
});

describe('snap mcp add <word>', () => {
  it('never takes a word for a package', async () => {
    const done = await home.run(['mcp', 'add', 'contxt7', '--cursor', '--yes']);
    expect(done).toMatchObject({ code: 2, out: '' });
    expect(done.err).toContain('Did you mean "snap mcp add context7"?');
    expect(done.err).toContain('snap mcp add npm:contxt7');
    expect(done.err).toContain('snap mcp add pypi:contxt7');
    expect(home.tree()).toEqual({});
  });

  it('takes it on purpose, and warns of a name that is nearly a well-known one', async () => {
    const done = await home.run(['mcp', 'add', 'npm:firecrawl-mpc@1.0.0', '--cursor']);
    expect(done.code).toBe(0);
    expect(done.err).toContain('The package "firecrawl-mpc" is not the well-known "firecrawl-mcp"');
    expect(json('.cursor/mcp.json').mcpServers['firecrawl-mpc']).toEqual({ command: 'npx', args: ['-y', 'firecrawl-mpc@1.0.0'] });
  });
});

describe('snap mcp add <address or command line>', () => {
  it('says how to choose another name than that of another server', async () => {
    await home.run(['mcp', 'add', 'https://mcp.example.com/sse', '--claude-code']);
    expect(json('.claude.json').mcpServers).toEqual({ example: { type: 'sse', url: 'https://mcp.example.com/sse' } });
    const clash = await home.run(['mcp', 'add', 'https://api.example.com/mcp', '--claude-code']);
    expect(clash.code).toBe(3);
    expect(clash.err).toContain('Choose another name with --name <name>, or replace it with --force');
  });
});

describe('a variable that a server needs', () => {
  it('is a reference in a file of the project, and its value stays out of it', async () => {
    const args = ['mcp', 'add', 'firecrawl', '--cursor', '--claude-code', '--scope', 'project', '--env', `FIRECRAWL_API_KEY=${secret}`];
    const done = await home.run(args);
    expect(done.code).toBe(0);
    expect(json('project/.cursor/mcp.json').mcpServers.firecrawl.env).toEqual({ FIRECRAWL_API_KEY: '${env:FIRECRAWL_API_KEY}' });
    expect(json('project/.mcp.json').mcpServers.firecrawl.env).toEqual({ FIRECRAWL_API_KEY: '${FIRECRAWL_API_KEY}' });
    expect(JSON.stringify([home.tree(), done])).not.toContain(secret);
  });

  it('of a header is filled in by --env', async () => {
    const url = ['mcp', 'add', 'https://mcp.example.com/mcp', '--zed', '--header', 'Authorization: Bearer ${MY_TOKEN}'];
    expect((await home.run([...url, '--env', `MY_TOKEN=${secret}`])).code).toBe(0);
    expect(json('.config/zed/settings.json').context_servers.example.headers).toEqual({ Authorization: `Bearer ${secret}` });
  });

  it('is named where nobody can be asked', async () => {
    const done = await home.run(['mcp', 'add', 'perplexity', '--cursor', '--zed']);
    expect(done.code).toBe(3);
    expect(done.err).toContain('--env PERPLEXITY_API_KEY=<value>');
    expect(json('.cursor/mcp.json').mcpServers.perplexity.env).toEqual({ PERPLEXITY_API_KEY: '${env:PERPLEXITY_API_KEY}' });
  });
});

describe.skipIf(noTerminal !== undefined)('in a terminal', () => {
  it('a value is asked for, not shown, and written into a file that only the person reads', async () => {
    const session = inTerminal(home, ['mcp', 'add', 'firecrawl', '--cursor', '--name', 'fc']);
    await session.see('FIRECRAWL_API_KEY (from https://www.firecrawl.dev/app/api-keys)');
    session.type(`${secret}${keys.enter}`);
    await session.see('added');
    expect(await session.ended).toBe(0);
    expect(session.raw).not.toContain('CANARY');
    expect(json('.cursor/mcp.json').mcpServers.fc.env).toEqual({ FIRECRAWL_API_KEY: secret });
    expect(statSync(join(home.path, '.cursor/mcp.json')).mode & 0o777).toBe(0o600);
    const own = readFileSync(join(home.path, '.snap-data/data/journal/index.jsonl'), 'utf8');
    expect(own).not.toContain(secret);
  });

  it('is in no preview either, wherever it is in the entry', async () => {
    home.write('.cursor/mcp.json', '{}');
    const session = inTerminal(home, ['mcp', 'add', 'x', '--detected', '--', 'sh', 'say', '${MY_WORD}']);
    await session.see('MY_WORD');
    session.type(`swordfish${keys.enter}`);
    await session.see('Write');
    session.type(keys.enter);
    expect(await session.ended).toBe(0);
    expect(json('.cursor/mcp.json').mcpServers.x.args).toEqual(['say', 'swordfish']);
    expect(session.raw).not.toContain('swordfish');
  });

  it('also for a reference that was typed, and Esc writes nothing', async () => {
    const session = inTerminal(home, [
      'mcp',
      'add',
      'https://mcp.example.com/mcp',
      '--cursor',
      '--header',
      'Authorization: Bearer ${MY_TOKEN}',
    ]);
    await session.see('MY_TOKEN');
    session.type(keys.escape);
    expect(await session.ended).toBe(3);
    expect(home.tree()).toEqual({});
  });

  it('without a name, the catalogue is searched', async () => {
    const session = inTerminal(home, ['mcp', 'add', '--cursor']);
    await session.see('Which server?');
    session.type('jira');
    await session.see('Search: jira');
    session.type(keys.enter);
    expect(await session.ended).toBe(0);
    expect(Object.keys(json('.cursor/mcp.json').mcpServers)).toEqual(['atlassian']);
  });

  it('a word that may be anything is asked about', async () => {
    const session = inTerminal(home, ['mcp', 'add', 'contxt7', '--cursor']);
    await session.see('"contxt7" is not in the catalogue. What is it?');
    session.type(keys.enter);
    expect(await session.ended).toBe(0);
    expect(Object.keys(json('.cursor/mcp.json').mcpServers)).toEqual(['context7']);
  });
});
