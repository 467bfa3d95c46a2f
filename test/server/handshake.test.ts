import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import {
  InitializeResultSchema,
  JSONRPCMessageSchema,
  ListToolsResultSchema,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/sdk/types.js';
import fc from 'fast-check';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it, onTestFinished } from 'vitest';
import { initializeResult, instructions, listResult, protocolVersions, type ListedTool } from '../../src/server/handshake.ts';
import listedJson from '../../src/server/listed.json' with { type: 'json' };
import { findByName, spelled, spellingFor } from '../../src/server/tool-names.ts';
import { readMessage } from '../../src/server/transports/messages.ts';
import { fixtureServer } from './fixture-server.ts';
import { connected, initialize, madeHome, RawServer } from './started.ts';

const fixture = fixtureServer();
const listed: readonly ListedTool[] = listedJson;
const names = (tools: readonly { readonly name: string }[]): string[] => tools.map(({ name }) => name);
const seven = ['pulse', 'advise', 'guide', 'snap', 'check', 'snap_learn', 'snap_end'];
const rest = [
  'snap_violation',
  'learning_gc',
  ...['validate_change', 'get_risk_score', 'query_patterns', 'get_context', 'suggest_rollback'].map((name) => `svc_${name}`),
  ...['capture', 'patterns', 'insights', 'explain', 'outcome'].map((name) => `intelligence.${name}`),
];

describe('the answer to initialize', () => {
  it('knows the versions the SDK knows', () => {
    expect(protocolVersions).toEqual(SUPPORTED_PROTOCOL_VERSIONS);
  });

  it.each([
    ...protocolVersions.map((version) => ({ asked: version, got: version })),
    { asked: '2026-07-28', got: protocolVersions[0] },
    { asked: '', got: protocolVersions[0] },
  ])('to "$asked" is $got', ({ asked, got }) => {
    expect(InitializeResultSchema.parse(initializeResult(asked, '1.2.3'))).toEqual({
      protocolVersion: got,
      capabilities: { tools: {} },
      serverInfo: { name: 'snap', version: '1.2.3' },
      instructions,
    });
  });

  it('instructs in at most 150 tokens, and names only tools that are there', () => {
    expect(countTokens(instructions)).toBeLessThanOrEqual(150);
    expect(names(listed)).toEqual(expect.arrayContaining(['snap', 'snap_end']));
  });
});

describe('the answer to tools/list', () => {
  it('holds the seven tools, and all of them on the full surface, in this order', () => {
    expect(names(ListToolsResultSchema.parse(listResult(listed, false, 'dots')).tools)).toEqual(seven);
    expect(names(ListToolsResultSchema.parse(listResult(listed, true, 'dots')).tools)).toEqual([...seven, ...rest]);
  });

  it('describes records on the full surface only, and sets all four annotations', () => {
    for (const isFull of [false, true])
      for (const tool of ListToolsResultSchema.parse(listResult(listed, isFull, 'dots')).tools) {
        expect(tool.outputSchema === undefined).toBe(!isFull);
        expect(Object.keys(tool.annotations ?? {}).toSorted()).toEqual([
          'destructiveHint',
          'idempotentHint',
          'openWorldHint',
          'readOnlyHint',
        ]);
      }
  });

  it.each([
    ['claude-code', 'underscores'],
    ['claude-ai', 'underscores'],
    ['Codex', 'underscores'],
    ['github-copilot-developer', 'underscores'],
    ['cursor-vscode', 'underscores'],
    ['Visual Studio Code', 'dots'],
    ['test', 'dots'],
    [undefined, 'dots'],
  ] as const)('spells the names for %s with %s', (client, spelling) => {
    expect(spellingFor(client)).toBe(spelling);
    const tools = ListToolsResultSchema.parse(listResult(listed, true, spelling)).tools;
    expect(names(tools).some((name) => name.includes('.'))).toBe(spelling === 'dots');
    expect(names(tools).every((name) => /^[a-zA-Z0-9_-]{1,64}$/.test(name))).toBe(spelling === 'underscores');
  });

  it('has names that stay different without dots, and finds each in both spellings', () => {
    expect(new Set(listed.map(({ name }) => spelled(name, 'underscores'))).size).toBe(listed.length);
    for (const tool of listed)
      for (const spelling of ['dots', 'underscores'] as const) expect(findByName(listed, spelled(tool.name, spelling))).toBe(tool);
  });
});

describe('the built program', () => {
  it.each([
    [{}, seven],
    [{ SVC_MCP_INTELLIGENCE_SURFACE: 'full' }, [...seven, ...rest]],
    [{ SVC_MCP_INTELLIGENCE_SURFACE: 'yes' }, seven],
  ])('with %j in its environment lists what is in listed.json', async (env, expected) => {
    const server = new RawServer({ env });
    const { answers } = await server.converse(initialize, { jsonrpc: '2.0', id: 2, method: 'tools/list' });
    const list = ListToolsResultSchema.parse(answers[1]?.result);
    expect(names(list.tools)).toEqual(expected);
    expect(answers[1]?.result).toEqual(listResult(listed, expected.length > 7, 'dots'));
  });

  it('introduces itself to the SDK', async () => {
    const client = await connected();
    expect(client.getServerVersion()).toEqual({ name: 'snap', version: expect.stringMatching(/^\d+\.\d+\.\d+$/) });
    expect(client.getInstructions()).toBe(instructions);
    expect(await client.ping()).toEqual({});
  });

  it('answers ping and tools/list before initialize, and a second initialize', async () => {
    const { answers } = await new RawServer().converse(
      { jsonrpc: '2.0', id: 1, method: 'ping' },
      { jsonrpc: '2.0', id: 2, method: 'tools/list' },
      initialize,
      { ...initialize, id: 'again' },
    );
    expect(answers.map(({ id, result }) => [id, result !== undefined])).toEqual([
      [1, true],
      [2, true],
      ['hello', true],
      ['again', true],
    ]);
  });

  it('refuses an initialize without a version, and takes one that says little else', async () => {
    const { answers } = await new RawServer().converse(
      { jsonrpc: '2.0', id: 1, method: 'initialize' },
      { jsonrpc: '2.0', id: 2, method: 'initialize', params: { protocolVersion: '2025-06-18' } },
      { jsonrpc: '2.0', id: 3, method: 'nothing/here' },
    );
    expect(answers.map(({ id, error }) => [id, error?.code])).toEqual([
      [1, -32602],
      [2, undefined],
      [3, -32601],
    ]);
  });
});

describe('what runs tools', () => {
  it('knows the client that introduced itself before it was loaded', async () => {
    const home = madeHome();
    const client = new Client({ name: 'early', version: '1' });
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args: [fixture.path()], env: { HOME: home }, cwd: '/', stderr: 'ignore' }),
    );
    onTestFinished(() => client.close());
    expect(names((await client.listTools()).tools)).toContain('who');
    expect((await client.callTool({ name: 'who' })).content).toEqual([{ type: 'text', text: 'snap|F\n---\nwho for early' }]);
  });
});

describe('what is taken for a message', () => {
  const scalar = fc.oneof(fc.string({ maxLength: 4 }), fc.integer(), fc.double(), fc.constant(null), fc.boolean());
  const meta = fc.oneof(
    scalar,
    fc.record(
      {
        progressToken: scalar,
        'io.modelcontextprotocol/related-task': fc.oneof(scalar, fc.record({ taskId: scalar }, { requiredKeys: [] })),
        x: scalar,
      },
      { requiredKeys: [] },
    ),
  );
  const body = fc.oneof(scalar, fc.record({ _meta: meta, a: scalar }, { requiredKeys: [] }));
  const message = fc.record(
    {
      jsonrpc: fc.oneof({ weight: 9, arbitrary: fc.constant('2.0') }, scalar),
      id: scalar,
      method: fc.oneof({ weight: 4, arbitrary: fc.constantFrom('ping', 'tools/call', 'x') }, scalar),
      params: body,
      result: body,
      error: fc.oneof(scalar, fc.record({ code: scalar, message: scalar, data: scalar }, { requiredKeys: [] })),
    },
    { requiredKeys: [] },
  );

  it('is what the SDK takes for one: it would drop anything else without an answer', () => {
    fc.assert(
      fc.property(message, (value) => {
        const received = readMessage({ kind: 'text', text: JSON.stringify(value) });
        return received.kind !== 'message' || JSONRPCMessageSchema.safeParse(received.message).success;
      }),
      { numRuns: 3_000 },
    );
  });

  it('and no request that the SDK takes is refused', () => {
    fc.assert(
      fc.property(message, (value) => {
        const text = JSON.stringify(value);
        const isRequest = 'method' in value && JSONRPCMessageSchema.safeParse(JSON.parse(text)).success;
        return !isRequest || readMessage({ kind: 'text', text }).kind === 'message';
      }),
      { numRuns: 3_000 },
    );
  });
});
