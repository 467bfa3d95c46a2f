import { describe, expect, it } from 'vitest';
import { addOptionsOf } from '../../../src/cli/add/given.ts';
import { understand } from '../../../src/cli/add/understand.ts';
import { askerOf } from '../../../src/cli/asking.ts';
import { Values, type Invocation } from '../../../src/cli/command.ts';
import { SnapError } from '../../../src/system/index.ts';
import { memorySystem } from '../../support/memory-system.ts';

type Options = Readonly<Record<string, string | boolean | readonly string[]>>;

/** Where nobody can be asked. */
async function understood(word: string | undefined, options: Options = {}, rest?: readonly string[]) {
  const system = memorySystem({ env: { HERE: 'x' } });
  const values = new Values(options);
  const invocation = {
    values,
    positionals: word === undefined ? [] : [word],
    rest,
    system,
    ui: { interactive: false, warn: () => undefined },
  } as unknown as Invocation;
  try {
    const asked = await understand(addOptionsOf(invocation), askerOf(invocation));
    if (asked.kind === 'left') return 'left';
    const [{ name, servers } = expect.unreachable()] = asked.value;
    const [server] = servers(false);
    return server.kind === 'url'
      ? { name, url: server.url, transport: server.transport, headers: Object.fromEntries(server.headers) }
      : { name, words: [server.command, ...server.args].join(' '), env: Object.fromEntries(server.env) };
  } catch (error) {
    if (error instanceof SnapError) return `${error.code}: ${error.message} ${error.hint ?? ''}`;
    throw error;
  }
}

describe('what is added', () => {
  const header = { header: ['Authorization: Bearer ${T}'] };
  it.each<[string | undefined, Options, readonly string[] | undefined, unknown]>([
    ['context7', {}, undefined, { name: 'context7', words: 'npx -y @upstash/context7-mcp', env: {} }],
    [
      'context7',
      header,
      undefined,
      { name: 'context7', url: 'https://mcp.context7.com/mcp', transport: 'http', headers: { Authorization: 'Bearer ${T}' } },
    ],
    [
      'Jira',
      { name: 'tickets' },
      undefined,
      { name: 'tickets', url: 'https://mcp.atlassian.com/v1/mcp/authv2', transport: 'http', headers: {} },
    ],
    ['https://mcp.example.com/sse', {}, undefined, { name: 'example', url: 'https://mcp.example.com/sse', transport: 'sse', headers: {} }],
    [
      'https://mcp.example.com/sse',
      { transport: 'http' },
      undefined,
      { name: 'example', url: 'https://mcp.example.com/sse', transport: 'http', headers: {} },
    ],
    [
      'https://api.githubcopilot.com/mcp',
      {},
      undefined,
      { name: 'github', url: 'https://api.githubcopilot.com/mcp', transport: 'http', headers: {} },
    ],
    ['@upstash/context7-mcp', {}, undefined, { name: 'context7', words: 'npx -y @upstash/context7-mcp', env: {} }],
    ['@upstash/context7-mcp@1.0.0', {}, undefined, { name: 'context7', words: 'npx -y @upstash/context7-mcp@1.0.0', env: {} }],
    ['npm:some-mcp', { arg: ['--x', 'y'] }, undefined, { name: 'some', words: 'npx -y some-mcp --x y', env: {} }],
    ['pypi:mcp-server-git', { env: ['A=b', 'HERE'] }, undefined, 'usage'],
    [
      'pypi:other-mcp==2',
      { env: ['A=b', 'HERE'] },
      undefined,
      { name: 'other', words: 'uvx other-mcp==2', env: { A: 'b', HERE: '${HERE}' } },
    ],
    [
      'docker:mcp/brave-search',
      { env: ['HERE'], arg: ['x'] },
      undefined,
      { name: 'brave-search', words: 'docker run -i --rm -e HERE mcp/brave-search x', env: { HERE: '${HERE}' } },
    ],
    [
      'A=b npx -y weather-mcp --flag',
      { env: ['C=d'] },
      undefined,
      { name: 'weather', words: 'npx -y weather-mcp --flag', env: { A: 'b', C: 'd' } },
    ],
    ['https://github.com/upstash/context7', {}, undefined, { name: 'context7', words: 'npx -y @upstash/context7-mcp', env: {} }],
    ['files', {}, ['npx', '-y', 'x'], { name: 'files', words: 'npx -y x', env: {} }],
    [
      undefined,
      {},
      ['npx', '-y', '@modelcontextprotocol/server-memory'],
      { name: 'memory', words: 'npx -y @modelcontextprotocol/server-memory', env: {} },
    ],
    [
      'docs',
      { url: 'https://a.example.com/mcp' },
      undefined,
      { name: 'docs', url: 'https://a.example.com/mcp', transport: 'http', headers: {} },
    ],
    [
      undefined,
      { url: 'https://a.example.com/mcp' },
      undefined,
      { name: 'example-a', url: 'https://a.example.com/mcp', transport: 'http', headers: {} },
    ],
    [
      'filesystem',
      { arg: ['/a', '/b'] },
      undefined,
      { name: 'filesystem', words: 'npx -y @modelcontextprotocol/server-filesystem /a /b', env: {} },
    ],
  ])('%s %j %j', async (word, options, rest, expected) => {
    const answer = await understood(word, options, rest);
    if (expected === 'usage') expect(answer).toMatch(/^usage: /);
    else expect(answer).toEqual(expected);
  });

  it.each<[string | undefined, Options, readonly string[] | undefined, string]>([
    ['contxt7', {}, undefined, 'Did you mean "snap mcp add context7"?'],
    ['contxt7', {}, undefined, 'snap mcp add npm:contxt7'],
    ['mcp-server-postgres', {}, undefined, 'snap mcp add pypi:mcp-server-postgres'],
    ['filesystem', {}, undefined, '--arg <directory>'],
    ['sentry', { env: ['A=b'], arg: ['x'] }, undefined, 'sentry is called by its address: it takes no --arg, --env.'],
    ['playwright', { header: ['A: b'] }, undefined, 'playwright is started by a command: it takes no --header.'],
    ['https://mcp.example.com/mcp', { env: ['A=b'] }, undefined, '--env A: nothing in the address or the headers refers to it.'],
    ['https://mcp.example.com/mcp', { arg: ['x'] }, undefined, '--arg is for servers with a command.'],
    ['npm:x-mcp', { transport: 'sse' }, undefined, '--transport sse: this server is started by a command'],
    ['playwright', { transport: 'http' }, undefined, 'playwright is started by a command: it takes no --transport http.'],
    ['sentry', { transport: 'stdio' }, undefined, 'sentry is called by its address: it takes no --transport stdio.'],
    ['https://mcp.example.com/mcp', { transport: 'stdio' }, undefined, 'a server with an address is called over http or sse'],
    ['mcp.linear.app/mcp', {}, undefined, 'snap mcp add https://mcp.linear.app/mcp'],
    ['https://github.com/someone/else', {}, undefined, 'This is a repository'],
    ['./nothing.js', {}, undefined, 'there is no such file'],
    [undefined, {}, undefined, 'snap mcp add --list'],
    [undefined, {}, ['node', 'index.js'], '--name <name>'],
    ['', {}, ['node', 'index.js'], 'A server needs a name'],
    [undefined, { name: '' }, ['node', 'index.js'], 'A server needs a name'],
    ['https://mcp.example.com/mcp', { header: ['A: b\r\nC: d'] }, undefined, '--header expects NAME=value, in one line.'],
    ['https://mcp.example.com/mcp', { header: ['A\nB: c'] }, undefined, '--header expects NAME=value, in one line.'],
    ['npm:snap-mcp', {}, undefined, "snap's own entry"],
    ['a', { name: 'b' }, ['x'], 'The name is given twice'],
    ['a', { url: 'https://a.b/c' }, ['x'], 'either --url or a command'],
    ['context7', { env: ['NOT_HERE'] }, undefined, 'there is no variable NOT_HERE here'],
    ['context7', { transport: 'carrier-pigeon' }, undefined, 'no such transport'],
  ])('refuses %s %j %j', async (word, options, rest, says) => {
    const answer = await understood(word, options, rest);
    expect(answer).toMatch(/^usage: /);
    expect(answer).toContain(says);
  });
});
