import { spawn } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, readdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import undoCommand from '../../src/cli/commands/mcp/undo.ts';
import { builtProgram } from '../support/built-program.ts';
import { makeHome, type Home } from '../support/program-home.ts';
import { inTerminal, keys, noTerminal } from '../support/terminal.ts';

/** Once "snap mcp undo" asks, it needs an answer here. */
const undoAsks = 'yes' in undoCommand.options;

let home: Home;
beforeEach(() => {
  home = makeHome();
});
afterEach(() => home.remove());

const at = (...path: readonly string[]): string => join(home.path, ...path);
const claude = '{ "mcpServers": { "other": { "command": "x" } } }\n';

const snap = { command: 'node', args: ['/opt/snap-mcp/dist/main.js', 'mcp', '--stdio'] };
const knowledge = 'knowledge/project-0123456789ab/learnings.jsonl';

/** Entries of three assistants, and something that snap has stored. */
function setUp(own = '.snap-data'): void {
  home.write('.claude.json', JSON.stringify({ mcpServers: { other: { command: 'x' }, snap } }));
  home.write('.cursor/mcp.json', JSON.stringify({ mcpServers: { snap, memory: { command: 'y' } } }));
  home.write('.codex/config.toml', `[mcp_servers.snap]\ncommand = "node"\nargs = ${JSON.stringify(snap.args)}\n`);
  home.write(`${own}/data/${knowledge}`, '{"a":1}\n');
}

const cleared = '{"mcpServers":{"other":{"command":"x"}}}';

describe('snap uninstall', () => {
  it('only shows its plan where nobody can be asked', async () => {
    setUp();
    const before = home.tree();
    const done = await home.run(['uninstall']);
    expect(done.code).toBe(1);
    expect(done.out.match(/would be removed/g)).toHaveLength(3);
    expect((await home.run(['uninstall', '--dry-run', '--data'])).code).toBe(0);
    expect((await home.run(['uninstall', '--data', '--json'])).code).toBe(1);
    expect(home.tree()).toEqual(before);
    expect(existsSync(at('.snap-data/data/knowledge'))).toBe(true);
  });

  it('removes the entries everywhere and nothing else, keeps its files, and is undone', async () => {
    home.write('.claude.json', claude);
    mkdirSync(at('second', '.git'), { recursive: true });
    await home.run(['tools', 'configure', '--cursor', '--claude-code', '--codex']);
    await home.run(['tools', 'configure', '--cursor', '--scope', 'project'], { cwd: at('second') });
    const before = home.tree();
    home.write('.config/zed/settings.json', '{ "context_servers": { "snap": { "command": "snapcraft" } } }');
    home.write('.gemini/settings.json', '{ "mcpServers": { "snap": { "command": "snap-mcp", "args": ["mcp", "--stdio"] } ');
    const done = await home.run(['uninstall', '--yes']);
    expect(done.code).toBe(0);
    expect(Object.keys(home.tree()).toSorted()).toEqual(['.claude.json', '.config/zed/settings.json', '.gemini/settings.json']);
    expect(home.read('.claude.json')).toBe(claude);
    expect(done.out).toContain('the server "snap" stays: it does not start snap');
    expect(done.out).toContain('~/.gemini/settings.json: what is left looks like an entry that starts snap');
    expect(done.out).toContain('the record of changes that "snap mcp undo" needs');
    expect(done.out).toContain('npm uninstall -g snap-mcp');
    const again = await home.run(['uninstall', '--yes']);
    expect(again).toMatchObject({ code: 0 });
    expect(again.out).toContain('No assistant has an entry that starts snap.');
    await home.run(['mcp', 'undo', ...(undoAsks ? ['--yes'] : [])]);
    expect(home.tree()).toMatchObject(before);
  });

  it('deletes its own files when told, but no link further than itself, and nothing of others', async () => {
    setUp();
    home.write('elsewhere/keep.txt', 'mine');
    symlinkSync(at('elsewhere'), at('.snap-data/data/knowledge/linked-0123456789ab'));
    writeFileSync(at('.snap-data/data/notes.txt'), 'mine');
    mkdirSync(at('project/.snap'));
    const done = await home.run(['uninstall', '--yes', '--data']);
    expect(done.code).toBe(0);
    expect(done.out).not.toMatch(/brings it back|Undo it with/);
    expect(done.out).toContain("~/.snap-data/data/notes.txt is not snap's, and stays.");
    expect(done.out).toContain('~/project/.snap belongs to its project and stays');
    expect(readdirSync(at('.snap-data'))).toEqual(['data']);
    expect(readdirSync(at('.snap-data/data'))).toEqual(['notes.txt']);
    expect(home.read('elsewhere/keep.txt')).toBe('mine');
    expect(await home.run(['uninstall', '--yes', '--data'])).toMatchObject({ code: 0 });
  });

  it('empties a data directory that is a link, and leaves the link', async () => {
    setUp();
    renameSync(at('.snap-data/data'), at('big-disk'));
    symlinkSync(at('big-disk'), at('.snap-data/data'));
    const done = await home.run(['uninstall', '--yes', '--data']);
    expect(done.code).toBe(0);
    expect(readdirSync(at('big-disk'))).toEqual([]);
    expect(lstatSync(at('.snap-data/data')).isSymbolicLink()).toBe(true);
    expect(done.out).toContain('~/.snap-data/data stays: it is a link, or not empty.');
  });

  it('deletes nothing in a SNAP_DATA_DIR that holds the home directory', async () => {
    const env = { SNAP_DATA_DIR: home.path };
    setUp('.');
    home.write('config/settings.json', '{"of":"another program"}');
    home.write('data/journal/mine.txt', 'mine');
    const done = await home.run(['uninstall', '--yes', '--data'], { env });
    expect(done.code).toBe(3);
    expect(done.out).toContain('holds your home directory, so snap deletes nothing there');
    expect(existsSync(at('data/knowledge'))).toBe(true);
    expect(home.read('config/settings.json')).toContain('another program');
    expect(home.read('.claude.json')).toBe(cleared);
    // As root, this would reach everywhere.
    expect(await home.run(['uninstall', '--yes', '--data'], { env: { SNAP_DATA_DIR: '/' } })).toMatchObject({ code: 0 });
  });

  it.runIf(process.platform === 'linux')('names a server that still runs, and keeps its files until it has ended', async () => {
    setUp();
    const env = { HOME: home.path, PATH: process.env['PATH'] ?? '', SNAP_DATA_DIR: at('.snap-data') };
    const server = spawn(process.execPath, [builtProgram(), 'mcp', '--stdio'], {
      cwd: home.project,
      env,
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    onTestFinished(() => void server.kill());
    const answered = new Promise((resolve) => server.stdout.once('data', resolve));
    server.stdin.write('{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
    await answered;
    const done = await home.run(['uninstall', '--yes', '--data']);
    expect(done.code).toBe(3);
    expect(done.out).toContain(`process ${server.pid}`);
    expect(existsSync(at('.snap-data/data/knowledge'))).toBe(true);
    const ended = new Promise((resolve) => server.once('close', resolve));
    server.stdin.end();
    await ended;
    expect((await home.run(['uninstall', '--yes', '--data'])).code).toBe(0);
    expect(existsSync(at('.snap-data/data'))).toBe(false);
  });
});

describe.skipIf(noTerminal !== undefined)('snap uninstall in a terminal', () => {
  it('asks before each step, and says what would be lost', async () => {
    setUp();
    const session = inTerminal(home, ['uninstall']);
    await session.see('Remove these 3 entries?');
    session.type(keys.enter);
    await session.see('the learnings and violations of your projects (1 record)');
    await session.see('Delete these files too?');
    // Enter alone is a no.
    session.type(keys.enter);
    expect(await session.ended).toBe(0);
    expect(home.read('.claude.json')).toBe(cleared);
    expect(existsSync(at('.snap-data/data/knowledge'))).toBe(true);
  });

  it('removes nothing after a no to the first question', async () => {
    setUp();
    const before = home.tree();
    const session = inTerminal(home, ['uninstall']);
    await session.see('Remove these 3 entries?');
    session.type('n');
    expect(await session.ended).toBe(3);
    expect(home.tree()).toEqual(before);
  });
});
