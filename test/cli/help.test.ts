import { cpSync, mkdirSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commands } from '../../src/cli/commands.ts';
import { commandHelp } from '../../src/cli/help.ts';
import { builtProgram } from '../support/built-program.ts';
import { makeHome, type Home } from '../support/program-home.ts';

let home: Home;
beforeAll(() => {
  home = makeHome();
});
afterAll(() => home.remove());

describe('snap', () => {
  it('says what it can do', async () => {
    const { code, out } = await home.run(['--help']);
    expect(code).toBe(0);
    expect(out).toMatchInlineSnapshot(`
      "snap 0.1.0: finds the AI coding assistants on this machine and edits their MCP configuration without touching anything else in the files.

      Usage: snap <command> [options]     (snap-mcp is the same program)

      Commands:
        setup               Set up snap in your assistants, step by step
        mcp scan            Show every assistant, its config files and the MCP servers in them
        mcp list            List the MCP servers: which assistants have them, and whether they answer
        mcp validate        Find problems in MCP configuration, and say how to fix them
        mcp repair          Fix the problems that snap can fix
        mcp add             Add an MCP server to the assistants you name
        mcp remove          Remove an MCP server
        mcp sync            Compare servers between assistants, and copy them from one to others
        mcp enable          Enable a server in the assistant's own configuration
        mcp disable         Disable a server without removing its entry
        mcp history         List the changes made by snap
        mcp undo            Undo a change made by snap
        mcp                 Start the bundled MCP server: snap mcp --stdio
        mcp shim            Bridge stdio to a remote server (not available in this version)
        tools configure     Add snap to the assistants you name
        tools remove        Remove snap from assistants
        tools print         Print the entry for an assistant, for pasting by hand
        init                Store learnings in the project, to share them with your team
        status              Show what snap stores about this project, and where
        task start          Start a task and show related learnings
        task end            End the task: measure its changes, save its learnings
        task list           List open tasks and the latest ended ones
        task approve        Allow the project's command to measure a goal
        snapshot create     Take a snapshot of the project files
        snapshot list       List snapshots
        snapshot show       Show one snapshot: its contents and what was left out
        snapshot diff       Show changes since a snapshot, or between two snapshots
        snapshot restore    Restore files from a snapshot, all or some
        snapshot undo       Undo the last restore
        snapshot protect    Protect a snapshot from pruning
        snapshot unprotect  Let a protected snapshot be pruned again
        snapshot prune      Delete snapshots past their retention period
        snapshot verify     Check every snapshot for damage
        learn               Save something you learned
        learnings list      List learnings
        learnings search    Search learnings by words
        learnings show      Show one learning: its source and how often it helped
        learnings gc        Archive old, unused and duplicate learnings
        learnings export    Export learnings, for another project
        learnings import    Import exported learnings
        violation add       Report a broken rule
        violation list      List broken rules, with counts
        advise              Show advice about a task or files
        guide               Propose steps for a task
        pulse               Show how fast the project is changing
        doctor              Print a report about snap and your assistants, for bug reports
        clients             List the assistants snap knows, with the paths of their config files
        completion          Print a completion script for bash, zsh or fish

      Options:
        -h, --help     Show help, also for one command: snap mcp scan --help
        -V, --version  Show the version

      Start with: snap setup. To look only: snap mcp scan
      "
    `);
    expect((await home.run([])).out).toBe(out);
    expect((await home.run(['-h'])).out).toBe(out);
  });

  it('says its version', async () => {
    expect(await home.run(['--version'])).toEqual({ code: 0, out: '0.1.0\n', err: '' });
    expect((await home.run(['-V'])).out).toBe('0.1.0\n');
  });

  it.each([
    [['frobnicate']],
    [['mcp', 'frobnicate']],
    [['tools']],
    [['mcp', 'scan', '--frobnicate']],
    [['mcp', 'scan', '--workspace', '/nowhere']],
    [['clients', '--platform', 'os2']],
  ])('answers wrong usage %j with 2 and a way on', async (args) => {
    const { code, out, err } = await home.run(args);
    expect(code).toBe(2);
    expect(out + err).toMatch(/--help|Commands:|no such|Platforms/);
  });

  it('answers wrong usage in JSON where JSON is asked for', async () => {
    const { code, out } = await home.run(['mcp', 'scan', '--json', '--workspace', '/nowhere']);
    expect(code).toBe(2);
    expect(JSON.parse(out)).toMatchObject({ schemaVersion: 1, error: { code: 'usage' } });
  });
});

describe.each(commands.map((command) => [command.name, command] as const))('snap %s --help', (name, entry) => {
  it('is there, with examples, and fits a screen', async () => {
    const command = await entry.load();
    expect(command.name).toBe(name);
    const help = commandHelp(command);
    expect(help).toContain(`Usage: snap ${name}`);
    expect(command.examples.length).toBeGreaterThan(0);
    for (const [line] of command.examples) expect(line.startsWith('snap ')).toBe(true);
    const { code, out } = await home.run([...name.split(' '), '--help']);
    expect(code).toBe(0);
    expect(out).toBe(`${help}\n`);
  });
});

describe('a program that will be gone', () => {
  it('is not named in an entry', () => {
    const dist = dirname(builtProgram());
    const cache = join(home.path, '.npm/_npx/1a2b3c/node_modules/snap-mcp/dist');
    mkdirSync(dirname(cache), { recursive: true });
    cpSync(dist, cache, { recursive: true });
    const run = (scope: string) =>
      spawnSync(process.execPath, [join(cache, 'main.js'), 'tools', 'configure', '--cursor', '--scope', scope], {
        cwd: home.project,
        env: { HOME: home.path, PATH: '', SNAP_DATA_DIR: join(home.path, '.snap-data') },
        encoding: 'utf8',
      });
    const user = run('global');
    expect(user.status).toBe(3);
    expect(user.stderr).toContain("npm's temporary cache");
    expect(run('project').status).toBe(0);
    expect(Object.keys(home.tree()).filter((path) => path.endsWith('mcp.json'))).toEqual(['project/.cursor/mcp.json']);
  });
});
