import { describe, expect, it } from 'vitest';
import { clients, readConfigFile, readingOf, sameServer, type Client, type ClientId, type Scope } from '../../src/clients/index.ts';
import { loadFormat } from '../../src/formats/index.ts';
import { columnFor, columnsOf, serverMatrix } from '../../src/machine/index.ts';
import { type ClientFacts, type ConfigFileFacts, type Facts } from '../../src/machine/index.ts';

const where = { platform: 'linux', home: '/home/mara', env: {}, workspace: '/home/mara/shop' } as const;

/** What a probe would have seen: for each client and scope the servers, as that client spells them. */
async function factsOf(given: readonly (readonly [ClientId, Scope, string])[]): Promise<Facts> {
  const found = new Map<Client, ConfigFileFacts[]>();
  for (const [id, scope, text] of given) {
    const client = row(id);
    const place = client.files.find((file) => file.scope === scope);
    if (place === undefined) throw new TypeError(`${id} has no ${scope} scope`);
    const reading = readingOf(client, place, where);
    const file = readConfigFile(new TextEncoder().encode(text), await loadFormat(reading.format), reading);
    const path = `/${id}/${scope}/${found.get(client)?.length ?? 0}`;
    const seen = { ...file, scope, place, path, reading, writable: true, ignored: false, effective: new Set<string>() };
    found.set(client, [...(found.get(client) ?? []), seen]);
  }
  const clientFacts = [...found].map(([client, files]): ClientFacts => ({ client, installed: true, evidence: [], files }));
  return {
    platform: 'linux',
    workspace: { path: where.workspace, isProject: true },
    clients: clientFacts,
    contents: new Map(),
  };
}

function row(id: ClientId): Client {
  const client = clients.find((known) => known.id === id);
  if (client === undefined) throw new TypeError(id);
  return client;
}

/** The matrix as letters: same, different, absent, cannot. */
function letters(matrix: ReturnType<typeof serverMatrix>): Readonly<Record<string, string>> {
  return Object.fromEntries(matrix.rows.map(({ name, cells }) => [name, cells.map((cell) => cell.state[0]).join('')]));
}

/** One server as two clients spell it: is it the same? */
const spellings: readonly (readonly [says: string, a: readonly [ClientId, string], b: readonly [ClientId, string], same: boolean])[] = [
  [
    'a command line in one word or as a list',
    ['cursor', '{"mcpServers":{"x":{"command":"npx","args":["-y","x"],"env":{"A":"1","B":"2"}}}}'],
    ['opencode', '{"mcp":{"x":{"type":"local","command":["npx","-y","x"],"environment":{"B":"2","A":"1"}}}}'],
    true,
  ],
  [
    'JSON and TOML',
    ['cursor', '{"mcpServers":{"x":{"command":"npx","args":["-y","x"]}}}'],
    ['codex', '[mcp_servers.x]\ncommand = "npx"\nargs = ["-y", "x"]\nstartup_timeout_sec = 30\n'],
    true,
  ],
  [
    'variables in two dialects',
    ['cursor', '{"mcpServers":{"x":{"url":"https://e.com/mcp","headers":{"Authorization":"Bearer ${env:T}"}}}}'],
    ['claude-code', '{"mcpServers":{"x":{"type":"http","url":"https://e.com/mcp","headers":{"authorization":"Bearer ${T}"}}}}'],
    true,
  ],
  [
    'the same text, which only one of them fills in',
    ['cursor', '{"mcpServers":{"x":{"command":"x","args":["${T}"]}}}'],
    ['claude-code', '{"mcpServers":{"x":{"type":"stdio","command":"x","args":["${T}"]}}}'],
    false,
  ],
  [
    'a variable and one with a default',
    ['gemini', '{"mcpServers":{"x":{"command":"x","args":["${T}"]}}}'],
    ['claude-code', '{"mcpServers":{"x":{"command":"x","args":["${T:-}"]}}}'],
    false,
  ],
  [
    'a client that tries both, and a type word',
    ['cursor', '{"mcpServers":{"x":{"url":"https://e.com/mcp"}}}'],
    ['vscode', '{"servers":{"x":{"type":"sse","url":"https://e.com/mcp"}}}'],
    true,
  ],
  [
    'two transports',
    ['claude-code', '{"mcpServers":{"x":{"type":"http","url":"https://e.com/mcp"}}}'],
    ['vscode', '{"servers":{"x":{"type":"sse","url":"https://e.com/mcp"}}}'],
    false,
  ],
  [
    'an entry that its client drops',
    ['claude-code', '{"mcpServers":{"x":{"url":"https://e.com/mcp"}}}'],
    ['cursor', '{"mcpServers":{"x":{"url":"https://e.com/mcp"}}}'],
    false,
  ],
  [
    'another value in the environment',
    ['cursor', '{"mcpServers":{"x":{"command":"x","env":{"A":"1"}}}}'],
    ['claude-desktop', '{"mcpServers":{"x":{"command":"x","env":{"A":"2"}}}}'],
    false,
  ],
  [
    'one more value in the environment',
    ['cursor', '{"mcpServers":{"x":{"command":"x","env":{"A":"1"}}}}'],
    ['claude-desktop', '{"mcpServers":{"x":{"command":"x","env":{"A":"1","B":"1"}}}}'],
    false,
  ],
  [
    'arguments cut differently',
    ['cursor', '{"mcpServers":{"x":{"command":"x","args":["a b"]}}}'],
    ['claude-desktop', '{"mcpServers":{"x":{"command":"x","args":["a","b"]}}}'],
    false,
  ],
  [
    'a start directory',
    ['codex', '[mcp_servers.x]\ncommand = "x"\ncwd = "/a"\n'],
    ['cursor', '{"mcpServers":{"x":{"command":"x"}}}'],
    false,
  ],
];

describe('sameServer', () => {
  it.each(spellings)('%s', async (_, a, b, same) => {
    const facts = await factsOf([
      [a[0], 'global', a[1]],
      [b[0], 'global', b[1]],
    ]);
    const [left, right] = facts.clients.map(({ client, files: [file] }) => {
      const server = file?.servers[0]?.server;
      if (file === undefined || server === undefined) throw new TypeError('one server each');
      return { server, client, place: file.place };
    });
    if (left === undefined || right === undefined) throw new TypeError('two clients');
    expect(sameServer(left, right)).toBe(same);
    expect(sameServer(right, left)).toBe(same);
    expect(sameServer(left, left)).toBe(true);
  });
});

describe('serverMatrix', () => {
  it('holds every server against the first column that has it', async () => {
    const facts = await factsOf([
      ['cursor', 'project', '{"mcpServers":{"a":{"command":"a"}}}'],
      ['cursor', 'global', '{"mcpServers":{"a":{"command":"b"},"c":{"command":"c","env":{"T":"${env:T}"}}}}'],
      ['claude-desktop', 'global', '{"mcpServers":{"a":{"command":"a"}}}'],
      ['zed', 'global', '{"context_servers":{}}'],
    ]);
    const columns = columnsOf(facts);
    expect(columns.map(({ client, scope }) => `${client.id} ${scope}`)).toEqual([
      'cursor project',
      'cursor global',
      'claude-desktop global',
    ]);
    expect(letters(serverMatrix(columns))).toEqual({ a: 'sds', c: 'asc' });
    expect(letters(serverMatrix(columnsOf(facts, 'project')))).toEqual({ a: 's' });
  });

  it('holds the others against a source, and shows only what that has', async () => {
    const facts = await factsOf([
      ['cursor', 'global', '{"mcpServers":{"a":{"command":"a"},"remote":{"url":"https://e.com/mcp"}}}'],
      ['claude-desktop', 'global', '{"mcpServers":{"a":{"command":"x"},"mine":{"command":"y"}}}'],
      ['codex', 'global', ''],
    ]);
    const [source, ...targets] = facts.clients.flatMap((found) => columnFor(found, 'global') ?? []);
    const matrix = serverMatrix(targets, source);
    expect(letters(matrix)).toEqual({ a: 'da', remote: 'ca' });
    expect(matrix.rows[1]?.cells[0]).toMatchObject({ why: { message: 'Claude Desktop cannot reach a server over http.' } });
  });

  it('takes our own entries for the same, though each client has another', async () => {
    const facts = await factsOf([
      ['cursor', 'project', '{"mcpServers":{"snap":{"command":"snap-mcp","args":["mcp","--stdio","--workspace","${workspaceFolder}"]}}}'],
      ['claude-desktop', 'global', '{"mcpServers":{"snap":{"command":"/n","args":["/s/dist/main.js","mcp","--stdio"]}}}'],
      ['codex', 'global', '[mcp_servers.snap]\ncommand = "something-else"\n'],
    ]);
    const matrix = serverMatrix(columnsOf(facts));
    expect(letters(matrix)).toEqual({ snap: 'ssd' });
    expect(matrix.rows[0]?.ours).toBe(true);
  });

  it('makes no row of what is no server', async () => {
    const facts = await factsOf([
      ['goose', 'global', 'extensions:\n  developer:\n    type: builtin\n    name: developer\n    enabled: true\n'],
      ['cursor', 'global', '{"mcpServers":{}}'],
    ]);
    expect(serverMatrix(columnsOf(facts)).rows).toEqual([]);
  });

  it('reads a name in the first file of a scope that has it, and nothing in a file that is ignored', async () => {
    const facts = await factsOf([
      ['vscode', 'global', '{"servers":{"a":{"type":"stdio","command":"first"}}}'],
      ['vscode', 'global', '{"servers":{"a":{"type":"stdio","command":"second"},"b":{"type":"stdio","command":"b"}}}'],
    ]);
    const ignoring = {
      ...facts,
      clients: facts.clients.map((found) => ({ ...found, files: found.files.map((file, i) => ({ ...file, ignored: i === 0 })) })),
    };
    const commands = (some: Facts) =>
      serverMatrix(columnsOf(some)).rows.map(({ name, reference: { entry } }) => [
        name,
        entry.server.kind === 'command' && entry.server.command,
      ]);
    expect(commands(facts)).toEqual([
      ['a', 'first'],
      ['b', 'b'],
    ]);
    expect(commands(ignoring)).toEqual([
      ['a', 'second'],
      ['b', 'b'],
    ]);
  });
});
