import { describe, expect, it } from 'vitest';
import { clients, type NewServer } from '../../../src/clients/index.ts';
import { catalogue, rowNamed } from '../../../src/cli/add/catalogue/catalogue.ts';
import type { CatalogueRow } from '../../../src/cli/add/catalogue/row.ts';
import { chooseEntry, placesOf, unsetVariables, type Known } from '../../../src/cli/add/values.ts';
import type { Wanted } from '../../../src/cli/add/given.ts';

const secret = 'fc-0123456789abcdef0123456789CANARY';
const program = { version: '0.1.0', node: '/usr/bin/node', file: '/opt/snap/main.js' };
const nothing: Known = { typed: new Map(), fromHere: new Map() };

const serverOf = (entry: CatalogueRow['entries'][number]): NewServer =>
  'url' in entry
    ? { kind: 'url', transport: 'http', url: entry.url, headers: new Map(Object.entries(entry.headers ?? {})) }
    : { kind: 'command', command: entry.command, args: entry.args, env: new Map(Object.entries(entry.env ?? {})) };

function wantedFor(row: CatalogueRow): Wanted {
  const [first, ...others] = row.entries;
  return { name: row.id, isInferred: true, servers: () => [serverOf(first), ...others.map(serverOf)], row };
}

const firecrawl = wantedFor(rowNamed('firecrawl') ?? expect.unreachable());

function entryOf(id: string, known: Known, { scope = 'global', env = {}, platform = 'linux', wanted = firecrawl } = {}) {
  const client = clients.find((one) => one.id === id) ?? expect.unreachable();
  const [[, place] = expect.unreachable()] = placesOf([client], scope === 'project' ? 'project' : 'global');
  const system = { env, platform: platform === 'win32' ? ('win32' as const) : ('linux' as const) };
  return chooseEntry(system, wanted, known, { withSecrets: false, program })(client, place);
}

describe('the value of a variable', () => {
  const typed: Known = { ...nothing, typed: new Map([['FIRECRAWL_API_KEY', secret]]) };
  const fromHere: Known = { ...nothing, fromHere: new Map([['FIRECRAWL_API_KEY', secret]]) };

  it.each([
    ['cursor', 'global', nothing, '${env:FIRECRAWL_API_KEY}'],
    ['claude-code', 'global', nothing, '${FIRECRAWL_API_KEY}'],
    ['cursor', 'global', typed, secret],
    ['zed', 'global', typed, secret],
    // The environment has it: a reference is enough where the assistant fills it in.
    ['cursor', 'global', fromHere, '${env:FIRECRAWL_API_KEY}'],
    ['zed', 'global', fromHere, secret],
    ['claude-desktop', 'global', fromHere, secret],
    // Never in a file of a project.
    ['cursor', 'project', typed, '${env:FIRECRAWL_API_KEY}'],
    ['claude-code', 'project', typed, '${FIRECRAWL_API_KEY}'],
    ['cursor', 'project', fromHere, '${env:FIRECRAWL_API_KEY}'],
  ])('%s, %s', (id, scope, known, expected) => {
    const choice = entryOf(id, known, { scope });
    expect(choice).toMatchObject({ kind: 'server', server: { env: new Map([['FIRECRAWL_API_KEY', expected]]) } });
    const isCopied = known === fromHere && expected === secret;
    expect('warning' in choice && choice.warning !== undefined).toBe(isCopied);
  });

  it.each([
    ['zed', 'global', nothing, {}, 'add --env FIRECRAWL_API_KEY=<value>.'],
    ['zed', 'global', nothing, { FIRECRAWL_API_KEY: secret }, 'add --env FIRECRAWL_API_KEY.'],
  ])('is refused, with what to type, for %s in a %s file', (id, scope, known, env, hint) => {
    const choice = entryOf(id, known, { scope, env });
    expect(choice.kind).toBe('refused');
    expect(JSON.stringify(choice)).toContain(hint);
  });

  it.each(['zed', 'claude-desktop', 'codex', 'cursor', 'vscode', 'continue'])(
    'is in no text about %s that is refused or for a project',
    (id) => {
      for (const known of [typed, fromHere, nothing]) {
        const client = clients.find((one) => one.id === id) ?? expect.unreachable();
        for (const [, place] of placesOf([client], 'project')) {
          const choice = chooseEntry({ env: { FIRECRAWL_API_KEY: secret }, platform: 'linux' }, firecrawl, known, {
            withSecrets: false,
            program,
          })(client, place);
          expect(JSON.stringify(choice, (_, value: unknown) => (value instanceof Map ? [...value] : value))).not.toContain(secret);
        }
      }
    },
  );

  it('is asked for where nobody has it, and only for the entry that is written', () => {
    const cursor = clients.filter(({ id }) => id === 'cursor');
    const ask = (wanted: Wanted, known: Known, env = {}) => unsetVariables({ env }, wanted, known, placesOf(cursor, undefined));
    expect(ask(firecrawl, nothing)).toEqual(['FIRECRAWL_API_KEY']);
    expect(ask(firecrawl, typed)).toEqual([]);
    expect(ask(firecrawl, nothing, { FIRECRAWL_API_KEY: 'x' })).toEqual([]);
    expect(ask(firecrawl, nothing, { FIRECRAWL_API_KEY: '' })).toEqual(['FIRECRAWL_API_KEY']);
    expect(unsetVariables({ env: {} }, firecrawl, nothing, placesOf(cursor, 'project'))).toEqual([]);
    const typedArgument: NewServer = {
      kind: 'command',
      command: 'npx',
      args: ['x', '${DATABASE_URL}', '${A:-b}'],
      env: new Map([['K', '$MY_KEY']]),
    };
    const wanted: Wanted = { name: 'x', isInferred: true, servers: () => [typedArgument] };
    const claudeCode = placesOf(
      clients.filter(({ id }) => id === 'claude-code'),
      undefined,
    );
    expect(unsetVariables({ env: {} }, wanted, nothing, claudeCode).toSorted()).toEqual(['DATABASE_URL', 'MY_KEY']);
  });
});

describe('every server of the catalogue', () => {
  const ids = ['claude-code', 'cursor', 'vscode', 'codex', 'zed', 'gemini', 'windsurf', 'goose', 'opencode'];
  const values = (row: CatalogueRow): Known => ({ ...nothing, typed: new Map((row.variables ?? []).map(({ name }) => [name, 'value'])) });

  it.each(catalogue.map((row) => [row.id, row] as const))('%s can be had by the usual assistants', (_, row) => {
    const wanted = wantedFor(row);
    expect(ids.filter((id) => entryOf(id, values(row), { wanted }).kind !== 'server')).toEqual([]);
  });

  it('starts through "cmd /c" on Windows where the assistant starts no command scripts', () => {
    const needing = clients.filter((client) => 'windowsLaunchers' in client && client.windowsLaunchers === 'needs-cmd').map(({ id }) => id);
    expect(needing).not.toEqual([]);
    const context7 = wantedFor(rowNamed('context7') ?? expect.unreachable());
    for (const id of needing)
      expect(entryOf(id, nothing, { wanted: context7, platform: 'win32' })).toMatchObject({
        server: { command: 'cmd', args: ['/c', 'npx', '-y', '@upstash/context7-mcp'] },
      });
  });
});
