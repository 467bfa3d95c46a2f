import { chmodSync, linkSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { askAboutBridges } from '../../../src/cli/options/ask-about-bridges.ts';
import { diagnostics, uncalledBridges } from '../../../src/doctor/index.ts';
import { examine } from '../../../src/doctor/examine.ts';
import type { System } from '../../../src/system/index.ts';
import { memorySystem, type MemoryWorld } from '../../support/memory-system.ts';
import { temporaryHome } from '../../support/temporary-home.ts';

const program = { node: '/usr/local/bin/node', file: '/opt/snap/dist/main.js', version: '0.1.0' };
const compiled = Buffer.concat([Buffer.from([0x7f, 0x45, 0x4c, 0x46]), Buffer.alloc(60)]);
const script = '#!/usr/bin/env node\n';

/** A machine with our program and our Node, a foreign Node, and whatever else a case has. */
function machine(entry: object, { more = {}, links = {}, path = '/usr/local/bin:/usr/bin', project = false }: Case = {}): System {
  const file = project ? '/home/ada/project/.mcp.json' : '/home/ada/.claude.json';
  const files: Record<string, string | Uint8Array> = {
    '/usr/local/bin/node': compiled,
    '/usr/bin/node': compiled,
    '/opt/snap/dist/main.js': script,
    '/home/ada/.claude.json': '{}',
    '/home/ada/project/package.json': '{}',
    ...more,
    [file]: JSON.stringify({ mcpServers: { snap: entry } }),
  };
  return memorySystem({
    home: '/home/ada',
    cwd: '/home/ada/project',
    env: { HOME: '/home/ada', PATH: path },
    files,
    links,
    modes: Object.fromEntries(Object.keys(files).map((name) => [name, 0o755])),
  });
}

interface Case {
  readonly more?: NonNullable<MemoryWorld['files']>;
  readonly links?: NonNullable<MemoryWorld['links']>;
  readonly path?: string;
  readonly project?: boolean;
}

async function isOurs(system: System, own = program): Promise<boolean | 'after a question' | undefined> {
  const workspace = { path: system.cwd, isProject: true };
  const { setup } = await examine(system, { workspace, program: own, diagnostics: [] });
  const command = setup.entries.find(({ entry }) => entry.name === 'snap')?.command;
  const bridges = uncalledBridges(setup);
  expect(bridges).toHaveLength(command?.isThisProgram === true && command.callsOut ? 1 : 0);
  return bridges.length > 0 ? 'after a question' : command?.isThisProgram;
}

const main = program.file;
const full = { command: program.node, args: [main, 'mcp', '--stdio'] };

describe('may be started without asking', () => {
  it.each<[string, object, Case?]>([
    ['our Node with our file', full],
    ['the bridge', { ...full, args: [main, 'mcp', 'shim'] }],
    ['the bridge to this machine', { ...full, args: [main, 'mcp', 'shim', '--workspace', '/x', '--url=http://127.0.0.1:9/mcp'] }],
    ['with a folder', { ...full, args: [main, 'mcp', '--stdio', '--workspace', '/x'] }],
    ['with a folder in one word', { ...full, args: [main, 'mcp', '--stdio', '--workspace=/x'] }],
    ['with the full surface', { ...full, env: { SVC_MCP_INTELLIGENCE_SURFACE: 'full' } }],
    ['our Node by a link', { ...full, command: '/n' }, { links: { '/n': program.node } }],
    ['our file by a link', { ...full, args: ['/s', 'mcp', '--stdio'] }, { links: { '/s': main } }],
    ['our name on the PATH', { command: 'snap-mcp', args: ['mcp', '--stdio'] }, { links: { '/usr/local/bin/snap-mcp': main } }],
    ['our name in full', { command: '/b/snap', args: ['mcp', '--stdio'] }, { links: { '/b/snap': main } }],
    [
      'from a project, as from anywhere',
      { command: 'snap-mcp', args: ['mcp', '--stdio'] },
      { links: { '/usr/local/bin/snap-mcp': main }, project: true },
    ],
  ])('%s', async (_, entry, world) => {
    expect(await isOurs(machine(entry, world))).toBe(true);
  });
});

it.each<[string, readonly string[], object?]>([
  ['the bridge to another machine', ['--url', 'https://mcp.example.com/mcp', '--workspace=/x']],
  ['with a token for it', ['--url', 'https://mcp.example.com/mcp'], { SNAP_SHIM_TOKEN: 'x' }],
  ['with a header', ['--header', 'X-Key: ${KEY}', '--url', 'http://localhost:9/mcp']],
  ['by a name that may be looked up', ['--url', 'http://a.localhost:9/mcp']],
])('is started only after a question: %s', async (_, args, env = {}) => {
  expect(await isOurs(machine({ ...full, args: [main, 'mcp', 'shim', ...args], env }))).toBe('after a question');
});

it('says what it would start, and starts nothing without a yes', async () => {
  const args = [main, 'mcp', 'shim', '--url', 'https://mcp.example.com/mcp', '--header', `Authorization: Bearer sk_live_${'a'.repeat(24)}`];
  const system = machine({ ...full, args });
  const { setup, findings } = await examine(system, { workspace: { path: system.cwd, isProject: true }, program, diagnostics });
  expect(findings.filter(({ id }) => id === 'shim-instead-of-stdio')).toMatchObject([{ severity: 'info', fix: undefined }]);
  for (const answer of [true, false, undefined]) {
    const printed: string[] = [];
    const ui = { interactive: true, print: (text: string) => void printed.push(text), confirm: async () => answer };
    const allowed = await askAboutBridges({ ui, values: { flag: () => false }, system }, setup);
    expect(allowed === undefined ? undefined : allowed.size).toBe(answer === undefined ? undefined : Number(answer));
    expect(printed.join('\n')).toContain(`${program.node} ${main} mcp shim --url https://mcp.example.com/mcp`);
    expect(printed.join('\n')).not.toContain('sk_live_a');
    expect((await askAboutBridges({ ui, values: { flag: (name) => name === 'yes' }, system }, setup))?.size).toBe(0);
  }
});

const onPath = { links: { '/usr/local/bin/snap-mcp': main } };
const byName = { command: 'snap-mcp', args: ['mcp', '--stdio'] };
const evil = '/home/ada/project/node_modules/.bin';

describe('is never started without asking', () => {
  it.each([
    'NODE_OPTIONS',
    'LD_PRELOAD',
    'DYLD_INSERT_LIBRARIES',
    'PATH',
    'NODE_PATH',
    'SNAP_DATA_DIR',
    'SVC_API_URL',
    'SVC_SSE_PORT',
    'svc_x',
    'HOME',
    '',
  ])('with the variable %j', async (name) => {
    expect(await isOurs(machine({ ...full, env: { [name]: 'x' } }))).toBe(false);
  });

  it.each<[string, readonly string[]]>([
    ['an option for Node before the file', ['--import', '/evil.js', main, 'mcp', '--stdio']],
    ['an option for Node in one word', ['--require=/evil.js', main, 'mcp', '--stdio']],
    ['code', ['-e', 'x', main, 'mcp', '--stdio']],
    ['another file', ['/evil.js', 'mcp', '--stdio']],
    ['another file before ours', ['/evil.js', main, 'mcp', '--stdio']],
    ['another command of ours', [main, 'mcp', 'repair', '--yes']],
    ['a second way', [main, 'mcp', '--stdio', 'shim']],
    ['an option the server does not take', [main, 'mcp', '--stdio', '--config', '/x']],
    ['the bridge with a header alone', [main, 'mcp', 'shim', '--header', 'A: b']],
    ['two addresses', [main, 'mcp', 'shim', '--url', 'http://127.0.0.1:9/', '--url', 'https://e.com/']],
    ['a server with an address', [main, 'mcp', '--stdio', '--url', 'http://127.0.0.1:9/']],
    ['a folder that is an option', [main, 'mcp', '--stdio', '--workspace', '--yes']],
    ['a folder and more', [main, 'mcp', '--stdio', '--workspace', '/x', '--yes']],
    ['nothing to do', [main]],
    ['no arguments', []],
    ['a directory for a file', ['/opt/snap', 'mcp', '--stdio']],
    ['a path that only normalises to ours', ['/opt/snap/dist/../dist/main.js', 'mcp', '--stdio']],
  ])('%s', async (_, args) => {
    expect(await isOurs(machine({ ...full, args }))).toBe(false);
  });

  it.each<[string, object, Case?]>([
    ['a Node of another place', { ...full, command: '/usr/bin/node' }],
    ['a file called node', { ...full, command: '/home/ada/project/node' }, { more: { '/home/ada/project/node': compiled } }],
    ['a relative Node', { ...full, command: './node' }, { links: { '/home/ada/project/node': program.node } }],
    // Where snap runs it is a link to our file; where the client starts it, nobody knows.
    ['a relative file', { ...full, args: ['./s.js', 'mcp', '--stdio'] }, { links: { '/home/ada/project/s.js': main } }],
    ['a bare file', { ...full, args: ['s.js', 'mcp', '--stdio'] }, { links: { '/home/ada/project/s.js': main } }],
    ['a shell', { command: 'sh', args: ['-c', `${program.node} ${main} mcp --stdio`] }],
    ['a command line for a command', { command: `${program.node} ${main} mcp --stdio`, args: [] }],
    ['nothing', { command: '', args: ['mcp', '--stdio'] }],
    ['another program of our name', { command: 'snap-mcp', args: ['mcp', '--stdio'] }, { more: { '/usr/local/bin/snap-mcp': script } }],
    [
      "a project's own program of our name, earlier on the PATH",
      byName,
      { ...onPath, more: { [`${evil}/snap-mcp`]: script }, path: `${evil}:/usr/local/bin:/usr/bin` },
    ],
    [
      "a project's own Node, earlier on the PATH",
      byName,
      { ...onPath, more: { [`${evil}/node`]: compiled }, path: `${evil}:/usr/local/bin:/usr/bin` },
    ],
    [
      "a project's own Node under our program's full path",
      { command: '/b/snap', args: ['mcp', '--stdio'] },
      { links: { '/b/snap': main }, more: { [`${evil}/node`]: compiled }, path: `${evil}:/usr/local/bin` },
    ],
    ['a PATH that begins where the server starts', byName, { ...onPath, path: '.:/usr/local/bin:/usr/bin' }],
    ['a PATH with an empty part, which means the same', byName, { ...onPath, path: ':/usr/local/bin:/usr/bin' }],
    ['a PATH with a relative part', byName, { ...onPath, path: 'node_modules/.bin:/usr/local/bin:/usr/bin' }],
    ['a link that leads nowhere', { ...full, args: ['/s', 'mcp', '--stdio'] }, { links: { '/s': '/gone.js' } }],
    ['a link that leads back to itself', { ...full, args: ['/s', 'mcp', '--stdio'] }, { links: { '/s': '/s' } }],
  ])('%s', async (_, entry, world) => {
    expect(await isOurs(machine(entry, world))).not.toBe(true);
  });

  it("a project's own program where the client's PATH is not the shell's", async () => {
    const system = memorySystem({
      home: '/home/ada',
      cwd: '/home/ada/project',
      env: { HOME: '/home/ada', PATH: `${evil}:/usr/local/bin` },
      files: {
        '/usr/local/bin/node': compiled,
        [main]: script,
        [`${evil}/snap-mcp`]: script,
        '/home/ada/.cursor/mcp.json': JSON.stringify({ mcpServers: { snap: byName } }),
      },
      links: onPath.links,
      modes: { '/usr/local/bin/node': 0o755, [main]: 0o755, [`${evil}/snap-mcp`]: 0o755 },
    });
    expect(await isOurs(system)).toBe(false);
  });

  it('a bare name on Windows, where the search begins in the start directory', async () => {
    const own = { node: String.raw`C:\n\node.exe`, file: String.raw`C:\snap\dist\main.js`, version: '0.1.0' };
    const world = (command: string) =>
      memorySystem({
        platform: 'win32',
        env: { PATH: String.raw`C:\n` },
        files: {
          [own.node]: compiled,
          [own.file]: script,
          [String.raw`C:\Users\ada\.claude.json`]: JSON.stringify({
            mcpServers: { snap: { command, args: [own.file, 'mcp', '--stdio'] } },
          }),
        },
      });
    expect(await isOurs(world('node'), own)).toBe(false);
    expect(await isOurs(world(own.node), own)).toBe(true);
  });
});

it('on a real disk: only what is our very file counts, by whatever links', async () => {
  const home = temporaryHome();
  const own = { node: process.execPath, file: home.put('snap/dist/main.js', script), version: '0.1.0' };
  chmodSync(own.file, 0o755);
  mkdirSync(home.at('bin'));
  symlinkSync(own.file, home.at('bin/link'));
  symlinkSync(home.at('snap'), home.at('other'));
  writeFileSync(home.at('bin/copy'), script);
  linkSync(own.file, home.at('bin/hard'));
  const verdict = async (file: string) => {
    home.put('.claude.json', JSON.stringify({ mcpServers: { snap: { command: own.node, args: [file, 'mcp', '--stdio'] } } }));
    return isOurs(home.system, own);
  };
  expect(await verdict(own.file)).toBe(true);
  expect(await verdict(home.at('bin/link'))).toBe(true);
  expect(await verdict(home.at('bin/copy'))).toBe(false);
  // The same content today; who holds the other name may put something else there.
  expect(await verdict(home.at('bin/hard'))).toBe(false);
  // It is our file, but through a directory that somebody may turn elsewhere: a doubt, so a no.
  expect(await verdict(home.at('other/dist/main.js'))).toBe(false);
  expect(await verdict('snap/dist/main.js')).toBe(false);
});
