import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commands } from '../../src/cli/commands.ts';
import { unknownCommand, unknownGeneralOption } from '../../src/cli/did-you-mean.ts';
import { missingDashes } from '../../src/cli/missing-dashes.ts';
import mcpAdd from '../../src/cli/commands/mcp/add.ts';
import { nearest, slipsBetween } from '../../src/system/index.ts';
import { makeHome, type Home } from '../support/program-home.ts';
import { inTerminal, keys, noTerminal } from '../support/terminal.ts';

describe('the distance of two words', () => {
  it.each([
    ['list', 'list', 0],
    ['lst', 'list', 1],
    ['lsit', 'list', 1],
    ['curser', 'cursor', 1],
    ['', 'abc', 3],
    ['ca', 'abc', 3],
    ['数据', '数居', 1],
  ])('from %j to %j is %d', (a, b, slips) => {
    expect(slipsBetween(a, b)).toBe(slips);
  });

  it('is the same both ways, nothing only for the same word, and no more than the longer word has letters', () => {
    const word = fc.string({ maxLength: 12, unit: fc.constantFrom('a', 'b', 'c') });
    fc.assert(
      fc.property(word, word, (a, b) => {
        const slips = slipsBetween(a, b);
        expect(slips).toBe(slipsBetween(b, a));
        expect(slips === 0).toBe(a === b);
        expect(slips).toBeLessThanOrEqual(Math.max(a.length, b.length));
        expect(slips).toBeGreaterThanOrEqual(Math.abs(a.length - b.length));
      }),
      { numRuns: 300 },
    );
  });
});

describe('the nearest names', () => {
  it.each([
    ['curser', ['cursor', 'codex'], ['cursor']],
    ['Claude_Code', ['claude-code', 'codex'], ['claude-code']],
    ['files', ['my-files', 'other'], ['my-files']],
    ['post', ['postgres', 'docs'], ['postgres']],
    ['dcos', ['docs', 'postgres'], ['docs']],
    ['xyz', ['docs', 'postgres'], []],
    ['x', ['y', 'z'], []],
    ['', ['y'], []],
    ['a'.repeat(100_000), ['docs'], []],
  ])('to %.20s of %j are %j', (typed, names, meant) => {
    expect(nearest(typed, names)).toEqual(meant);
  });
});

const hintOf = ({ hint }: { readonly hint?: string | undefined }): string => hint ?? '';

describe('an unknown command', () => {
  it.each([
    ['scna', 'snap mcp scan'],
    // What other programs call it comes before what the second word looks like.
    ['install context7', 'snap mcp add'],
    ['mcp search github', 'snap mcp add --list'],
    ['mcp find', 'snap mcp add --list'],
    ['learnings remove learn_1', 'snap learnings forget'],
    ['learnings delete', 'snap learnings forget'],
    ['approve', 'snap trust'],
    ['mcp vlaidate', 'snap mcp validate'],
    ['mcp configure', 'snap tools configure'],
    ['snapshots list', 'snap snapshot list'],
    ['snapshot crate', 'snap snapshot create'],
    ['lerning list', 'snap learnings'],
    ['fix', 'snap mcp repair'],
    ['install', 'snap setup'],
    ['restore', 'snap snapshot restore'],
  ])('%s: %s', (typed, meant) => {
    expect(hintOf(unknownCommand(typed.split(' '), commands))).toContain(`"${meant}"`);
  });

  it.each([['frobnicate'], ['mcp frobnicate'], ['xyzzy plugh']])('%s is not guessed', (typed) => {
    const hint = hintOf(unknownCommand(typed.split(' '), commands));
    expect(hint).not.toContain('Did you mean');
    expect(hint).toContain('--help" lists');
  });

  it('is shown without what acts on a terminal', () => {
    const { message } = unknownCommand(['\u001B[31mred\u202E'], commands);
    // eslint-disable-next-line no-control-regex
    expect(message).not.toMatch(/[\u0000-\u001F\u202E]/);
  });
});

it.each([
  [['-v'], '"snap --version"'],
  [['--verison'], '"snap --version"'],
  [['-help'], '"snap --help"'],
  [['--json', 'mcp', 'scan'], 'snap mcp scan --json'],
  [['--token=s3cr3t-value'], '"snap --help"'],
])('an option in the place of a command: %j', ([first = '', ...rest], says) => {
  const error = unknownGeneralOption(first, rest, commands);
  expect(hintOf(error)).toContain(says);
  expect(error.message + hintOf(error)).not.toContain('s3cr3t');
});

describe('a command without "--" before it', () => {
  it.each([
    ['foo --cursor npx -y x', 'snap mcp add foo --cursor -- npx -y x'],
    ['foo npx -y x --cursor --scope project', 'snap mcp add foo --cursor --scope project -- npx -y x'],
    [
      'foo --client cursor uvx mcp-server-time --local-timezone=Europe/Berlin',
      'snap mcp add foo --client cursor -- uvx mcp-server-time --local-timezone=Europe/Berlin',
    ],
    ['foo --cursor npx -y x --yes --dry-run', 'snap mcp add foo --cursor --yes --dry-run -- npx -y x'],
    ['npx -y x --cursor', 'snap mcp add <name> --cursor -- npx -y x'],
    ['foo -e KEY=s3cr3t-value --cursor node server.js', 'snap mcp add foo -e KEY=… --cursor -- node server.js'],
    ['foo --cursor node server.js --api-key s3cr3t-value', 'snap mcp add foo --cursor -- node server.js --api-key'],
    ["foo --cursor sh it's", String.raw`snap mcp add foo --cursor -- sh 'it'\''s'`],
  ])('%s', (typed, line) => {
    const error = missingDashes(mcpAdd, typed.split(' '));
    expect(error?.message).toBe('"--" is missing before the command.');
    expect(hintOf(error ?? {})).toContain(`Type: ${line}`);
    expect(hintOf(error ?? {})).not.toContain('s3cr3t');
  });

  it.each([['foo --cursor'], ['foo cursor']])('%s lacks something else', (typed) => {
    expect(missingDashes(mcpAdd, typed.split(' '))).toBeUndefined();
  });
});

describe('a server that a person starts in a terminal', () => {
  it.each([[['mcp', '--stdio']], [['mcp', 'shim']]])('says what it waits for: %j', async (words) => {
    const home = makeHome();
    try {
      const session = inTerminal(home, words);
      await session.see('Waiting for JSON-RPC messages of an assistant');
      session.type(keys.ctrlC);
      expect(await session.ended).toBe(130);
    } finally {
      home.remove();
    }
  });
});

describe('in the shell', () => {
  let home: Home;
  beforeAll(() => {
    home = makeHome();
    home.write('.cursor/mcp.json', '{"mcpServers":{"files":{"command":"npx"},"docs":{"command":"npx"}}}');
    home.write('.codex/config.toml', '[mcp_servers.books]\ncommand = "npx"\n');
    home.write('.claude/settings.json', '{}');
  });
  afterAll(() => home.remove());

  it.each([
    [['scna'], 2, 'Did you mean "snap mcp scan"?'],
    [['install', 'context7'], 2, 'Did you mean "snap mcp add"'],
    [['mcp', 'scna'], 2, 'Did you mean "snap mcp scan"?'],
    [['-v'], 2, 'Did you mean "snap --version"?'],
    [['mcp', 'scan', '--curser'], 2, 'Did you mean "--cursor"?'],
    [['mcp', 'scan', '--client', 'curser'], 2, 'Did you mean "cursor"?'],
    [['clients', '--client', 'Claude Code'], 2, 'Did you mean "claude-code"'],
    [['mcp', 'add', 'foo', '--cursor', 'npx', '-y', 'x'], 2, 'Type: snap mcp add foo --cursor -- npx -y x'],
    [['mcp', 'enable', 'flies', '--cursor'], 3, 'Did you mean "files"?'],
    [['mcp', 'disable', 'bosks'], 3, 'Did you mean "books"?'],
    [['mcp', 'sync', '--from', 'cursor', '--server', 'dosc', '--to', 'zed'], 3, 'Did you mean "docs"?'],
    [['mcp', 'undo', '9'], 3, 'not in the journal, which is empty'],
  ])('%j', async (args, code, says) => {
    const ran = await home.run(args);
    expect(ran.err).toContain(says);
    expect(ran.code).toBe(code);
  });

  it('a name to remove that is nowhere is refused, with the names there are', async () => {
    expect(await home.run(['mcp', 'remove', 'flies', '--cursor'])).toMatchObject({
      code: 3,
      out: expect.stringContaining('nothing to do'),
      err: 'Cursor has no server "flies". Did you mean "files"? Servers there: files, docs.\n',
    });
    expect((await home.run(['mcp', 'remove', 'books', '--cursor'])).err).toBe(
      'The server "books" is not there. It is in Codex: ~/.codex/config.toml\n',
    );
    expect((await home.run(['mcp', 'remove', 'files', '--cursor', '--dry-run'])).err).not.toContain('is not there');
  });

  it('"--claude" says that only Claude Code is here, and writes nothing without a yes', async () => {
    const before = home.tree();
    const ran = await home.run(['mcp', 'add', 'one', '--claude', '--', 'true']);
    expect(ran.err).toContain('"claude" is Claude Desktop, which is not on this machine; Claude Code is.');
    expect(ran.code).toBe(1);
    expect((await home.run(['tools', 'configure', '--client', 'claude'])).code).toBe(1);
    expect(home.tree()).toEqual(before);
    expect((await home.run(['mcp', 'add', 'one', '--claude-desktop', '--dry-run', '--', 'true'])).err).not.toContain('Claude Code');
  });

  it.skipIf(noTerminal !== undefined)('"--claude" is asked about in a terminal', async () => {
    const session = inTerminal(home, ['mcp', 'add', 'one', '--claude', '--dry-run', '--', 'true']);
    await session.see('Use Claude Code?');
    session.type(keys.enter);
    await session.see('.claude.json');
    expect(await session.ended).toBe(0);
  });
});
