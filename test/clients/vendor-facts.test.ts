import { describe, expect, it } from 'vitest';
import {
  changeEntry,
  clients,
  readConfigFile,
  readingOf,
  switchEntry,
  translateServer,
  understands,
  variablesIn,
  type Client,
  type ClientId,
  type ConfigPlace,
  type NewServer,
} from '../../src/clients/index.ts';
import type { TextKind } from '../../src/clients/server.ts';
import { loadFormat } from '../../src/formats/index.ts';
import { startLimit } from '../../src/doctor/judging/answers/called-entries.ts';
import { passesOn } from '../../src/mcp-client/index.ts';

/** What rows say, by what it does: which servers a file has, what is written, what a text means. */
const where = { platform: 'linux', home: '/home/mara', env: {}, workspace: '/home/mara/project' } as const;

const clientOf = (id: ClientId): Client => {
  const found = clients.find((client) => client.id === id);
  if (found === undefined) throw new Error(id);
  return found;
};

/** The place of a client whose path ends so. */
function placeOf(client: Client, ending: string): ConfigPlace {
  const found = client.files.find(({ at }) =>
    [at].flatMap((place) => ('from' in place ? place : (place.linux ?? []))).some(({ path }) => path.endsWith(ending)),
  );
  if (found === undefined) throw new Error(`${client.id} has no place ${ending}`);
  return found;
}

async function read(id: ClientId, ending: string, text: string) {
  const client = clientOf(id);
  const reading = readingOf(client, placeOf(client, ending), where);
  return readConfigFile(new TextEncoder().encode(text), await loadFormat(reading.format), reading);
}

async function edited(id: ClientId, ending: string, text: string, name: string, server: NewServer | undefined) {
  const client = clientOf(id);
  const place = placeOf(client, ending);
  const reading = readingOf(client, place, where);
  const format = await loadFormat(reading.format);
  const about = { client, place, path: '/file', reading, home: where.home, platform: where.platform, format, name, isLink: false };
  const planned = changeEntry({ ...about, server, force: true, onlyOurs: false });
  if (planned.kind === 'refused') return planned.message;
  const result = planned.compute(new TextEncoder().encode(text));
  return result.kind === 'write' ? new TextDecoder().decode(result.bytes) : result.kind;
}

const local: NewServer = { kind: 'command', command: '/usr/bin/new-mcp', args: [], env: new Map() };
const remote: NewServer = { kind: 'url', transport: 'http', url: 'https://new.example.com/mcp', headers: new Map() };

describe('which servers a file has', () => {
  const bare = '{ "docs": { "command": "docs-mcp" } }';
  const both = '{ "docs": { "command": "docs-mcp" }, "mcpServers": { "other": { "command": "other-mcp" } } }';
  const cases: readonly (readonly [says: string, id: ClientId, file: string, text: string, state: string, names: readonly string[]])[] = [
    ['Copilot CLI reads a project map without a wrapper', 'copilot-cli', '.mcp.json', bare, 'ok', ['docs']],
    ['beside the wrapper, others are not servers', 'copilot-cli', '.mcp.json', both, 'ok', ['other']],
    ['not in its own file of the person', 'copilot-cli', 'mcp-config.json', bare, 'ok', []],
    ['not in .github/mcp.json', 'copilot-cli', '.github/mcp.json', bare, 'ok', []],
    ['VS Code reads it there too', 'vscode', '.mcp.json', bare, 'ok', ['docs']],
    ['not in its own file', 'vscode', '.vscode/mcp.json', bare, 'ok', []],
    ['Claude Code does not', 'claude-code', '.mcp.json', bare, 'ok', []],
    ['a file of settings is no map of servers', 'copilot-cli', '.mcp.json', '{ "inputs": [], "docs": "x" }', 'ok', []],
    ['nor is another key of servers', 'copilot-cli', '.mcp.json', '{ "servers": { "docs": { "command": "x" } } }', 'wrong-key', []],
    ["Copilot CLI's project file is strict", 'copilot-cli', '.mcp.json', '{ "mcpServers": {}, } // mine', 'unparsable', []],
    ['its own is not', 'copilot-cli', 'mcp-config.json', '{ "mcpServers": { "docs": { "command": "x" }, } } // mine', 'ok', ['docs']],
    [
      'VS Code is not strict with .mcp.json',
      'vscode',
      '.mcp.json',
      '{ "mcpServers": { "docs": { "command": "x" }, } } // mine',
      'ok',
      ['docs'],
    ],
    ['but with the file of Copilot CLI', 'vscode', 'mcp-config.json', '{ "mcpServers": {}, }', 'unparsable', []],
    [
      "Continue's JSON files may have trailing commas",
      'continue',
      'mcpServers/*.json',
      '{ "mcpServers": { "docs": { "command": "x" }, } }',
      'ok',
      ['docs'],
    ],
    [
      'opencode reads both layouts',
      'opencode',
      'opencode.json',
      '{ "mcp": { "a": { "type": "local", "command": ["x"] }, "servers": { "b": { "type": "local", "command": ["y"] } } } }',
      'ok',
      ['a', 'b'],
    ],
  ];
  it.each(cases)('%s', async (_, id, file, text, state, names) => {
    const found = await read(id, file, text);
    expect([found.state, found.servers.map(({ name }) => name).toSorted()]).toEqual([state, names]);
  });
});

describe('what an entry is', () => {
  const entry = (fields: string): string => `{ "mcpServers": { "docs": ${fields} } }`;
  const cases: readonly (readonly [says: string, id: ClientId, file: string, text: string, transport: string])[] = [
    ['an address alone is http in Copilot CLI', 'copilot-cli', 'mcp-config.json', entry('{ "url": "https://x" }'), 'http'],
    [
      'streamable-http is a word of Copilot CLI',
      'copilot-cli',
      'mcp-config.json',
      entry('{ "type": "streamable-http", "url": "https://x" }'),
      'http',
    ],
    ['and none that VS Code knows there', 'vscode', '.mcp.json', entry('{ "type": "streamable-http", "url": "https://x" }'), 'unknown'],
    ['VS Code tries both for an address alone', 'vscode', '.mcp.json', entry('{ "url": "https://x" }'), 'either'],
    ['an address alone is nothing in Claude Code', 'claude-code', '.mcp.json', entry('{ "url": "https://x" }'), 'unknown'],
    [
      'Devin CLI has its word under "transport"',
      'devin-local',
      '.devin/mcp_config.json',
      entry('{ "transport": "sse", "url": "https://x" }'),
      'sse',
    ],
    ['and tries both without it', 'devin-local', '.devin/mcp_config.json', entry('{ "type": "sse", "url": "https://x" }'), 'either'],
  ];
  it.each(cases)('%s', async (_, id, file, text, transport) => {
    expect((await read(id, file, text)).servers[0]?.server).toMatchObject({ kind: 'url', transport });
  });

  it.each([
    ['{ "enabled": false', false],
    ['{ "disabled": true', false],
    ['{ "disabled": false', true],
    ['{ "enabled": true', true],
  ])('opencode takes %s in either layout', async (fields, enabled) => {
    for (const [before, after] of [['{ "mcp": ', ' }'] as const, ['{ "mcp": { "servers": ', ' } }'] as const]) {
      const text = `${before}{ "docs": ${fields}, "type": "local", "command": ["x"] } }${after}`;
      expect((await read('opencode', 'opencode.json', text)).servers.map((server) => server.enabled)).toEqual([enabled]);
    }
  });
});

describe('what is written', () => {
  it('adds to a map without a wrapper where the assistant reads one, and takes it out again', async () => {
    const bare = '{\n  "docs": { "command": "docs-mcp" }\n}\n';
    const added = await edited('copilot-cli', '.mcp.json', bare, 'new', local);
    const found = await read('copilot-cli', '.mcp.json', added);
    expect(found.servers.map(({ name }) => name)).toEqual(['docs', 'new']);
    expect(added).not.toContain('mcpServers');
    expect(await edited('copilot-cli', '.mcp.json', added, 'new', undefined)).toBe(bare);
  });

  it('wraps the first server of an empty project file', async () => {
    expect(await edited('copilot-cli', '.mcp.json', '{}', 'new', local)).toContain('mcpServers');
  });

  it('gives a new remote entry of goose the description that older versions need, and keeps that of an old one', async () => {
    expect(await edited('goose', 'goose/config.yaml', 'extensions: {}\n', 'new', remote)).toMatch(/description: (""|'')/);
    const mine =
      'extensions:\n  new:\n    enabled: true\n    type: streamable_http\n    name: new\n    description: Mine\n    uri: https://old.example.com\n';
    const changed = await edited('goose', 'goose/config.yaml', mine, 'new', remote);
    expect(changed).toContain('description: Mine');
    expect(changed).toContain('https://new.example.com/mcp');
  });

  it('never writes a time limit as a number into the later layout of opencode, which drops such an entry', async () => {
    const limited: NewServer = { ...local, limits: { callSeconds: 20, startSeconds: 20 } };
    const later = '{ "mcp": { "servers": { "docs": { "type": "local", "command": ["x"] } } } }';
    expect(await edited('opencode', 'opencode.json', later, 'new', limited)).not.toContain('timeout');
    expect(
      await edited('opencode', 'opencode.json', '{ "mcp": { "docs": { "type": "local", "command": ["x"] } } }', 'new', limited),
    ).toContain('20000');
  });

  const switched = async (text: string, on: boolean): Promise<string> => {
    const client = clientOf('opencode');
    const reading = readingOf(client, placeOf(client, 'opencode.json'), where);
    const planned = switchEntry({
      client,
      path: '/file',
      reading,
      home: where.home,
      platform: where.platform,
      format: await loadFormat('json'),
      name: 'docs',
      on,
    });
    if (planned.kind === 'refused') return planned.message;
    const result = planned.compute(new TextEncoder().encode(text));
    return result.kind === 'write' ? new TextDecoder().decode(result.bytes) : result.kind;
  };
  const inServers = (fields: string): string => `{ "mcp": { "servers": { "docs": { "type": "local", "command": ["x"]${fields} } } } }`;
  const inMcp = (fields: string): string => `{ "mcp": { "docs": { "type": "local", "command": ["x"]${fields} } } }`;
  it.each([
    [inServers(''), false, inServers(', "disabled": true')],
    [inServers(', "disabled": true'), true, inServers(', "disabled": false')],
    [inServers(', "enabled": false'), true, inServers(', "enabled": true')],
    [inMcp(''), false, inMcp(', "enabled": false')],
    [inMcp(', "disabled": true'), true, inMcp(', "disabled": false')],
    [inMcp(', "disabled": true'), false, 'unchanged'],
  ])("opencode's switch: %s, on %s", async (text, on, wanted) => {
    expect(await switched(text, on)).toBe(wanted);
  });
});

describe('what an assistant replaces', () => {
  const cases: readonly (readonly [text: string, id: ClientId, file: string, kind: TextKind, isReplaced: boolean])[] = [
    ['${NAME}', 'vscode', '.mcp.json', 'header', true],
    ['${NAME:-x}', 'vscode', '.mcp.json', 'argument', true],
    ['${env:NAME}', 'vscode', '.mcp.json', 'header', false],
    ['${workspaceFolder}', 'vscode', '.mcp.json', 'argument', false],
    ['${env:NAME}', 'vscode', '.vscode/mcp.json', 'header', true],
    ['${NAME}', 'vscode', '.vscode/mcp.json', 'header', false],
    ['${NAME}', 'continue', 'mcpServers/*.json', 'variable', false],
    ['${{ secrets.NAME }}', 'continue', 'mcpServers/*.json', 'variable', false],
    ['${{ secrets.NAME }}', 'continue', 'mcpServers/*.yaml', 'variable', true],
    ['$NAME', 'copilot-cli', '.mcp.json', 'variable', true],
    ['${NAME:-x}', 'copilot-cli', 'mcp-config.json', 'header', true],
    ['${env:NAME}', 'copilot-cli', '.mcp.json', 'header', false],
    ['$NAME', 'goose', 'goose/config.yaml', 'header', true],
    ['${NAME}', 'goose', 'goose/config.yaml', 'url', true],
    ['$NAME', 'goose', 'goose/config.yaml', 'variable', false],
    ['$NAME', 'goose', 'goose/config.yaml', 'argument', false],
    ['${env:NAME}', 'windsurf', '.codeium/windsurf/mcp_config.json', 'header', true],
    ['${env:NAME}', 'windsurf', 'devin/mcp_config.json', 'header', true],
    ['${pathSeparator}', 'cursor', '.cursor/mcp.json', 'argument', true],
  ];
  it.each(cases)('%s, %s %s, in a %s: %s', (text, id, file, kind, isReplaced) => {
    const client = clientOf(id);
    const [variable] = variablesIn(text);
    if (variable === undefined) throw new Error(text);
    expect(understands(client, variable, placeOf(client, file), kind)).toBe(isReplaced);
  });

  it('a name that only an entry of goose has a value for is listed in the entry that refers to it', () => {
    const cursor = clientOf('cursor');
    const goose = clientOf('goose');
    const server = { kind: 'url', transport: 'http', url: 'https://x.example.com', headers: new Map([['X-Key', '${env:KEY}']]) } as const;
    const said = translateServer(
      'x',
      { client: cursor, place: placeOf(cursor, '.cursor/mcp.json'), server },
      { client: goose, place: placeOf(goose, 'goose/config.yaml') },
    );
    expect(said).toMatchObject({ kind: 'server', server: { headers: new Map([['X-Key', '${KEY}']]), passes: ['KEY'] } });
  });
});

describe('what a server gets', () => {
  it.each([
    ['COLOUR', 'blue', true],
    ['GIT_CONFIG_KEY_0', 'user.name', true],
    ['GEMINI_CLI_AUTH', 'x', true],
    ['GITHUB_TOKEN', 'x', false],
    ['DATABASE_URL', 'postgres://localhost/x', false],
    ['SSL_CERT_FILE', '/etc/ssl/x.pem', false],
    ['MIRROR', 'https://ada:pw@mirror.example.com', false],
    ['MIRROR', 'https://mirror.example.com', true],
  ])('Gemini CLI and %s=%s: %s', (name, value, isPassed) => {
    expect(passesOn(clientOf('gemini'), name, 'linux', value)).toBe(isPassed);
  });

  it.each([
    ['roo-code', false],
    ['cline', false],
    ['continue', false],
    ['copilot-cli', true],
    ['vscode', true],
    ['opencode', true],
  ] as const)("%s passes on the person's own variables: %s", (id, isPassed) => {
    expect(passesOn(clientOf(id), 'MY_TOKEN', 'linux')).toBe(isPassed);
    expect(passesOn(clientOf(id), 'HOME', 'linux')).toBe(true);
  });

  const limits: readonly (readonly [id: ClientId, file: string, fields: string, seconds: number])[] = [
    ['codex', '.codex/config.toml', '', 30],
    ['codex', '.codex/config.toml', 'startup_timeout_sec = 5', 5],
    ['roo-code', '.roo/mcp.json', '', 60],
    ['roo-code', '.roo/mcp.json', '"timeout": 5', 60],
    ['cline', 'cline_mcp_settings.json', '', 60],
    ['cline', 'cline_mcp_settings.json', '"timeout": 5', 5],
    ['copilot-cli', 'mcp-config.json', '', 60],
    ['copilot-cli', 'mcp-config.json', '"timeout": 5000', 60],
    ['copilot-cli', 'mcp-config.json', '"timeout": 90000', 90],
  ];
  it.each(limits)('%s in %s with {%s} waits %s s', async (id, file, fields, seconds) => {
    const client = clientOf(id);
    const place = placeOf(client, file);
    const reading = readingOf(client, place, where);
    const text =
      id === 'codex'
        ? `[mcp_servers.docs]\ncommand = "x"\n${fields}\n`
        : `{ "mcpServers": { "docs": { "command": "x"${fields === '' ? '' : `, ${fields}`} } } }`;
    const found = await read(id, file, text);
    const [entry] = found.servers;
    if (entry === undefined) throw new Error(text);
    const limit = startLimit({ client, entry, file: { reading } }, { env: {} });
    expect(limit?.milliseconds).toBe(seconds * 1000);
  });
});
