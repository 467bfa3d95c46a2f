import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toAscii } from '../../src/cli/terminal/reduced-output.ts';
import { readAnswers } from '../../src/cli/setup/given.ts';
import { wrapLines } from '../../src/cli/terminal/wrap.ts';
import { makeHome, type Home } from '../support/program-home.ts';
import { inTerminal, keys, noTerminal, type Session, type TerminalOptions } from '../support/terminal.ts';

let home: Home;
beforeEach(() => {
  home = lifelikeHome();
});
afterEach(() => home.remove());

/** Six assistants: several formats, comments, one file with a slip in it, one that is not there yet. */
function lifelikeHome(): Home {
  const made = makeHome();
  made.write('.cursor/mcp.json', '{ "mcpServers": { "linear": { "url": "https://mcp.linear.app/mcp" } } }');
  made.write('.config/Code/User/mcp.json', '{\r\n\t"servers": {}\r\n}\r\n');
  made.write('.codex/config.toml', 'model = "gpt-5"\n');
  made.write('.config/zed/settings.json', '// mine\n{\n  "vim_mode": true,\n}\n');
  made.write('.codeium/windsurf/mcp_config.json', '{ "mcpServers": { "a": { "command": "x" "args": [] } } }');
  made.write('.config/Claude/claude_desktop_config.json', '{}');
  return made;
}

const noPath = { env: { PATH: '' } };

/** What stands below a home, with the home's own path taken out. */
function contents(one: Home): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(one.tree()).map(([path, text]) => [path, text.replaceAll(one.path, '~')]));
}

async function plan(
  one: Home,
  ...args: readonly string[]
): Promise<{ readonly code: number; readonly document: Readonly<Record<string, unknown>> }> {
  const { code, out } = await one.run(['setup', '--json', ...args], noPath);
  return { code, document: JSON.parse(out.replaceAll(one.path, '~')) };
}

/** Writes an answers file outside of the home that is compared. */
function answersFile(one: Home, answers: unknown): string {
  return one.write('.snap-data/answers.json', JSON.stringify(answers));
}

describe('snap setup without a terminal', () => {
  it('prints the plan and ends with 1, with --yes writes it, and then there is nothing left to do', async () => {
    const before = home.tree();
    const asked = await home.run(['setup'], noPath);
    expect(asked.code).toBe(3);
    expect(asked.out).toContain('+[mcp_servers.snap]');
    expect(asked.out).toContain('Cursor: would be added');
    expect(asked.err).toContain('mcp_config.json:1:');
    expect(asked.err).toContain('--yes');
    expect(home.tree()).toEqual(before);

    const named = ['setup', '--cursor', '--codex'];
    expect((await home.run(named, noPath)).code).toBe(1);
    expect(home.tree()).toEqual(before);
    const done = await home.run([...named, '--yes'], noPath);
    expect(done.code).toBe(0);
    expect(done.out).toContain('Start Codex again');
    expect(home.read('.codex/config.toml')).toContain('[mcp_servers.snap]');
    expect((await home.run(named, noPath)).code).toBe(0);
    expect((await home.run(['mcp', 'undo', '--yes'], noPath)).code).toBe(0);
    expect(home.tree()).toEqual(before);
  });

  it('says what an entry for all projects means that names one, and writes the file of the project instead', async () => {
    const fixed = await home.run(['setup', '--cursor', '--claude', '--zed'], noPath);
    const means = 'does not tell a server which project is open, so snap works in ~/project whichever is open.';
    expect(fixed.out).toContain(`Cursor ${means} For this project alone: snap tools configure --cursor --scope project.`);
    expect(fixed.out).toContain(`Claude Desktop ${means}\n`);
    expect(fixed.out).not.toContain('Zed does not tell');
    // Whoever names the project knows.
    expect((await home.run(['setup', '--cursor', '--workspace', '.'], noPath)).out).not.toContain('does not tell');

    await home.run(['setup', '--cursor', '--claude', '--zed', '--project-file', '--yes'], noPath);
    expect(home.read('project/.cursor/mcp.json')).toContain('snap-mcp');
    expect(home.read('.cursor/mcp.json')).not.toContain('snap');
    expect(home.read('.config/Claude/claude_desktop_config.json')).toContain(home.project);
    expect(home.read('.config/zed/settings.json')).toContain('snap');
  });

  it.each([
    ['an unknown key', { clientz: ['cursor'] }, '"clientz" is not an answer'],
    ['a key of every object', JSON.parse('{ "__proto__": {} }'), 'is not an answer'],
    ['a wrong type', { clients: 'cursor' }, '"clients" must be'],
    ['an empty list', { clients: [] }, '"clients" must be'],
    ['a client nobody knows', { clients: ['nobody'] }, 'No assistant is called "nobody"'],
    ['a scope nobody has', { scope: 'everywhere' }, 'no such scope'],
    ['a surface nobody has', { surface: 'huge' }, 'no such surface'],
    ['a list', ['cursor'], 'one JSON object'],
    ['a number for a truth', { yes: 1 }, '"yes" must be true or false'],
    ['a workspace that is not there', { workspace: '/no/such/place' }, 'there is no such directory'],
  ])('refuses answers with %s', async (_, answers, says) => {
    const before = home.tree();
    const { code, err } = await home.run(['setup', '--yes', '--answers', answersFile(home, answers)], noPath);
    expect(err).toContain(says);
    expect(code).toBe(2);
    expect(home.tree()).toEqual(before);
  });

  it('refuses what is no file of answers, and what does not work yet', async () => {
    const before = home.tree();
    expect((await home.run(['setup', '--answers', 'nowhere.json'])).code).toBe(2);
    expect((await home.run(['setup', '--answers', home.write('.snap-data/a', '{ clients: 1 }')])).code).toBe(2);
    expect((await home.run(['setup', '--all', '--detected'])).code).toBe(2);
    expect((await home.run(['setup', '--yes', '--transport', 'sse'])).code).toBe(3);
    expect((await home.run(['setup', '--yes', '--answers', answersFile(home, { transport: 'sse' })])).code).toBe(3);
    expect(home.tree()).toEqual(before);
  });

  it('lets a flag have the last word over the file', () => {
    expect(readAnswers('{ "clients": ["zed", "cursor"], "name": "x", "yes": true }', 'f')).toEqual({
      clients: ['cursor', 'zed'],
      name: 'x',
      yes: true,
    });
  });

  it('takes the answers it prints', async () => {
    const args = ['--cursor', '--zed', '--scope', 'project', '--surface', 'full', '--name', 'mine'];
    const first = await plan(home, ...args);
    const { answers } = JSON.parse((await home.run(['setup', '--json', ...args], noPath)).out);
    expect(await plan(home, '--answers', answersFile(home, answers))).toEqual(first);
    const overruled = await plan(home, '--answers', answersFile(home, answers), '--codex', '--name', 'other');
    expect(overruled.document['answers']).toEqual({ ...answers, clients: ['codex'], name: 'other' });
  });
});

/** Presses a key at each question, in order, as soon as it is asked. */
async function answer(session: Session, ...steps: readonly (readonly [question: string, typed: string])[]): Promise<void> {
  for (const [question, typed] of steps) {
    await session.see(question);
    session.type(typed);
  }
}

const questions = [
  'Which assistants',
  'Which of their config files',
  'Which tools',
  'Where should it be added',
  'Which project for',
  'Write these 5 changes',
] as const;
const suggested = questions.map((question) => [question, keys.enter] as const);

function wizard(one: Home, options: TerminalOptions = {}, ...args: readonly string[]): Session {
  return inTerminal(one, ['setup', ...args], options);
}

if (noTerminal !== undefined) process.stderr.write(`The wizard is NOT tested: ${noTerminal}.\n`);

describe.skipIf(noTerminal !== undefined)('the wizard', () => {
  it('writes, answered as suggested, what --yes, the flags and an answers file write', async () => {
    const ways: readonly ((one: Home) => Promise<unknown>)[] = [
      (one) => one.run(['setup', '--yes'], noPath),
      (one) =>
        one.run(
          ['setup', '--detected', '--transport', 'stdio', '--surface', 'default', '--workspace', one.project, '--name', 'snap', '-y'],
          noPath,
        ),
      (one) => one.run(['setup', '--answers', answersFile(one, { clients: 'detected', workspace: one.project, yes: true })], noPath),
      async (one) => {
        const session = wizard(one);
        await answer(session, ...suggested);
        expect(await session.ended).toBe(3);
      },
    ];
    const plans: unknown[] = [];
    const trees: unknown[] = [];
    for (const way of ways) {
      const one = lifelikeHome();
      try {
        await way(one);
        trees.push(contents(one));
        await one.run(['mcp', 'undo', '--yes'], noPath);
        expect(one.tree()).toEqual(home.tree());
        plans.push((await plan(one)).document['results']);
      } finally {
        one.remove();
      }
    }
    for (const tree of trees) expect(tree).toEqual(trees[0]);
    for (const document of plans) expect(document).toEqual(plans[0]);
    expect(JSON.stringify(trees[0])).toContain('"snap\\": { \\"command');
  });

  it('writes, answered otherwise, what the flags and an answers file write', async () => {
    const flags = lifelikeHome();
    const file = lifelikeHome();
    try {
      await flags.run(['setup', '--cursor', '--zed', '--scope', 'project', '--surface', 'full', '--yes'], noPath);
      await file.run(
        ['setup', '--yes', '--answers', answersFile(file, { clients: ['zed', 'cursor'], scope: 'project', surface: 'full' })],
        noPath,
      );
      const session = wizard(home);
      await session.see(questions[0]);
      // In the order of the registry: Claude Desktop, Cursor, Windsurf, VS Code, Zed, Codex.
      const { down, space, enter } = keys;
      session.type(space + down + down + space + down + space + down + down + space + enter);
      await answer(
        session,
        ['Cursor, Zed', ''],
        [questions[1], down + enter],
        [questions[2], down + enter],
        ['Write these 2 changes', enter],
      );
      expect(await session.ended).toBe(0);
      expect(home.read('project/.zed/settings.json')).toContain('SVC_MCP_INTELLIGENCE_SURFACE');
      expect(contents(home)).toEqual(contents(flags));
      expect(contents(file)).toEqual(contents(flags));
    } finally {
      flags.remove();
      file.remove();
    }
  });

  it.each(questions.map((question, i) => [question, i] as const))('Ctrl-C at "%s" changes nothing', async (question, i) => {
    const before = home.tree();
    const session = wizard(home);
    await answer(session, ...suggested.slice(0, i), [question, keys.ctrlC]);
    expect(await session.ended).toBe(130);
    expect(session.shown).toMatch(/Nothing was changed\.\n$/);
    expect(session.raw.lastIndexOf('\u001B[?25h')).toBeGreaterThan(session.raw.lastIndexOf('\u001B[?25l'));
    expect(home.tree()).toEqual(before);
    expect((await home.run(['mcp', 'history', '--json'])).out).toContain('"changes": []');
  });

  it.each([questions[0], questions[5]])('Ctrl-D at "%s" changes nothing', async (question) => {
    const before = home.tree();
    const session = wizard(home);
    await answer(session, ...suggested.slice(0, questions.indexOf(question)), [question, keys.ctrlD]);
    expect(await session.ended).toBe(3);
    expect(session.shown).toContain('Nothing was changed.');
    expect(home.tree()).toEqual(before);
  });

  it('Esc goes back, from the last question too, and leaves at the first', async () => {
    const before = home.tree();
    const session = wizard(home);
    await answer(session, ...suggested.slice(0, -1));
    for (const question of questions.toReversed()) await answer(session, [question, keys.escape]);
    expect(await session.ended).toBe(3);
    expect(session.shown).toContain('Nothing was changed.');
    expect(home.tree()).toEqual(before);
  });

  it('skips the assistants for which no project is named, and that is no error', async () => {
    const options = ['setup', '--cursor', '--zed', '--scope', 'global', '--surface', 'default'];
    const session = inTerminal(home, options, { cwd: home.path });
    await answer(session, ['Which project for Cursor?', keys.enter], ['Cursor: skipped', ''], ['Write this change?', keys.enter]);
    expect(await session.ended).toBe(0);
    expect(session.shown).not.toContain('✗');
    expect(home.read('.config/zed/settings.json')).toContain('--stdio');
    expect(home.read('.cursor/mcp.json')).not.toContain('--stdio');
  });

  it('keeps the ticks of a person who goes back, and writes what was answered last', async () => {
    const session = wizard(home);
    await answer(
      session,
      [questions[0], keys.down.repeat(4) + keys.space + keys.enter],
      [questions[1], keys.escape],
      [questions[0], keys.enter],
      [questions[1], keys.down + keys.enter],
      [questions[2], keys.escape],
      [questions[1], keys.enter],
      [questions[2], keys.enter],
      [questions[3], keys.down + keys.enter],
      [questions[4], keys.enter],
      ['Write these 4 changes', keys.enter],
    );
    expect(await session.ended).toBe(3);
    expect(home.read('.config/zed/settings.json')).not.toContain('snap');
    expect(home.read('project/.cursor/mcp.json')).toContain('snap-mcp');
    expect(home.read('.cursor/mcp.json')).not.toContain('snap');
    expect(home.read('.config/Claude/claude_desktop_config.json')).toContain(home.project);
  });

  it('drops what was typed before a question was shown', async () => {
    const session = wizard(home);
    // As a terminal sends them while snap starts: each would answer a question.
    session.type('\n\ny\n');
    await answer(session, ...suggested.slice(0, -1).map(([question]) => [question, '\n'] as const));
    await session.see('Write these 5 changes');
    session.type('\n');
    expect(await session.ended).toBe(3);
    expect(home.read('.codex/config.toml')).toContain('[mcp_servers.snap]');
  });

  it('gives the terminal back when it is ended by a signal while it asks', async () => {
    const before = home.tree();
    const session = wizard(home);
    await session.see(questions[0]);
    session.signal('SIGTERM');
    // -15, as a shell shows it: ended by the signal itself.
    expect(await session.ended).toBe(241);
    expect(session.raw).toMatch(/\u001B\[\?25h[^]*\u001B\[\?2004l[^\u001B]*$/);
    expect(home.tree()).toEqual(before);
  });

  it('changes nothing on a no', async () => {
    const before = home.tree();
    const session = wizard(home);
    await answer(session, ...suggested.slice(0, -1), ['Write these 5 changes', 'n']);
    expect(await session.ended).toBe(3);
    expect(home.tree()).toEqual(before);
  });

  it('asks only for what no flag answers, and for a directory until there is one', async () => {
    const elsewhere = home.write('notes/x', '').replace(/\/x$/, '');
    const session = wizard(home, { cwd: elsewhere }, '--claude', '--surface', 'default');
    await session.see('Which project for Claude Desktop');
    session.type(`/no/such/place${keys.enter}`);
    await session.see('No such directory.');
    session.type(`\u0015${home.project}${keys.enter}`);
    await answer(session, ['Write this change', keys.enter]);
    expect(await session.ended).toBe(0);
    expect(home.read('.config/Claude/claude_desktop_config.json')).toContain(home.project);
    for (const question of questions.slice(0, 3)) expect(session.shown).not.toContain(question);
  });

  it('is what "snap" alone does the first time, and only then', async () => {
    const first = inTerminal(home, []);
    await answer(first, ...suggested);
    expect(await first.ended).toBe(3);
    expect(home.read('.codex/config.toml')).toContain('[mcp_servers.snap]');
    const second = inTerminal(home, []);
    expect(await second.ended).toBe(0);
    expect(second.shown).toContain('Usage: snap <command>');
  });

  it('"snap" alone shows help where an assistant starts snap, whoever wrote that', async () => {
    home.write('.cursor/mcp.json', '{ "mcpServers": { "snap": { "command": "snap-mcp", "args": ["mcp", "--stdio"] } } }');
    const session = inTerminal(home, []);
    expect(await session.ended).toBe(0);
    expect(session.shown).toContain('Usage: snap <command>');
    const done = wizard(home, {}, '--cursor', '--surface', 'default');
    await done.see('snap is set up');
  });

  it.each([
    ['LANG=C', { LANG: 'C' }, 'x', '.'],
    ['the Linux console', { TERM: 'linux' }, '[+]', '[ ]'],
  ])('is plain ASCII with %s', async (_, env, box, empty) => {
    const session = wizard(home, { columns: 60, env: { ...env, NO_COLOR: '1' } });
    await session.see(`> ${box} Claude Desktop`);
    session.type(keys.down + keys.space);
    await session.see(`> ${empty} Cursor`);
    session.type(keys.enter);
    await answer(session, ...suggested.slice(1, 3), ...suggested.slice(4, -1), ['Write these 4 changes', keys.ctrlD]);
    expect(await session.ended).toBe(3);
    // What the prompts write and what stands beside them keep their order.
    expect(session.shown.lastIndexOf(`|  ${home.project}`)).toBeGreaterThan(session.shown.lastIndexOf('Which project for'));
    expect(session.shown.indexOf('--- ')).toBeGreaterThan(session.shown.lastIndexOf(`|  ${home.project}`));
    expect(session.raw.match(/[^\u0000-\u007F]/g)).toBeNull();
    expect(session.raw.match(/\u001B\[[\d;]*m/g)).toBeNull();
  });

  it.each([60, 120])('keeps its own lines within %i columns', async (columns) => {
    const session = wizard(home, { columns });
    await answer(session, ...suggested.slice(0, -1));
    await session.see(questions[5]);
    const lines = session.shown.split('\n').filter((line) => !/^[-+ @]/.test(line) && !line.startsWith('      '));
    expect(lines.filter((line) => line.length > columns)).toEqual([]);
    session.type(keys.ctrlD);
    await session.ended;
  });
});

describe('lines', () => {
  it('are broken between words, with their indent, and what is quoted stays whole', () => {
    expect(wrapLines('  one two three', 10)).toBe('  one two\n    three');
    expect(wrapLines('\u001B[2mone two\u001B[22m three', 8)).toBe('\u001B[2mone two\u001B[22m\n  three');
    expect(wrapLines('see /a/very/long/path', 8)).toBe('see\n  /a/very/long/path');
    expect(wrapLines('      "args": ["x", "y"]', 10)).toBe('      "args": ["x", "y"]');
    expect(wrapLines('one two three', Infinity)).toBe('one two three');
  });

  it('are as wide in ASCII as they were', () => {
    expect(toAscii('◆  Which?\n│  ● Yes / ○ No\n└ é')).toBe('*  Which?\n|  > Yes /   No\n+ é');
  });
});
