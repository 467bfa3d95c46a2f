import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Home } from '../support/program-home.ts';
import { inTerminal, keys, noTerminal } from '../support/terminal.ts';
import { twelveFaults } from '../support/twelve-faults.ts';

let home: Home;
beforeEach(() => {
  home = twelveFaults();
});
afterEach(() => home.remove());

interface Finding {
  readonly id: string;
  readonly severity: string;
  readonly client: string;
  readonly server: string | null;
  readonly line: number | null;
  readonly fix: string;
  readonly fingerprint: string;
}

function documentOf(out: string): { readonly findings: readonly Finding[]; readonly summary: Readonly<Record<string, number>> } {
  // What the schema test holds to its schema.
  return JSON.parse(out) as ReturnType<typeof documentOf>;
}

const faults = [
  'error shim-instead-of-stdio cursor snap safe',
  'error command-line-in-command cursor notes safe',
  'error byte-order-mark claude-desktop null safe',
  'error unparsable windsurf null confirm',
  'error wrong-key vscode null confirm',
  'error type-missing claude-code tracker safe',
  'error type-misspelt claude-code search safe',
  'error program-not-found gemini db none',
  'warning timeout-unit gemini wiki confirm',
  'info stale-nesting zed old confirm',
  'error unsupported-transport codex events none',
  'error variable-dialect codex git none',
].toSorted();

async function validate(...args: readonly string[]): Promise<readonly string[]> {
  const { out } = await home.run(['mcp', 'validate', '--json', ...args]);
  return documentOf(out)
    .findings.map(({ severity, id, client, server, fix }) => `${severity} ${id} ${client} ${server} ${fix}`)
    .toSorted();
}

describe('what to do next after a repair', () => {
  it('fits what the fixes did: another step where an entry is gone than where one has changed', async () => {
    const next = async (): Promise<unknown> => JSON.parse((await home.run(['mcp', 'repair', '--yes', '--cursor', '--json'])).out).next;
    expect(await next()).toEqual([{ client: 'cursor', does: expect.stringContaining('Switch the server on in Cursor') }]);
    home.write('.cursor/mcp.json', '{ "mcpServers": {\n  "a": { "command": "node" },\n  "a": { "command": "node" }\n} }\n');
    expect(await next()).toEqual([{ client: 'cursor', does: expect.stringContaining('If Cursor still offers the tools') }]);
  });
});

describe('a home with twelve faults across eight assistants', () => {
  it('has each of them named, and nothing else', async () => {
    const before = home.tree();
    expect(await validate()).toEqual(faults);
    expect((await home.run(['mcp', 'validate'])).code).toBe(1);
    expect(home.tree(), 'diagnosing never writes').toEqual(before);
  });

  it('--yes mends the safe ones silently and lists the rest; a second run changes nothing; undo gives back every byte', async () => {
    const before = home.tree();
    const { code, out } = await home.run(['mcp', 'repair', '--yes']);
    expect(code).toBe(1);
    expect(out).toContain('unparsable');
    expect(await validate()).toEqual(faults.filter((fault) => !fault.endsWith(' safe')));
    const after = home.tree();
    expect(await home.run(['mcp', 'repair', '--yes', '--json'])).toMatchObject({
      code: 1,
      out: expect.stringContaining('"written": false'),
    });
    expect(home.tree()).toEqual(after);
    expect((await home.run(['mcp', 'undo', '--yes'])).code).toBe(0);
    expect(home.tree()).toEqual(before);
  });

  it('--yes --unsafe mends all that snap can; what is left only the person can do', async () => {
    const before = home.tree();
    expect((await home.run(['mcp', 'repair', '--yes', '--unsafe'])).code).toBe(1);
    expect(await validate()).toEqual(faults.filter((fault) => fault.endsWith(' none')));
    expect(home.read('.codeium/windsurf/mcp_config.json')).toBe(
      '{\n  "mcpServers": {\n    "alpha": { "command": "env", "args": ["a"] },\n    "beta": { "command": "env", "args": ["b"] }\n  }\n}\n',
    );
    expect(home.read('project/.vscode/mcp.json')).toBe(
      '{\n\t// ours\n\t"servers": {\n\t\t"docs": { "type": "http", "url": "https://docs.example.com/mcp" }\n\t}\n}\n',
    );
    expect(home.read('.codex/config.toml')).toBe(before['.codex/config.toml']);
    expect((await home.run(['mcp', 'undo', '--yes'])).code).toBe(0);
    expect(home.tree()).toEqual(before);
  });

  it('without a terminal prints the plan and writes nothing', async () => {
    const before = home.tree();
    const { code, out, err } = await home.run(['mcp', 'repair']);
    expect(code).toBe(1);
    expect(out).toContain('-    "snap"');
    expect(err).toContain('Not an interactive terminal, so nothing was written. Add --yes.');
    expect((await home.run(['mcp', 'repair', '--json'])).err).toBe('With --json snap does not ask, so nothing was written. Add --yes.\n');
    expect(home.tree()).toEqual(before);
  });

  it('--dry-run ends with 0, --only mends one kind, --client one assistant', async () => {
    const before = home.tree();
    const dry = await home.run(['mcp', 'repair', '--dry-run']);
    expect(dry.code).toBe(0);
    expect(dry.err).toMatch(/\d+ fix(es)? (is|are) not above, because snap asks before (it|each)/);
    expect(home.tree()).toEqual(before);
    await home.run(['mcp', 'repair', '--yes', '--only', 'byte-order-mark']);
    expect(home.tree()).toEqual({
      ...before,
      '.config/Claude/claude_desktop_config.json': before['.config/Claude/claude_desktop_config.json']?.slice(3),
    });
    await home.run(['mcp', 'repair', '--yes', '--client', 'claude-code']);
    expect(home.read('.cursor/mcp.json')).toBe(before['.cursor/mcp.json']);
    expect(home.read('.claude.json')).toContain('"type": "http", "url": "https://search.example.com/mcp"');
  });

  it('is taken back alone where the file has moved on since', async () => {
    const before = home.tree();
    await home.run(['mcp', 'repair', '--yes']);
    home.write('.claude.json', home.read('.claude.json').replace('"numStartups": 3', '"numStartups": 4'));
    expect((await home.run(['mcp', 'undo', '--yes'])).code).toBe(0);
    expect(home.tree()).toEqual({ ...before, '.claude.json': before['.claude.json']?.replace('"numStartups": 3', '"numStartups": 4') });
  });

  it.each([
    ['--unsafe alone', ['--unsafe'], 2],
    ['--probe with --no-probe', ['--probe', '--no-probe'], 2],
    ['--patch-file without --dry-run', ['--patch-file', 'x'], 2],
  ] as const)('%s is wrong usage', async (_, args, code) => {
    expect((await home.run(['mcp', 'repair', ...args])).code).toBe(code);
  });

  it('accepts what a baseline knows, wherever it moved', async () => {
    const { out } = await home.run(['mcp', 'validate', '--json']);
    const baseline = home.write('baseline.json', out);
    home.write('.gemini/settings.json', `\n\n${home.read('.gemini/settings.json')}`);
    expect(await home.run(['mcp', 'validate', '--baseline', baseline])).toMatchObject({
      code: 0,
      out: expect.stringContaining('No problems found'),
    });
    home.write('.qwen/settings.json', '{ "mcpServers": { "new": { "command": "no-such-program-here" } } }');
    expect(await home.run(['mcp', 'validate', '--baseline', baseline])).toMatchObject({
      code: 1,
      out: expect.stringContaining('Qwen Code'),
    });
    expect((await home.run(['mcp', 'validate', '--baseline', home.write('other.json', '[]')])).code).toBe(2);
  });

  it('speaks SARIF and GitHub, without the name of the home directory', async () => {
    const sarif = await home.run(['mcp', 'validate', '--format', 'sarif']);
    expect(sarif.code).toBe(1);
    expect(sarif.out).not.toContain(home.path);
    expect(JSON.parse(sarif.out)).toMatchObject({ version: '2.1.0', runs: [{ tool: { driver: { name: 'snap' } } }] });
    const github = await home.run(['mcp', 'validate', '--format', 'github']);
    expect(github.out).toContain('::error file=.vscode/mcp.json,line=3,col=2,title=wrong-key::');
    expect(github.out).not.toContain(home.path);
    expect(github.out.trimEnd().split('\n')).toHaveLength(faults.length);
  });

  it('fits on one page for a bug report', async () => {
    const { code, out } = await home.run(['doctor']);
    expect(code).toBe(1);
    expect(out).not.toContain(home.path);
    expect(out).toContain('shim-instead-of-stdio');
    const json = await home.run(['doctor', '--json']);
    expect(json.out).not.toContain(home.path);
  });
});

if (noTerminal !== undefined) process.stderr.write(`Repair in a terminal is NOT tested: ${noTerminal}.\n`);

describe.skipIf(noTerminal !== undefined)('repair in a terminal', () => {
  const env = { PATH: process.env['PATH'] ?? '' };

  it('asks for each fix that needs it, then once for all of them', async () => {
    const before = home.tree();
    const session = inTerminal(home, ['mcp', 'repair'], { env });
    // Worst first: a comma, a key, a number, an old shape.
    for (const [question, answer] of [
      ['Fix line 3: a comma was missing?', 'n'],
      ['Rename the key "mcpServers" to "servers"?', 'y'],
      ['Replace 30 by 30000?', 'n'],
      ['Write "command" and "args" side by side?', 'n'],
    ] as const) {
      await session.see(question);
      session.type(answer);
    }
    await session.see('Write these changes');
    session.type('y');
    expect(await session.ended).toBe(1);
    expect(home.read('project/.vscode/mcp.json')).toContain('"servers"');
    expect(home.read('.gemini/settings.json')).toBe(before['.gemini/settings.json']);
    expect(home.read('.cursor/mcp.json')).toContain('--stdio');
  });

  it.each([
    ['Esc', keys.escape, 3],
    ['Ctrl-D', keys.ctrlD, 3],
    ['Ctrl-C', keys.ctrlC, 130],
  ] as const)('%s at the last question changes nothing', async (_, key, code) => {
    const before = home.tree();
    const session = inTerminal(home, ['mcp', 'repair', '--client', 'cursor'], { env });
    await session.see('Write this change?');
    session.type(key);
    expect(await session.ended).toBe(code);
    expect(home.tree()).toEqual(before);
  });
});
