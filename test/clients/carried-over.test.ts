import { describe, expect, it } from 'vitest';
import { clients, formOf, sameServer, spellEntry, translateServer, translateTyped, type Client } from '../../src/clients/index.ts';
import { readServer } from '../../src/clients/entry.ts';
import type { Value } from '../../src/formats/index.ts';

const rows: readonly Client[] = clients;

function at(id: string) {
  const client = rows.find((row) => row.id === id);
  const place = client?.files.find(({ scope, write }) => scope === 'global' && write === 'create') ?? client?.files[0];
  if (client === undefined || place === undefined) throw new TypeError(id);
  return { client, place };
}

function value(of: unknown): Value {
  if (Array.isArray(of)) return of.map(value);
  if (typeof of === 'object' && of !== null) return new Map(Object.entries(of).map(([key, item]) => [key, value(item)]));
  if (of === null || typeof of === 'string' || typeof of === 'number' || typeof of === 'boolean') return of;
  throw new TypeError(typeof of);
}

function plain(of: Value | undefined): unknown {
  if (of instanceof Map) return Object.fromEntries([...of].map(([key, item]) => [key, plain(item)]));
  return Array.isArray(of) ? of.map(plain) : of;
}

/** An entry of one client as another gets it, or why not. */
function copy(from: string, entry: unknown, to: string): unknown {
  const source = at(from);
  const target = at(to);
  const placed = { server: readServer(formOf(source), value(entry)), ...source };
  const translated = translateServer('x', placed, target);
  if (translated.kind === 'refused') return translated.message;
  const spelled = spellEntry(formOf(target), 'x', translated.server);
  const again = { server: readServer(formOf(target), spelled?.fields ?? null), ...target };
  expect(sameServer(placed, again), 'the copy says the same').toBe(true);
  const lost = translated.lost === undefined || translated.lost.says.length === 0 ? {} : { lost: translated.lost.says };
  return { ...(plain(spelled?.fields) as object), ...lost };
}

const url = 'https://mcp.example.com/mcp';
const codexBearer = { url, bearer_token_env_var: 'TOK' };

describe('authentication goes with a server in the own way of the other client', () => {
  it.each<readonly [string, unknown, string, unknown]>([
    ['codex', codexBearer, 'cursor', { url, headers: { Authorization: 'Bearer ${env:TOK}' } }],
    ['codex', codexBearer, 'crush', { type: 'http', url, headers: { Authorization: 'Bearer ${TOK}' } }],
    ['codex', { url, env_http_headers: { 'X-Key': 'KEY' } }, 'opencode', { headers: { 'X-Key': '{env:KEY}' } }],
    [
      'codex',
      { ...codexBearer, env_http_headers: { 'X-Key': 'KEY' } },
      'claude-code',
      { headers: { Authorization: 'Bearer ${TOK}', 'X-Key': '${KEY}' } },
    ],
    ['codex', codexBearer, 'windsurf', { headers: { Authorization: 'Bearer ${env:TOK}' } }],
    ['codex', codexBearer, 'zed', 'Zed has nothing for ${TOK} (in the header Authorization) in this file.'],
    ['codex', { command: 'x', env_vars: ['A', 'B'], env: { B: '1' } }, 'gemini', { command: 'x', args: [], env: { A: '${A}', B: '1' } }],
    ['codex', { command: 'x', env_vars: [{ name: 'A', source: 'remote' }, { name: 'C' }] }, 'cursor', { env: { C: '${env:C}' } }],
    ['cursor', { url, headers: { Authorization: 'Bearer ${env:TOK}' } }, 'codex', codexBearer],
    ['cursor', { url, headers: { authorization: 'Bearer ${env:TOK}' } }, 'codex', codexBearer],
    [
      'cursor',
      { url, headers: { Authorization: '${env:TOK}', 'X-Key': '${env:KEY}', 'X-Team': 'blue' } },
      'codex',
      { http_headers: { 'X-Team': 'blue' }, env_http_headers: { Authorization: 'TOK', 'X-Key': 'KEY' } },
    ],
    [
      'cursor',
      { url, headers: { 'X-Key': 'key-${env:KEY}' } },
      'codex',
      'Codex has nothing for ${env:KEY} (in the header X-Key) in this file.',
    ],
    [
      'cursor',
      { url, headers: { 'X-Key': '${env:A}${env:B}' } },
      'codex',
      'Codex has nothing for ${env:A} (in the header X-Key) in this file.',
    ],
    ['gemini', { command: 'x', env: { A: '$A', B: '1' } }, 'codex', { command: 'x', args: [], env: { B: '1' }, env_vars: ['A'] }],
    ['gemini', { command: 'x', env: { A: '$B' } }, 'codex', 'Codex has nothing for $B (in the variable A) in this file.'],
    ['claude-code', { command: 'x', env: { A: '${A:-no}' } }, 'codex', 'Codex has nothing for ${A:-…} (in the variable A) in this file.'],
    ['claude-code', { command: 'x', env: { A: '${A}' } }, 'goose', { env_keys: ['A'] }],
    [
      'cursor',
      { url, headers: { Authorization: 'Bearer ${env:TOK}', 'X-Key': 'a-${env:A}' } },
      'goose',
      { headers: { Authorization: 'Bearer ${TOK}', 'X-Key': 'a-${A}' }, env_keys: ['TOK', 'A'] },
    ],
    ['codex', codexBearer, 'goose', { headers: { Authorization: 'Bearer ${TOK}' }, env_keys: ['TOK'] }],
    ['goose', { type: 'streamable_http', uri: url, headers: { A: '$TOK' }, env_keys: ['TOK'] }, 'cursor', { headers: { A: '${env:TOK}' } }],
    ['codex', codexBearer, 'kimi-code', { bearerTokenEnvVar: 'TOK' }],
    ['codex', codexBearer, 'mistral-vibe', { api_key_env: 'TOK' }],
  ])('%s %j to %s', (from, entry, to, expected) => {
    const copied = copy(from, entry, to);
    if (typeof expected === 'string') expect(copied).toBe(expected);
    else expect(copied).toMatchObject(expected as object);
  });
});

describe('limits go with a server where both know them', () => {
  it.each<readonly [string, unknown, string, object]>([
    ['codex', { command: 'x', startup_timeout_sec: 20, tool_timeout_sec: 90 }, 'gemini', { timeout: 90_000 }],
    ['codex', { command: 'x', startup_timeout_ms: 1500 }, 'qwen-code', { discoveryTimeoutMs: 1500 }],
    [
      'codex',
      { command: 'x', startup_timeout_sec: 20, tool_timeout_sec: 90 },
      'cursor',
      { lost: ['the time limit of a call', 'the time to start'] },
    ],
    ['gemini', { command: 'x', timeout: 30_500 }, 'codex', { startup_timeout_sec: 31, tool_timeout_sec: 31 }],
    ['gemini', { command: 'x', timeout: 30_000 }, 'roo-code', { timeout: 30 }],
    ['zed', { command: 'x', timeout: 'soon' }, 'codex', {}],
    [
      'gemini',
      { command: 'x', includeTools: ['a', 'b'], excludeTools: ['b'] },
      'codex',
      { enabled_tools: ['a', 'b'], disabled_tools: ['b'] },
    ],
    ['codex', { command: 'x', disabled_tools: ['rm'] }, 'roo-code', { disabledTools: ['rm'] }],
    ['codex', { command: 'x', enabled_tools: ['a'] }, 'cursor', { lost: ['the list of the only tools that are offered'] }],
    ['codex', { command: 'x', disabled_tools: ['rm'] }, 'claude-code', { lost: ['the list of tools that are not offered'] }],
    ['codex', { command: 'x', enabled_tools: [] }, 'goose', { lost: ['the list of the only tools that are offered'] }],
    ['goose', { cmd: 'x', available_tools: [] }, 'codex', {}],
    ['codex', { command: 'x', enabled_tools: ['a'] }, 'copilot-cli', { tools: ['a'] }],
    ['copilot-cli', { type: 'local', command: 'x', tools: ['*'] }, 'codex', {}],
    ['qwen-code', { command: 'x', includeTools: ['read_*'] }, 'codex', { lost: ['the list of the only tools that are offered'] }],
  ])('%s %j to %s', (from, entry, to, expected) => {
    const copied = copy(from, entry, to);
    expect(copied).toMatchObject(expected);
    if (!('lost' in expected)) expect(copied).not.toHaveProperty('lost');
    if (Object.keys(expected).length === 0) expect(Object.keys(copied as object).filter((key) => /tools|timeout/i.test(key))).toEqual([]);
  });
});

describe('what a person types is written as the client spells it', () => {
  it.each([
    ['cursor', 'Bearer ${GITHUB_TOKEN}', { headers: { Authorization: 'Bearer ${env:GITHUB_TOKEN}' } }],
    ['cursor', 'Bearer {env:GITHUB_TOKEN}', { headers: { Authorization: 'Bearer ${env:GITHUB_TOKEN}' } }],
    ['opencode', 'Bearer ${env:GITHUB_TOKEN}', { headers: { Authorization: 'Bearer {env:GITHUB_TOKEN}' } }],
    ['codex', 'Bearer ${GITHUB_TOKEN}', { bearer_token_env_var: 'GITHUB_TOKEN' }],
    ['kimi-code', 'Bearer ${GITHUB_TOKEN}', { bearerTokenEnvVar: 'GITHUB_TOKEN' }],
    ['goose', 'Bearer $GITHUB_TOKEN', { headers: { Authorization: 'Bearer ${GITHUB_TOKEN}' }, env_keys: ['GITHUB_TOKEN'] }],
    ['vscode', 'Bearer ${input:token}', { headers: { Authorization: 'Bearer ${input:token}' } }],
    ['cursor', 'Bearer pa$$word%7B', { headers: { Authorization: 'Bearer pa$$word%7B' } }],
  ])('%s: %s', (id, header, expected) => {
    const target = at(id);
    const server = { kind: 'url', transport: 'http', url, headers: new Map([['Authorization', header]]) } as const;
    const translated = translateTyped(server, target);
    if (translated.kind === 'refused') throw new TypeError(translated.message);
    expect(plain(spellEntry(formOf(target), 'x', translated.server)?.fields)).toMatchObject(expected);
  });

  it('or refused with what the client has', () => {
    const server = { kind: 'command', command: 'x', args: [], env: new Map([['A', '${B}']]) } as const;
    expect(translateTyped(server, at('zed'))).toMatchObject({ message: 'Zed has nothing for ${B} (in the variable A) in this file.' });
  });
});
