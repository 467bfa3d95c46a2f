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

      Usage: snap <command> [options]    Begin with: snap setup. Only look: snap scan

      Set up:
        setup         Set up snap in your assistants, step by step
        tools         configure, remove, print: snap's own entry in assistants
        uninstall     Remove snap from all assistants, and its own files

      Servers of all assistants ("snap add" is "snap mcp add"):
        scan          Show assistants, their config files and servers
        validate      Find problems, and say how to fix them
        repair        Fix the problems that snap can fix
        add           Add a server: a name, an address, a package, JSON
        remove        Remove a server
        enable        Switch a server on, by the assistant's own setting
        disable       Switch a server off without removing its entry
        sync          Compare servers between assistants, and copy them
        undo          Undo a change made by snap; --list shows them
        explain       Explain a finding, and how to fix it
        doctor        Print a report about snap and your assistants

      Code:
        check         Check the code of this project
        trust         Let checks run the project's own programs

      Task:
        brief         What to know before a change: risk, files, tests
        task          start, end, list: a piece of work, with a snapshot before it
        pulse         Show how fast the project is changing
        init          Store learnings in the project, for your team
        status        Show what snap stores about this project, and where

      Memory:
        learn         Save something you learned; --rule reports a broken rule
        learnings     show, forget, restore, gc, export, import: what was learned here

        snapshot      create, list, show, diff, restore, undo: the files of a project
        sources       connect, list, disconnect: servers that snap may ask
        daemon        start, stop, status, logs: one process for all assistants

      More:
        mcp           --stdio, shim: the server that assistants start
        completion    Print a completion script for bash, zsh or fish
        help          Show this help, or that of a command

      More: snap <command> --help, snap help environment, snap --version
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
    [['mcp', 'scan', '--workspace', '/nowhere']],
    [['clients', '--platform', 'os2']],
    [['tools']],
    [['scan', 'foo']],
    [['scan', '--foo']],
  ])('answers wrong usage %j with 2 and a way on', async (args) => {
    const { code, out, err } = await home.run(args);
    expect(code).toBe(2);
    expect(out + err).toMatch(/--help|no such|Platforms|--by server/);
    expect(out + err).not.toContain('roo-code');
  });

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
    for (const { name, summary } of commands.filter((command) => command.isListed && command.name.startsWith('mcp '))) {
      expect(out).toMatch(new RegExp(`^ {2}${name} +${escaped(summary)}$`, 'm'));
    }
    expect(out).toContain('  snap mcp --stdio [--workspace <dir>]\n');
    // "snap add" is the same command.
    for (const args of [['add'], ['help', 'add']])
      expect((await home.run([...args, ...(args.length === 1 ? ['--help'] : [])])).out).toBe(
        (await home.run(['mcp', 'add', '--help'])).out,
      );
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

describe('the general help', () => {
  const listed = commands.filter(({ isListed }) => isListed);
  const account = listed.filter(({ group }) => group === 'account');

  it('is one screen of at most 50 lines, with at most 50 commands', () => {
    expect(listed.length - account.length).toBeLessThanOrEqual(50);
    for (const hasBackend of [false, true])
      expect(generalHelp('0.1.0', commands, { hasBackend }).split('\n').length).toBeLessThanOrEqual(50);
  });

  it('names every listed command, none twice, and no other', () => {
    const help = generalHelp('0.1.0', commands, { hasBackend: true });
    const rows = help.split('\n').filter((line) => /^ {2}[a-z]/.test(line));
    for (const { group, name } of listed) {
      const [first = '', ...rest] = (group === 'servers' ? name.replace(/^mcp /, '') : name).split(' ');
      const word = rest.join(' ');
      const isRow = (line: string): boolean => line.startsWith(`  ${first} `);
      const found = word === '' ? rows.filter(isRow) : rows.filter((line) => new RegExp(`[ ,]${word}[,:]`).test(line) && isRow(line));
      expect([name, group === 'account' ? help.includes(name) : found.length === 1]).toEqual([name, true]);
    }
    for (const { name } of commands.filter(({ isListed }) => !isListed))
      expect(
        rows.filter((line) => line.startsWith(`  ${name} `)),
        name,
      ).toEqual([]);
    expect(generalHelp('0.1.0', commands)).not.toContain('logout');
  });

  it.each([40, 80])('fits %d columns', (columns) => {
    const lines = generalHelp('0.1.0', commands, { columns }).split('\n');
    expect(lines.filter((line) => displayWidth(line) > columns)).toEqual([]);
  });
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
