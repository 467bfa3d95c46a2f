import { cpSync, mkdirSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commands } from '../../src/cli/commands.ts';
import { commandHelp, generalHelp } from '../../src/cli/help.ts';
import { displayWidth } from '../../src/cli/terminal/display-width.ts';
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
      "snap 0.1.0 sets up, checks and repairs the MCP servers of your AI coding
      assistants, and saves your work.

      Usage: snap <command> [options]

        snap setup          Start here: set up snap, step by step
        snap mcp scan       Only look: what is configured on this machine
        snap mcp validate   Only look: what does not work, and why

      Set up snap in your assistants:
        setup                    Set up snap in your assistants, step by step
        tools configure          Add snap to the assistants you name
        tools remove             Remove snap from assistants
        tools print              Print the entry for an assistant, for pasting by hand
        uninstall                Remove snap from all assistants, and its own files

      See what is configured, find problems, fix them:
        mcp scan                 Show assistants, their config files and servers
        mcp list                 List the MCP servers, and whether they answer
        mcp validate             Find problems, and say how to fix them
        mcp repair               Fix the problems that snap can fix
        doctor                   Print a report about snap and your assistants

      Manage MCP servers in all your assistants:
        mcp add                  Add an MCP server to the assistants you name
        mcp remove               Remove an MCP server
        mcp enable               Enable a server in the assistant's own configuration
        mcp disable              Disable a server without removing its entry
        mcp sync                 Compare servers between assistants, and copy them
        mcp history              List the changes made by snap
        mcp undo                 Undo a change made by snap

      Check the code of a project:
        check                    Check the code of this project
        check approve            Let checks run the project's own programs
        risk                     Score the risk of changing files
        context                  Show what is known of files, here and at servers

      Save and restore the files of a project:
        snapshot create          Take a snapshot of the project files
        snapshot list            List snapshots
        snapshot show            Show one snapshot: its size and what was left out
        snapshot diff            Show changes since a snapshot, or between two
        snapshot restore         Restore files from a snapshot, all or some
        snapshot undo            Undo the last restore
        snapshot protect         Protect a snapshot from pruning
        snapshot unprotect       Let a protected snapshot be pruned again
        snapshot prune           Delete snapshots past their retention period
        snapshot verify          Check every snapshot for damage
        rollback suggest         Suggest the snapshot to restore after something broke

      Remember what was learned in a project:
        init                     Store learnings in the project, for your team
        status                   Show what snap stores about this project, and where
        task start               Start a task and show related learnings
        task end                 End the task: measure its changes, save its learnings
        task list                List open tasks and the latest ended ones
        task approve             Allow the project's command to measure a goal
        learn                    Save something you learned
        learnings list           List learnings
        learnings search         Search learnings by words
        learnings show           Show one learning: its source and how often used
        learnings restore        Show a withheld learning again
        learnings gc             Archive old, unused and duplicate learnings
        learnings export         Export learnings, for another project
        learnings import         Import exported learnings
        violation add            Report a broken rule
        violation list           List broken rules, with counts
        patterns                 Search learnings and broken rules at once
        advise                   Show advice about a task or files
        guide                    Propose steps for a task
        pulse                    Show how fast the project is changing

      Ask your own MCP servers about a task:
        intelligence connect     Let snap ask GitHub, GitLab, Sentry or Context7
        intelligence list        List the servers snap asks, and whether they answer
        intelligence disconnect  Stop snap from asking a server

      Share one process between your assistants:
        daemon start             Start the daemon, and HTTP
        daemon stop              End the daemon
        daemon restart           End the daemon, also a hung one, and start another
        daemon status            Show the daemon: who is connected, and where
        daemon logs              Show the log of the daemon
        daemon headers           Print the header with its token, for assistants
        events                   Show what happened in your projects, as it happens

      Use an account, if you have one:
        login                    Sign in to the backend that you have configured
        logout                   Sign out
        api whoami               Show who you are for that backend

      More:
        mcp                      Start the MCP server of snap: snap mcp --stdio
        mcp shim                 Bridge standard input and output to a remote server
        clients                  List known assistants and their config files
        completion               Print a completion script for bash, zsh or fish
        help                     Show this help, or that of a command

      Options:
        -h, --help          Show help, also of one command: snap mcp add --help
        -V, --version       Show the version

      snap-mcp is the same program.
      "
    `);
    expect((await home.run([])).out).toBe(out);
    expect((await home.run(['-h'])).out).toBe(out);
  });

  it('says its version', async () => {
    expect(await home.run(['--version'])).toEqual({ code: 0, out: '0.1.0\n', err: '' });
    expect((await home.run(['-V'])).out).toBe('0.1.0\n');
  });

  it.each([[['mcp', 'scan', '--workspace', '/nowhere']], [['clients', '--platform', 'os2']], [['tools']]])(
    'answers wrong usage %j with 2 and a way on',
    async (args) => {
      const { code, out, err } = await home.run(args);
      expect(code).toBe(2);
      expect(out + err).toMatch(/--help|no such|Platforms/);
    },
  );

  it('shows help of one command, of a group and of all, however it is asked', async () => {
    const add = await home.run(['mcp', 'add', '--help']);
    expect(add.code).toBe(0);
    expect(add.out.split('\n')[0]).toBe('Add an MCP server to the assistants you name.');
    for (const args of [
      ['help', 'mcp', 'add'],
      ['mcp', 'add', '-h'],
      ['--help', 'mcp', 'add'],
      ['mcp', 'add', 'one', 'two', 'three', '--help'],
    ])
      expect((await home.run(args)).out).toBe(add.out);
    const snapshot = await home.run(['snapshot', '--help']);
    expect(snapshot).toMatchObject({ code: 0, err: '' });
    expect((await home.run(['help', 'snapshot'])).out).toBe(snapshot.out);
    expect((await home.run(['help', 'snapshot', 'creat'])).err).toContain('Did you mean "snap snapshot create"?');
  });

  it('shows with "snap mcp --help" the commands of the group and how the server is started', async () => {
    const { code, out } = await home.run(['mcp', '--help']);
    expect(code).toBe(0);
    for (const { name, summary } of commands.filter((command) => command.name.startsWith('mcp '))) {
      expect(out).toMatch(new RegExp(`^ {2}${name} +${escaped(summary)}$`, 'm'));
    }
    expect(out).toContain('  snap mcp --stdio [--workspace <dir>]\n');
    expect(out.indexOf('mcp scan')).toBeLessThan(out.indexOf('--stdio'));
  });

  it('answers wrong usage in JSON where JSON is asked for', async () => {
    const { code, out } = await home.run(['mcp', 'scan', '--json', '--workspace', '/nowhere']);
    expect(code).toBe(2);
    expect(JSON.parse(out)).toMatchObject({ schemaVersion: 1, error: { code: 'usage' } });
  });
});

describe.each(commands.map((command) => [command.name, command] as const))('the help of %s', (name, entry) => {
  it('says what it takes, with examples, in lines of 80 columns', async () => {
    const command = await entry.load();
    expect(command.name).toBe(name);
    expect(command.examples.length).toBeGreaterThan(0);
    for (const [line] of command.examples) expect(line.startsWith('snap ')).toBe(true);
    for (const columns of [80, 100, 40]) {
      const help = commandHelp(command, columns);
      if (columns > 40) expect(help).toContain(`Usage: snap ${name}`);
      expect(help.split('\n').filter((line) => displayWidth(line) > Math.max(columns, 40) && !isToBeCopied(line))).toEqual([]);
      for (const option of Object.keys(command.options)) {
        if (command.options[option]?.part !== 'assistant') expect(help).toContain(`--${option}`);
      }
    }
    const help = commandHelp(command);
    expect(Math.max(...help.split('\n').map(displayWidth))).toBeLessThanOrEqual(80);
    // The flags of the assistants are one row, below the options of the command.
    expect(help.match(/^ {2}--(?:cursor|zed|<assistant>) /gm) ?? []).toEqual(
      Object.values(command.options).some(({ part }) => part === 'assistant') ? ['  --<assistant> '] : [],
    );
    if (Object.values(command.options).some(({ part }) => part === undefined) && help.includes('<assistant>'))
      expect(help.indexOf('\nOptions:')).toBeLessThan(help.indexOf('<assistant>'));
  });
});

it('groups every command, none twice', () => {
  const help = generalHelp('0.1.0', commands);
  for (const { name, summary } of commands)
    expect(help.split('\n').filter((line) => line.startsWith(`  ${name} `) && line.endsWith(summary))).toHaveLength(1);
  for (const columns of [40, 80]) {
    const lines = generalHelp('0.1.0', commands, columns).split('\n');
    expect(lines.filter((line) => displayWidth(line) > columns)).toEqual([]);
  }
});

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}

/** Commands and addresses are never broken. */
function isToBeCopied(line: string): boolean {
  return /^ *(?:snap |\S+$|--|"|'|-\w, --)/.test(line);
}

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
