import { cpSync, mkdirSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commands } from '../../src/cli/commands.ts';
import { commandHelp } from '../../src/cli/help.ts';
import { builtProgram } from '../support/built-program.ts';
import { makeHome, type Home } from '../support/snap.ts';

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
      "snap 0.1.0: finds every AI coding assistant on this machine and edits its MCP configuration without moving a foreign byte.

      Usage: snap <command> [options]     (snap-mcp is the same program)

      Commands:
        setup               Set snap up in your assistants, question by question
        mcp scan            Show every assistant, its config files and the MCP servers in them
        mcp validate        Say what is wrong with them, where, and what to do
        mcp repair          Mend what can be mended
        mcp add             Add any MCP server to the assistants you name
        mcp remove          Take an MCP server out again
        mcp sync            Show which servers stand where, and copy those of one assistant to others
        mcp enable          Switch a server on, with the assistant's own switch
        mcp disable         Switch it off, and leave its entry where it is
        mcp history         List the changes snap has made
        mcp undo            Take one of them back
        mcp                 Start the bundled MCP server: snap mcp --stdio
        mcp shim            Bridge stdio to a remote server (not available in this version)
        tools configure     Add snap itself to the assistants you name
        tools remove        Take snap out again
        tools print         Print the entry for an assistant, to paste
        init                Keep what snap learns in the project itself, so that others have it too
        status              Show what snap knows of this project, and where it keeps it
        task start          Start a task, and hear what was learned about the like
        task end            End it: changes are measured, learnings kept
        task list           List open tasks and the last that ended
        task approve        Let the project's command measure a goal
        snapshot create     Take a snapshot of the files as they are
        snapshot list       List what can be brought back
        snapshot show       Show what is in one, and what is not
        snapshot diff       Show what changed since, or between two
        snapshot restore    Bring the files back, all or some
        snapshot undo       Take the last restore back
        snapshot protect    Keep one until you say otherwise
        snapshot unprotect  Let it go with the others
        snapshot prune      Remove those whose time has come
        snapshot verify     Read them all, and name what is damaged
        learn               Keep something you learned
        learnings list      List what was learned
        learnings search    Find it by words
        learnings show      Show where one came from and how it fared
        learnings gc        Put away what is old, unused or said twice
        learnings export    Print them all, for another project
        learnings import    Take in what was exported
        violation add       Report that a rule was broken
        violation list      List broken rules with their counts
        advise              Say what is known about a task or files
        guide               Propose the steps of a task
        pulse               Show how fast the project changes
        doctor              One page about all of this, for a bug report
        clients             List the assistants snap knows, with the paths of their config files
        completion          Print a script for bash, zsh or fish that completes all this

      Options:
        -h, --help     Show help, for a command too: snap mcp scan --help
        -V, --version  Show the version

      Start with: snap setup, or just look: snap mcp scan
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
