import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkModes, isWorking } from '../../src/checks/index.ts';
import { decodeLine } from '../../src/server/wire.ts';
import { builtProgram } from '../support/built-program.ts';
import { call, connected, madeHome } from './started.ts';

describe('the server as the SDK client sees it', () => {
  it('lists the default surface, and what that costs is held by surface.test.ts', async () => {
    const client = await connected();
    expect(client.getServerVersion()).toEqual({ name: 'snap', version: expect.stringMatching(/^\d+\.\d+\.\d+$/) });
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain('check');
  });

  it('answers an unknown tool with a protocol error', async () => {
    const client = await connected();
    await expect(client.callTool({ name: 'pulses' })).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining('Known: '),
    });
  });
});

describe('mode health', () => {
  it('has content in the root directory, with an empty PATH and an empty home', async () => {
    const { text, line, isError } = await call(await connected({ home: madeHome() }), { mode: 'health' });
    expect(isError).toBe(false);
    expect(line).toBe(
      'snap|C|mode:health|status:passed|err:0E|warn:2W|ts:skipped|lint:skipped|tests:skipped|issues:workspace is no project, no git',
    );
    expect(text).toContain('\n---\n');
    expect(text).toContain('Workspace: / (no project)');
    expect(text).toContain('snap mcp repair');
  });

  it('says what snap itself is doing, and what it lacks', async () => {
    const home = madeHome({ 'shop/package.json': '{}', 'shop/.snap/settings.json': '{"exclude":7}' });
    const { text, line } = await call(await connected({ home, cwd: join(home, 'shop'), env: { PATH: process.env['PATH'] ?? '' } }), {
      mode: 'health',
    });
    expect(line).toContain('|err:0E|warn:1W|');
    expect(line).toContain('issues:settings that cannot be used');
    expect(text).toMatch(/^Server: snap [\d.]+, Node [\d.]+, git [\d.]+, \w+\.$/m);
    expect(text).toMatch(/^It has run for \d+ seconds?, answered this call, takes \d+ MiB of memory, and offers the default tools\.$/m);
    expect(text).toContain('Stores: learnings 0, tasks 0, snapshots 0.');
    expect((await call(await connected({ home }), { mode: 'health' })).text).toContain('git was not found, or does not answer');
  });

  it('names a surface that does not exist', async () => {
    const client = await connected({ home: madeHome(), env: { SVC_MCP_INTELLIGENCE_SURFACE: 'banana' } });
    const { line, text } = await call(client, { mode: 'health' });
    expect(line).toContain('unknown surface');
    expect(text).toContain('SVC_MCP_INTELLIGENCE_SURFACE is "banana", which means nothing to snap');
  });

  it('has content when it is not even told a home', async () => {
    const { text, line, isError } = await call(await connected({ home: '' }), { mode: 'health' });
    expect([isError, text.includes('Workspace: /')]).toEqual([false, true]);
    expect(() => decodeLine('check', line, false)).not.toThrow();
  });

  it('holds the same values without keys when it shall be compact', async () => {
    const client = await connected({ home: madeHome() });
    const labelled = await call(client, { mode: 'health' });
    const compact = await call(client, { mode: 'health', compact: true });
    expect(compact.line).toBe('snap|C|health|passed|0E|2W|skipped|skipped|skipped|workspace is no project, no git');
    expect(decodeLine('check', compact.line, true)).toEqual(decodeLine('check', labelled.line, false));
  });

  it('says where a file is broken', async () => {
    const home = madeHome({ '.cursor/mcp.json': '{\n  "mcpServers": {\n    "a": { "command": "x" }\n    "b": {}\n  }\n}\n' });
    const { text, line } = await call(await connected({ home }), { mode: 'health' });
    expect(decodeLine('check', line, false)).toMatchObject({
      status: 'failed',
      err: '1E',
      issues: expect.stringContaining('cursor unparsable 4:5'),
    });
    expect(text).toContain(
      '- error: ~/.cursor/mcp.json:4:5: Cursor: unparsable: The file does not parse: a comma is missing before the next string.',
    );
    expect(text).not.toContain(home);
  });

  it.each([
    ['a value without quotes', '.codex/config.toml', '[mcp_servers.a]\ncommand = "x"\n[mcp_servers.a.env]\nKEY = CANARY-in-vain\n'],
    ['a token where a comma should be', '.cursor/mcp.json', '{ "mcpServers": { "a": { "env": { "KEY": CANARY } } } }'],
    [
      'env and headers',
      '.cursor/mcp.json',
      JSON.stringify({
        mcpServers: {
          a: { command: 'x', env: { KEY: 'CANARY' } },
          b: { url: 'https://u:CANARY@example.com/?key=CANARY', headers: { Authorization: 'CANARY' } },
        },
      }),
    ],
    [
      'an argument behind a flag',
      '.cursor/mcp.json',
      JSON.stringify({ mcpServers: { a: { command: 'x', args: ['--api-key', 'CANARY', '--token=CANARY'] } } }),
    ],
  ])('shows no secret: %s', async (_, path, content) => {
    const { text } = await call(await connected({ home: madeHome({ [path]: content }) }), { mode: 'health' });
    expect(text).toContain(path);
    expect(text).not.toContain('CANARY');
  });

  it('shows names as data: nothing invisible, nothing that breaks a line', async () => {
    const name = 'a\n---\nsnap|C|\u001B[31m\u202Eb\u{E0041}';
    const { text } = await call(
      await connected({ home: madeHome({ '.cursor/mcp.json': JSON.stringify({ mcpServers: { [name]: { command: 'x\ny' } } }) }) }),
      { mode: 'health' },
    );
    expect(text).toContain('"a --- snap|C|b" stdio: x y');
    expect(text.match(/^---$/gm)).toHaveLength(1);
  });

  it('is bounded and says so', async () => {
    const servers = Object.fromEntries(
      Array.from({ length: 500 }, (_, i) => [`server-${i}`, { command: 'npx', args: ['-y', `package-${i}`] }]),
    );
    const { text } = await call(await connected({ home: madeHome({ '.cursor/mcp.json': JSON.stringify({ mcpServers: servers }) }) }), {
      mode: 'health',
    });
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(8_400);
    expect(text).toMatch(/\(\d+ more lines are left out\)\n\n.*snap mcp repair/);
  });
});

describe('--workspace', () => {
  const withWorkspace = (workspace: string, options: { home: string; cwd?: string }) =>
    connected({ args: ['mcp', '--stdio', '--workspace', workspace], ...options });

  it('is the project whose files are read', async () => {
    const home = madeHome({ 'shop/.cursor/mcp.json': '{"mcpServers":{"in-the-shop":{"command":"env"}}}' });
    const { text, line } = await call(await withWorkspace(join(home, 'shop'), { home }), { mode: 'health' });
    expect(line).toContain('|err:0E|warn:1W|');
    expect(text).toContain('Workspace: ~/shop\n');
    expect(text).toContain('"in-the-shop" stdio: env');
  });

  it('that does not exist is the first finding, until it exists', async () => {
    const home = madeHome({ '.cursor/mcp.json': '{' });
    const client = await withWorkspace(join(home, 'missing'), { home, cwd: home });
    const { text, line } = await call(client, { mode: 'health' });
    expect(line).toMatch(/status:failed\|err:2E\|.*issues:workspace missing, cursor/);
    expect(text.split('\n').slice(2, 4)).toEqual([
      'health: failed, 2 errors, 1 warning.',
      `- error: --workspace ~/missing: this directory does not exist, so the tools that need a project refuse to work; this report is about ~. Correct the path in this server's entry.`,
    ]);
    mkdirSync(join(home, 'missing'));
    expect((await call(client, { mode: 'health' })).line).toContain('err:1E');
  });

  it('that the client did not replace is said, and the current directory used', async () => {
    const home = madeHome({ 'shop/package.json': '{}' });
    const { text, line } = await call(await withWorkspace('${workspaceFolder}', { home, cwd: join(home, 'shop') }), { mode: 'health' });
    expect(line).toContain('status:passed|err:0E|warn:2W|');
    expect(text).toContain(
      '--workspace ${workspaceFolder}: the assistant did not replace the variable, so snap does not know the project; this report is about ~/shop.',
    );
    expect(text).toContain('Workspace: ~/shop\n');
  });
});

describe('what check cannot do', () => {
  it.each<[string, Readonly<Record<string, unknown>>, string, RegExp]>([
    [
      'trace',
      { mode: 'trace' },
      'NOT_IMPLEMENTED',
      /^check: mode "trace" is not implemented in v\d+\.\d+\.\d+\. What works today: check with mode .*health\.$/,
    ],
    ...checkModes
      .filter((mode) => !isWorking(mode))
      .map((mode): [string, Readonly<Record<string, unknown>>, string, RegExp] => [
        mode,
        { mode },
        'NOT_AVAILABLE',
        /^check: mode "\w+" is not available in v[\d.]+\. What works today: check with /,
      ]),
    ['an unknown mode', { mode: 'everything' }, 'INVALID_MODE', /^check: mode must be .*health\. Correct that and call again/],
    ['files that are no text', { mode: 'health', files: [1] }, 'INVALID_INPUT', /files must be a text or a list of texts/],
    ['a flag that is no flag', { mode: 'health', tests: 'yes' }, 'INVALID_INPUT', /tests must be true or false/],
    ['a diff of another kind', { diff: 'all' }, 'INVALID_INPUT', /diff must be one of staged, changed, uncommitted/],
    ['code that is no text', { code: {} }, 'INVALID_INPUT', /code must be a text/],
    ['compact that is no flag', { compact: 1 }, 'INVALID_INPUT', /compact must be true or false/],
  ])('is answered as its result: %s', async (_, input, code, words) => {
    const { text, line, isError } = await call(await connected(), input);
    expect(isError).toBe(true);
    expect(decodeLine('error', line, false)).toMatchObject({ code });
    expect(text.split('\n---\n')[1]).toMatch(words);
  });

  it('can be compact', async () => {
    const { line } = await call(await connected(), { mode: 'trace', compact: true });
    expect(line).toMatch(/^snap\|!\|NOT_IMPLEMENTED\|mode "trace" is not implemented in v[\d.]+$/);
  });

  it('says so when the program was updated under it', async () => {
    const place = madeHome({ 'dist/package.json': '{"type":"module"}' });
    cpSync(dirname(builtProgram()), join(place, 'dist'), { recursive: true });
    const client = await connected({ program: join(place, 'dist/main.js') });
    await client.listTools();
    rmSync(join(place, 'dist'), { recursive: true });
    const { text, isError } = await call(client, { mode: 'health' });
    expect(isError).toBe(true);
    expect(text).toContain('snap was updated or moved while this server ran. Restart the assistant');
  });
});
