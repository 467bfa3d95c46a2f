import { describe, expect, it } from 'vitest';
import {
  changeEntry,
  clients,
  formOf,
  readConfigFile,
  readingOf,
  spellEntry,
  translateServer,
  type Client,
  type ClientId,
  type ConfigPlace,
  type NewServer,
} from '../../src/clients/index.ts';
import { isOneWord, shellWords } from '../../src/text/shell-words.ts';
import { snapEntry } from '../../src/changes/snap-entry.ts';
import { loadFormat } from '../../src/formats/index.ts';
import { startLimit } from '../../src/doctor/judging/answers/called-entries.ts';
import { passedOn, withEntryVariables } from '../../src/mcp-client/index.ts';

/** What the rows of the less used assistants say, by what it does: what is read, what is written, what a server gets. */
const where = { platform: 'linux', home: '/home/mara', env: {}, workspace: '/home/mara/project' } as const;

function at(id: ClientId, scope: ConfigPlace['scope'] = 'global'): { readonly client: Client; readonly place: ConfigPlace } {
  const client: Client | undefined = clients.find((one) => one.id === id);
  const place = client?.files.find((one) => one.scope === scope && one.write === 'create');
  if (client === undefined || place === undefined) throw new Error(`${id} ${scope}`);
  return { client, place };
}

async function read(id: ClientId, text: string, place = at(id).place) {
  const reading = readingOf(at(id).client, place, where);
  return readConfigFile(new TextEncoder().encode(text), await loadFormat(reading.format), reading);
}

async function servers(id: ClientId, text: string) {
  const { state, servers: found } = await read(id, text);
  return { state, servers: Object.fromEntries(found.map(({ name, server }) => [name, server])) };
}

async function written(id: ClientId, text: string, server: NewServer): Promise<string> {
  const { client, place } = at(id);
  const reading = readingOf(client, place, where);
  const format = await loadFormat(reading.format);
  const about = { client, place, path: '/file', reading, home: where.home, platform: where.platform, format, name: 'new', isLink: false };
  const planned = changeEntry({ ...about, server, force: false, onlyOurs: false });
  if (planned.kind === 'refused') return planned.message;
  const result = planned.compute(text === '' ? undefined : new TextEncoder().encode(text));
  return result.kind === 'write' ? new TextDecoder().decode(result.bytes) : result.kind;
}

const command = (program: string, args: readonly string[] = []): NewServer => ({ kind: 'command', command: program, args, env: new Map() });
const url = (transport: 'http' | 'sse', headers: Readonly<Record<string, string>> = {}): NewServer => ({
  kind: 'url',
  transport,
  url: 'https://e.com/x',
  headers: new Map(Object.entries(headers)),
});

function spelled(id: ClientId, server: NewServer): unknown {
  const fields = spellEntry(formOf(at(id)), 'new', server)?.fields;
  return fields === undefined ? 'refused' : Object.fromEntries(fields);
}

describe('a text that is split as a shell does', () => {
  it.each([
    ['npx -y pkg', ['npx', '-y', 'pkg']],
    [`"/a b/node" 'it is' x`, ['/a b/node', 'it is', 'x']],
    [String.raw`C:\node\node.exe x`, ['C:nodenode.exe', 'x']],
    [String.raw`"a\"b\c" '\d'`, [String.raw`a"b\c`, String.raw`\d`]],
    [`a""b ''`, ['ab', '']],
    ['  ', []],
    ['"open', undefined],
    ['end\\', undefined],
  ])('%j', (text, words) => {
    expect(shellWords(text)).toEqual(words);
  });

  it.each([
    ['npx', true],
    ['/usr/bin/node', true],
    ['/a b/node', false],
    [String.raw`C:\node.exe`, false],
    ['', false],
  ])('%j is one word: %s', (text, expected) => {
    expect(isOneWord(text)).toBe(expected);
  });
});

describe('a command', () => {
  it.each([
    // A list is taken as it is; a text with a blank or a backslash would be taken apart.
    [
      'mistral-vibe',
      command('/opt/my node/bin/node', ['x.js']),
      { transport: 'stdio', command: ['/opt/my node/bin/node'], args: ['x.js'] },
    ],
    ['mistral-vibe', command(String.raw`C:\node.exe`), { transport: 'stdio', command: [String.raw`C:\node.exe`], args: [] }],
    ['mistral-vibe', command('npx', ['-y', 'x']), { transport: 'stdio', command: 'npx', args: ['-y', 'x'] }],
    ['mcporter', command('/opt/my node/bin/node', ['x.js']), { command: '/opt/my node/bin/node', args: ['x.js'] }],
    ['mcporter', command('/opt/my tool'), { command: ['/opt/my tool'], args: [] }],
    ['cursor', command('/opt/my tool'), { command: '/opt/my tool', args: [] }],
  ] as const)('%s writes %j', (id, server, expected) => {
    expect(spelled(id, server)).toEqual(expected);
  });

  it('is read as the client splits it', async () => {
    const vibe = `[[mcp_servers]]\nname = "a"\ntransport = "stdio"\ncommand = "npx -y 'my pkg'"\nargs = ["--x"]\n`;
    expect(await servers('mistral-vibe', vibe)).toMatchObject({ servers: { a: { command: 'npx', args: ['-y', 'my pkg', '--x'] } } });
    const porter =
      '{"mcpServers":{"a":{"command":"npx -y x"},"b":{"command":"my tool","args":["x"]},"c":{"command":["npx","-y"],"args":["x"]},"d":{"executable":"tool"}}}';
    expect(await servers('mcporter', porter)).toMatchObject({
      servers: {
        a: { command: 'npx', args: ['-y', 'x'] },
        b: { command: 'my tool', args: ['x'] },
        c: { command: 'npx', args: ['-y', 'x'] },
        d: { command: 'tool' },
      },
    });
  });
});

describe('a remote server', () => {
  it.each([
    ['droid', url('sse'), { type: 'sse', url: 'https://e.com/x' }],
    ['amazon-q', { ...url('http') }, 'no file is made'],
    ['kimi-code', url('sse'), { transport: 'sse', url: 'https://e.com/x' }],
    ['kimi-code', url('http'), { transport: 'http', url: 'https://e.com/x' }],
    ['grok-build', url('http'), { url: 'https://e.com/x' }],
    ['grok-build', url('sse'), { type: 'sse', url: 'https://e.com/x' }],
    ['mistral-vibe', url('sse'), 'refused'],
    ['trae', url('http'), { url: 'https://e.com/x' }],
  ] as const)('%s: %j', (id, server, expected) => {
    if (id === 'amazon-q') {
      const client: Client = clients.find((one) => one.id === id) ?? at('droid').client;
      expect(Object.fromEntries(spellEntry(client.entry, 'new', server)?.fields ?? [])).toEqual({ type: 'http', url: 'https://e.com/x' });
      expect(spellEntry(client.entry, 'new', url('sse'))).toBeUndefined();
    } else expect(spelled(id, server)).toEqual(expected);
  });

  it.each([
    ['kimi-code', { transport: 'http', url: 'https://e.com/x', bearerTokenEnvVar: 'TOK' }],
    ['grok-build', { url: 'https://e.com/x', headers: { Authorization: 'Bearer ${TOK}' } }],
    ['mistral-vibe', { transport: 'streamable-http', url: 'https://e.com/x', api_key_env: 'TOK' }],
    ['droid', { type: 'http', url: 'https://e.com/x', headers: { Authorization: 'Bearer ${TOK}' } }],
    ['mcphub-nvim', { url: 'https://e.com/x', headers: { Authorization: 'Bearer ${env:TOK}' } }],
  ] as const)('keeps its authentication when Cursor gives it to %s', (id, expected) => {
    const from = { ...at('cursor'), server: { ...url('http', { Authorization: 'Bearer ${env:TOK}' }), transport: 'http' } as never };
    const translated = translateServer('new', from, at(id));
    expect(translated.kind === 'server' ? plain(spelled(id, translated.server)) : translated.message).toEqual(expected);
  });

  it('sends its token in the header that the entry names', async () => {
    const head = '[[mcp_servers]]\nname = "a"\ntransport = "http"\nurl = "https://e.com"\napi_key_env = "TOK"\n';
    const usual = await servers('mistral-vibe', head);
    expect(usual.servers['a']).toMatchObject({ headersFrom: new Map([['Authorization', 'Bearer ${TOK}']]) });
    const own = await servers('mistral-vibe', `${head}api_key_header = "X-Key"\napi_key_format = "{token}"\n`);
    expect(own.servers['a']).toMatchObject({ headersFrom: new Map([['X-Key', '${TOK}']]) });
  });
});

function plain(value: unknown): unknown {
  if (value instanceof Map) return Object.fromEntries([...value].map(([key, item]) => [key, plain(item)]));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item)]));
}

describe('which key counts', () => {
  const one = (name: string): string => `{ "${name}": { "command": "x" } }`;
  it.each([
    ['mcphub-nvim', `{ "mcpServers": ${one('a')}, "servers": ${one('b')} }`, ['b']],
    ['mcphub-nvim', `{ "mcpServers": ${one('a')} }`, ['a']],
    ['warp', `{ "mcpServers": ${one('a')}, "mcp_servers": ${one('b')} }`, ['a']],
    ['warp', `{ "mcpServers": ${one('a')}, "servers": ${one('b')}, "mcp": { "servers": ${one('c')} } }`, ['c']],
    ['warp', `{ "mcp_servers": ${one('b')} }`, ['b']],
    ['cursor', `{ "mcpServers": ${one('a')}, "servers": ${one('b')} }`, ['a']],
  ] as const)('%s reads of %s', async (id, text, names) => {
    expect(Object.keys((await servers(id, text)).servers)).toEqual(names);
  });

  it('takes a new server, too', async () => {
    const text = `{ "mcpServers": ${one('a')}, "servers": ${one('b')} }`;
    const after = await written('mcphub-nvim', text, command('y'));
    expect(Object.keys((await servers('mcphub-nvim', after)).servers)).toEqual(['b', 'new']);
    expect(JSON.parse(await written('warp', '', command('y')))).toEqual({ mcpServers: { new: { command: 'y', args: [] } } });
  });
});

describe("snap's own entry", () => {
  const options = {
    program: { node: '/usr/bin/node', file: '/opt/snap/dist/main.js' },
    workspace: { path: '/home/mara/project', isProject: true },
    surface: 'default',
    isWorkspaceNamed: true,
    isOnPath: () => true,
  } as const;
  const args = (id: ClientId, scope: ConfigPlace['scope']): unknown => {
    const { client, place } = at(id, scope);
    const choice = snapEntry(client, place, options);
    return choice.kind === 'server' && choice.server.kind === 'command' ? choice.server.args.slice(-2) : choice.kind;
  };
  it.each([
    ['mcporter', 'global', ['--workspace', '/home/mara/project']],
    ['mcporter', 'project', ['--workspace', '..']],
    ['warp', 'global', ['--workspace', '/home/mara/project']],
    ['warp', 'project', ['mcp', '--stdio']],
    ['mcphub-nvim', 'project', ['--workspace', '${workspaceFolder}']],
    ['crush', 'global', ['mcp', '--stdio']],
  ] as const)('%s, %s: %j', (id, scope, expected) => {
    expect(args(id, scope)).toEqual(expected);
  });
});

describe('what a server gets', () => {
  const own = { HOME: '/home/mara', PATH: '/bin', TOK: 'mine', COLOUR: 'blue' };
  it.each([
    ['mcphub-nvim', ['HOME', 'PATH']],
    ['mistral-vibe', ['HOME', 'PATH']],
    ['kilo-classic', ['HOME', 'PATH']],
    ['kimi-code', ['COLOUR', 'HOME', 'PATH', 'TOK']],
    ['amazon-q', ['COLOUR', 'HOME', 'PATH', 'TOK']],
  ] as const)('of %s: %j', (id, names) => {
    const client = clients.find((one) => one.id === id) ?? at('cursor').client;
    expect(Object.keys(passedOn(client, own, { platform: 'linux' })).toSorted()).toEqual(names);
  });

  it.each([
    ['amazon-q', 'mine', 'theirs'],
    ['crush', 'other', 'theirs'],
  ] as const)('a variable of the entry that %s has itself is %s', (id, expected, unset) => {
    const client = clients.find((one) => one.id === id) ?? at('cursor').client;
    const given = new Map([
      ['TOK', 'other'],
      ['NEW', 'theirs'],
    ]);
    expect(withEntryVariables(own, '/bin', given, client, { platform: 'linux' })).toMatchObject({ TOK: expected, NEW: unset });
  });
});

describe('the time to start', () => {
  it.each([
    ['qwen-code', '{"mcpServers":{"a":{"command":"x"},"b":{"httpUrl":"https://e.com"}}}', {}, [30_000, 5000]],
    ['qwen-code', '{"mcpServers":{"a":{"httpUrl":"https://e.com","discoveryTimeoutMs":9000}}}', {}, [9000]],
    ['kimi-code', '{"mcpServers":{"a":{"command":"x"},"b":{"command":"x","startupTimeoutMs":500}}}', {}, [30_000, 500]],
    ['kimi-code', '{"mcpServers":{"a":{"command":"x"}}}', { KIMI_MCP_STARTUP_TIMEOUT_MS: '7000' }, [7000]],
    ['mistral-vibe', '[[mcp_servers]]\nname = "a"\ntransport = "stdio"\ncommand = "x"\n', {}, [10_000]],
    ['grok-build', '[mcp_servers.a]\ncommand = "x"\ntool_timeout_sec = 5\n', { MCP_TIMEOUT: '60000' }, [60_000]],
  ] as const)('%s %s', async (id, text, env, expected) => {
    const { client, place } = at(id);
    const reading = readingOf(client, place, where);
    const found = (await read(id, text)).servers;
    expect(found.map((entry) => startLimit({ client, entry, file: { reading } }, { env })?.milliseconds)).toEqual(expected);
  });
});
