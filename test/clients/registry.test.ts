import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { parse as parseJsonc, type ParseError } from 'jsonc-parser';
import { parse as parseToml } from 'smol-toml';
import { describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import type { Client, ConfigPlace, Evidence } from '../../src/clients/client.ts';
import { type Place, type PlaceByPlatform, type Platform, locate, type Where } from '../../src/clients/locate.ts';
import { nextStep } from '../../src/clients/next-step.ts';
import { clients } from '../../src/clients/registry/index.ts';

const rows: readonly Client[] = clients;
const platforms: readonly Platform[] = ['darwin', 'linux', 'win32'];

const machines: { readonly [P in Platform]: Where } = {
  darwin: { platform: 'darwin', home: '/Users/mara', env: {}, workspace: '/Users/mara/src/shop' },
  linux: { platform: 'linux', home: '/home/mara', env: {}, workspace: '/home/mara/src/shop' },
  win32: { platform: 'win32', home: String.raw`C:\Users\mara`, env: {}, workspace: String.raw`C:\src\shop` },
};

/** Products for one platform, and one that keeps its servers in no file. */
const onlyOn: Readonly<Record<string, readonly Platform[]>> = {
  'visual-studio': ['win32'],
  'copilot-xcode': ['darwin'],
  'copilot-eclipse': [],
};

const isWritable = (place: ConfigPlace): boolean => place.write !== 'never';

/** Every place a row names, whatever for. */
function placesOf(client: Client): readonly (Place | PlaceByPlatform)[] {
  const evidence = client.detect.filter((item): item is Extract<Evidence, { kind: 'path' }> => item.kind === 'path');
  return [
    ...client.files.flatMap((file) => [file.at, ...(file.ignoredWhile ? [file.ignoredWhile] : [])]),
    ...evidence.map((item) => item.at),
    ...(client.strays ?? []),
  ];
}

describe('the registry', () => {
  it('starts with the eleven assistants of the specification', () => {
    expect(clients.slice(0, 11).map((client) => client.id)).toEqual([
      'claude-desktop',
      'cursor',
      'windsurf',
      'qoder',
      'vscode',
      'continue',
      'zed',
      'cline',
      'roo-code',
      'aider',
      'gemini',
    ]);
  });

  it.each(rows.map((client) => [client.id, client] as const))(
    '%s: no advice after a removal is about a server that is to run',
    (_, client) => {
      const aboutRunning =
        /switch\w* .*\bon\b|start the server|connects? |approve|trust|checks? the server|reconnect|has to be on|tools are offered/i;
      for (const action of ['removed', 'disabled'] as const)
        expect(nextStep(client, action).replace(/again\b.*/, '')).not.toMatch(aboutRunning);
      for (const action of ['created', 'updated', 'enabled'] as const) expect(nextStep(client, action)).toBe(client.reload);
    },
  );

  it.each(['qwen-code', 'claude-code'])('%s: after a server was switched off, that its list starts it all the same', (id) => {
    const client = rows.find((row) => row.id === id)!;
    expect(nextStep(client, 'disabled')).toMatch(/sessions leave the server out; "\w+ mcp list" starts it all the same/);
    expect(nextStep(client, 'removed')).not.toContain('mcp list');
  });

  it('has each id and each name once', () => {
    expect(new Set(rows.map((client) => client.id)).size).toBe(rows.length);
    expect(new Set(rows.map((client) => client.name)).size).toBe(rows.length);
    const words = rows.flatMap((client) => [client.id, ...(client.alias === undefined ? [] : [client.alias])]);
    expect(new Set(words).size).toBe(words.length);
  });

  it('has one file for each row, named for its id', () => {
    const files = readdirSync(new URL('../../src/clients/registry', import.meta.url)).filter((name) => name.endsWith('.ts'));
    const shared = ['index.ts', 'shapes.ts'];
    expect(files.filter((name) => !shared.includes(name)).toSorted()).toEqual(rows.map((client) => `${client.id}.ts`).toSorted());
  });

  it('fills in by hand where there is no file, or where the specification says so', () => {
    expect(rows.filter((client) => client.setup === 'manual').map((client) => client.id)).toEqual(['aider', 'gemini', 'copilot-eclipse']);
  });

  // The repository's .mcp.json holds "servers" for Visual Studio and "mcpServers" for Claude Code and GitHub Copilot CLI.
  it('lets two clients make one file with different layouts only where the vendors themselves collide', () => {
    const collisions = new Set<string>();
    for (const platform of platforms) {
      const seen = new Map<string, { id: string; at: string }[]>();
      for (const client of rows) {
        for (const file of client.files.filter((place) => place.write === 'create')) {
          const at = JSON.stringify(file.layout ?? client.layout);
          for (const path of locate(file.at, machines[platform])) {
            const key = `${file.scope} ${path}`;
            const others = seen.get(key) ?? [];
            for (const other of others) if (other.at !== at) collisions.add(`${platform} ${key}: ${other.id} ${client.id}`);
            seen.set(key, [...others, { id: client.id, at }]);
          }
        }
      }
    }
    expect([...collisions].toSorted()).toEqual([
      String.raw`win32 project C:\src\shop\.mcp.json: claude-code visual-studio`,
      String.raw`win32 project C:\src\shop\.mcp.json: visual-studio codebuddy`,
      String.raw`win32 project C:\src\shop\.mcp.json: visual-studio copilot-cli`,
      String.raw`win32 project C:\src\shop\.mcp.json: visual-studio jetbrains-air`,
      String.raw`win32 project C:\src\shop\.mcp.json: visual-studio qoder-cli`,
    ]);
  });

  it('replaces a workspace variable only where the vendor says so', () => {
    const expanding = rows.flatMap((client) =>
      client.files.filter((file) => file.workspaceVariable !== undefined).map((file) => `${client.id} ${file.scope}`),
    );
    expect([...new Set(expanding)].toSorted()).toEqual([
      'cursor project',
      'hermes global',
      'kilo-classic global',
      'kilo-classic project',
      'mcphub-nvim global',
      'mcphub-nvim project',
      'roo-code global',
      'roo-code project',
      'trae project',
      'vscode project',
      'vscode-insiders project',
      'vscodium project',
    ]);
  });
});

describe.each(rows)('$id', (client) => {
  it('has an id to type, a page of its vendor and a day', () => {
    expect(client.id).toMatch(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/);
    expect(client.docs).toMatch(/^https:\/\/[^/]+\.[a-z]+/);
    for (const source of [...Object.values(client.sources), ...client.files.flatMap((file) => file.source ?? [])]) {
      if (source === 'none') continue;
      expect(source.at).toMatch(/^https:\/\/[^/]+\.[a-z]+/);
      expect(source.read).toMatch(/^20\d\d-\d\d-\d\d$/);
    }
    expect(client.reload).toMatch(/^[A-Z].*\.$/s);
    expect(nextStep(client, 'removed')).toMatch(/^[A-Z].*\.$/s);
    for (const fact of client.unverified) expect(fact).toMatch(/^(That|Whether|Which|What|Where|How) .*\.$/s);
  });

  it('is filled in', () => {
    expect(readFileSync(new URL(`../../src/clients/registry/${client.id}.ts`, import.meta.url), 'utf8')).not.toContain('TODO');
  });

  it('has a source for what it says about the names of tools and the open folder', () => {
    if (client.withoutDots) {
      expect(client.withoutDots.source).toMatch(/^https:\/\//);
      expect(client.withoutDots.clientNames).not.toEqual([]);
      for (const name of client.withoutDots.clientNames) expect(name).toBe(name.toLowerCase());
    }
    if (client.workspaceIn) expect(client.workspaceIn.source).toMatch(/^https:\/\//);
  });

  it('can be recognised on some platform', () => {
    expect(client.detect).not.toEqual([]);
    for (const evidence of client.detect) {
      if (evidence.kind === 'extension') expect(evidence.id).toMatch(/^[a-z0-9-]+\.[a-z0-9-]+$/);
    }
  });

  it('says what to do by hand where it is set up by hand', () => {
    if (client.setup === 'manual') expect(client.manualSteps).toBeDefined();
  });

  it('can be written somewhere', () => {
    const able = platforms.filter((platform) =>
      client.files.some(
        (file) => isWritable(file) && ['global', 'project'].includes(file.scope) && locate(file.at, machines[platform]).length > 0,
      ),
    );
    expect(able).toEqual(onlyOn[client.id] ?? platforms);
  });

  it('never has managed files written', () => {
    for (const file of client.files) if (file.scope === 'managed') expect(file.write).toBe('never');
  });

  it('has a preamble only for files that are made', () => {
    for (const file of client.files) if (file.preamble) expect(file.write).toBe('create');
  });

  it.each(platforms)('has absolute paths without ".." on %s', (platform) => {
    const absolute = platform === 'win32' ? /^[A-Z]:\\[^/]+$/ : /^\/[^\\]+$/;
    for (const place of placesOf(client)) {
      for (const path of locate(place, machines[platform])) {
        expect(path).toMatch(absolute);
        expect(path.split(/[\\/]/)).not.toContain('..');
        expect(path.slice(3)).not.toMatch(/\/\/|\\\\/);
      }
    }
  });

  it('has names its own rule would accept', () => {
    if (client.names) expect('snap').toMatch(new RegExp(client.names.pattern));
  });

  it('has a config file as a user would have it', () => {
    const url = new URL(`../fixtures/clients/${client.id}/config.${client.format}`, import.meta.url);
    expect(existsSync(url), `Write test/fixtures/clients/${client.id}/config.${client.format}: a file with somebody's servers.`).toBe(true);
    expect(serversIn(client, readFileSync(url, 'utf8'))).toBeGreaterThan(0);
  });
});

/** How many servers a fixture has for the client, by a parser that is not ours. */
function serversIn(client: Client, text: string): number {
  let value: unknown = parseStrictly(client, text);
  for (const step of client.layout.at) {
    if (typeof value !== 'object' || value === null || typeof step !== 'string') return 0;
    value = new Map<string, unknown>(Object.entries(value)).get(step);
  }
  if (Array.isArray(value) !== (client.layout.kind === 'list')) return 0;
  return typeof value === 'object' && value !== null ? Object.keys(value).length : 0;
}

function parseStrictly(client: Client, text: string): unknown {
  switch (client.format) {
    case 'yaml':
      return parseYaml(text);
    case 'toml':
      return parseToml(text);
    case 'json': {
      const errors: ParseError[] = [];
      const value: unknown = parseJsonc(text, errors, {
        disallowComments: client.tolerance === 'strict' || client.tolerance === 'unknown',
        allowTrailingComma: client.tolerance === 'comments-and-commas',
      });
      expect(errors).toEqual([]);
      return value;
    }
    default:
      return client.format satisfies never;
  }
}
