import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commands } from '../../src/cli/commands.ts';
import { dispatch } from '../../src/cli/run.ts';
import { terminalUi } from '../../src/cli/terminal/ui.ts';
import { exitCodeOf } from '../../src/cli/exit.ts';
import { SnapError } from '../../src/system/index.ts';
import { nodeSystem } from '../../src/system/node.ts';
import { shellWords } from '../../src/text/index.ts';
import { builtProgram } from '../support/built-program.ts';
import { makeHome, type Home } from '../support/program-home.ts';
import { plantTraps, type Traps } from '../support/programs/traps.ts';

/** Run as servers, or without an end. */
const notRun = new Set([
  'snap mcp --stdio',
  'snap mcp --stdio --workspace ~/work/shop',
  'snap pulse --watch',
  'snap check --watch',
  'snap daemon start --foreground',
  'snap daemon logs -f',
  'snap daemon logs --events -f --type snapshot.created --json',
]);
/** With what they rightly end in a home where nobody answers and nothing was interrupted. */
const otherwise = new Map([
  ['snap trust', 1],
  ['snap learnings forget learn_3f', 1],
  // There is no backend.
  ['snap login', 3],
  ['snap login --device', 3],
  ['snap login --with-token < token.txt', 3],
  ['snap api whoami --json', 3],
  // `true` is no server.
  ['snap sources connect', 1],
  ['snap sources connect github --yes', 1],
  ['snap sources disconnect github', 3],
  ['snap setup', 1],
  ['snap setup --cursor --vscode --scope project', 1],
  ['snap mcp disable github', 1],
  ['snap mcp undo', 1],
  ['snap mcp undo 1', 1],
  ['snap snapshot restore 1', 1],
  ['snap snapshot undo', 1],
  ['snap snapshot undo --back', 3],
  ['snap uninstall', 1],
]);
/** Problems may be found in that home: that is an answer. */
const mayFind = /^snap (?:mcp (?:validate|repair|sync --check)|doctor|check)\b/;

let home: Home;
let output = '';
/** The project's own programs come first on the PATH, under every name: none may run, whatever is asked. */
let traps: Traps;

/** The command in this process: the real system of a home of its own, and output that is kept. */
async function snap(args: readonly string[]): Promise<number> {
  // In the environment too, for the programs that a command starts.
  const base = join(home.path, '.snap-data');
  const env = { HOME: home.path, PATH: traps.path, LANG: 'C.UTF-8', SNAP_DATA_DIR: base, SNAP_DAEMON_IDLE_MS: '5000' };
  const system = nodeSystem({ env, home: home.path, cwd: home.project });
  const terminal = {
    isTerminal: () => false,
    columns: () => undefined,
    write: (_: 1 | 2, text: string) => void (output += text),
    feed: () => Promise.resolve(false),
  };
  output = '';
  return dispatch(args, { version: '0.1.0', node: process.execPath, file: builtProgram() }, system, terminalUi(system, terminal));
}

beforeAll(async () => {
  home = makeHome();
  traps = plantTraps(home.path, home.project);
  mkdirSync(join(home.path, '.vscode'));
  mkdirSync(join(home.path, '.config/zed'), { recursive: true });
  mkdirSync(join(home.path, '.config/Claude'));
  const servers = { files: { command: 'true' }, github: { command: 'true', args: ['github'] } };
  home.write('.cursor/mcp.json', JSON.stringify({ mcpServers: { files: servers.files } }));
  home.write('.claude.json', JSON.stringify({ mcpServers: servers }));
  home.write('.codex/config.toml', '');
  home.write('.cline/data/settings/cline_mcp_settings.json', JSON.stringify({ mcpServers: servers }));
  home.write('project/src/login.ts', 'export {};\n');
  home.write('project/src/pay.ts', 'export {};\n');
  home.write('project/.env', 'A=1\n');
  home.write('project/package.json', '{"scripts":{"bench":"true"}}');
  home.write('project/.snap/settings.json', '{"goals":{"performance":{"command":["npm","run","bench"]}}}');
  home.write('project/answers.json', '{"clients":["cursor"],"scope":"project"}');
  await snap(['snapshot', 'create']);
  home.write('project/src/login.ts', 'export const a = 1;\n');
  await snap(['snapshot', 'create']);
  await snap(['learn', 'tests hang', 'close the server', '--type', 'pitfall']);
  await snap(['mcp', 'add', 'keep', '--zed', '--', 'true']);
});
afterAll(() => home.remove());

function codeOf(error: unknown): number {
  output += String(error);
  return error instanceof SnapError ? exitCodeOf(error.code) : 4;
}

/** The words as a shell splits them, without what it does with the output. */
function argsOf(line: string): readonly string[] {
  const [own = ''] = line.split(/ [<>|] /);
  return (shellWords(own) ?? []).slice(1);
}

/** What has to be there before a command can do its work. */
const before: readonly (readonly [start: string, args: readonly string[]])[] = [
  ['snap task start', ['task', 'end']],
  ['snap task end', ['task', 'start', 'a task']],
  ['snap learnings show', ['__complete', '--', 'learnings', 'show', '']],
  ['snap learnings restore', ['__complete', '--', 'learnings', 'show', '']],
  ['snap learnings forget', ['__complete', '--', 'learnings', 'show', '']],
];

describe.each(['privacy', 'troubleshooting'])('the commands of docs/%s.md', (page) => {
  it('work as they are printed', async () => {
    const text = readFileSync(join(import.meta.dirname, `../../docs/${page}.md`), 'utf8');
    const blocks = Array.from(text.matchAll(/^```sh\n(.*?)^```/gms), ([, block = '']) => block).join('\n');
    const lines = Array.from(blocks.matchAll(/^(snap [^#\n]+?)\s*(?:#.*)?$/gm), ([, line = '']) => line);
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) {
      const code = await snap(argsOf(line)).catch(codeOf);
      // Problems that are found are an answer.
      expect([line, code === 1 && mayFind.test(line) ? 0 : code, output]).toEqual([line, otherwise.get(line) ?? 0, expect.any(String)]);
    }
    expect(traps.ran()).toEqual([]);
  });
});

// The last one takes away what the others need.
// And the daemon that examples start is ended.
const last = ['learnings forget', 'daemon stop', 'uninstall'];
const inOrder = commands.toSorted((a, b) => last.indexOf(a.name) - last.indexOf(b.name));

describe.each(inOrder.map(({ name, load }) => [name, load] as const))('the examples of %s', (_, load) => {
  it('work as they are printed', async () => {
    const { examples } = await load();
    for (const [i, [line]] of examples.entries()) {
      if (notRun.has(line) || line.startsWith('snap mcp shim')) continue;
      home.write('project/src/login.ts', `export const a = ${'1'.repeat(i + 2)};\n`);
      for (const [start, args] of before) if (line.startsWith(start)) await snap(args).catch(() => 'no task is open');
      const id = /learn_\w+/.exec(output)?.[0] ?? '';
      const args = argsOf(line.replace('learn_3f', id));
      const code = await snap(args).catch(codeOf);
      const wanted = otherwise.get(line) ?? 0;
      const isFine = code === wanted || (code === 1 && mayFind.test(line));
      expect([line, code, isFine ? '' : output]).toEqual([line, isFine ? code : wanted, '']);
    }
    expect(traps.ran()).toEqual([]);
  });
});
