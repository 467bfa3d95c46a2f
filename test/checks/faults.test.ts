import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runCheck, type CheckMode, type CheckReport, usefulModes } from '../../src/checks/index.ts';
import { nodeSystem } from '../../src/system/node.ts';
import { writableSystem } from '../../src/system/writable.ts';
import { openWorkbench } from '../../src/workbench/index.ts';
import { builtProgram } from '../support/built-program.ts';
import { makeHome, type Home } from '../support/program-home.ts';

// What is missing on real machines, one at a time. The states of every layer of every mode are in test/fixtures/checks/<mode>/faults.txt, to be read line by line:
// a layer that cannot run is skipped with its reason, and no lack is an error in the code.

const healthy = {
  'package.json': '{ "name": "shop", "type": "module", "main": "src/main.js", "scripts": { "build": "tsc" } }',
  'tsconfig.json': '{ "compilerOptions": { "strict": true, "allowJs": true, "noEmit": true }, "include": ["src"] }',
  'README.md': '# Shop\n\nIt begins in `src/main.js`.\n',
  'src/main.js': "import { total } from './total.js';\n\nconsole.log(total([1, 2]));\n",
  'src/total.js': 'export function total(prices) {\n  return prices.reduce((sum, price) => sum + price, 0);\n}\n',
} as const;

interface World {
  readonly files: Readonly<Record<string, string>>;
  /** In a git repository, with its files committed. */
  readonly git: boolean;
  /** Cloned with the last commit alone. */
  readonly shallow?: boolean;
  /** No program can be found. */
  readonly emptyPath?: boolean;
  readonly diff?: 'uncommitted';
  /** With the compiler of this repository. */
  readonly typescript?: boolean;
}

const worlds: Readonly<Record<string, World>> = {
  'an empty directory': { files: {}, git: false },
  'without git': { files: healthy, git: false },
  'without git, asked for a diff': { files: healthy, git: false, diff: 'uncommitted' },
  'without node_modules': { files: healthy, git: true },
  'with a broken tsconfig.json': {
    files: { ...healthy, 'tsconfig.json': '{ "compilerOptions": { "strict": tr' },
    git: true,
    typescript: true,
  },
  'Python alone': {
    files: {
      'pyproject.toml': '[project]\nname = "shop"\nversion = "1.0"\n',
      'shop/__init__.py': '',
      'shop/total.py': 'def total(prices):\n    return sum(prices)\n',
      'tests/test_total.py': 'from shop.total import total\n\n\ndef test_total():\n    assert total([1, 2]) == 3\n',
    },
    git: true,
  },
  'a shallow clone': { files: healthy, git: true, shallow: true },
  'an empty PATH': { files: healthy, git: true, emptyPath: true },
};

function made(world: World): Home {
  builtProgram();
  const home = makeHome();
  onTestFinished(() => home.remove());
  const origin = world.shallow === true ? join(home.path, 'origin') : home.project;
  const env = { PATH: process.env['PATH'], HOME: home.path, GIT_CONFIG_NOSYSTEM: '1' };
  const git = (cwd: string, ...args: readonly string[]): void =>
    void execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], { cwd, env, stdio: 'ignore' });
  execFileSync('rm', ['-rf', home.project]);
  mkdirSync(origin, { recursive: true });
  for (const [path, text] of Object.entries(world.files)) home.write(join(origin.slice(home.path.length + 1), path), text);
  if (world.git) {
    git(origin, 'init', '-q');
    git(origin, 'add', '.');
    git(origin, 'commit', '-qm', 'first');
    if (world.shallow === true) {
      git(origin, 'commit', '-qm', 'second', '--allow-empty');
      git(home.path, 'clone', '-q', '--depth', '1', pathToFileURL(origin).href, home.project);
    }
  }
  if (world.typescript === true) {
    mkdirSync(join(home.project, 'node_modules'));
    symlinkSync(join(import.meta.dirname, '../../node_modules/typescript'), join(home.project, 'node_modules/typescript'));
  }
  home.write('.snap-data/config/settings.json', '{"checks":{"run":"always"}}');
  return home;
}

/** A PATH with git alone, so that the answers are the same on every machine. */
function onlyGit(home: Home): string {
  const directory = join(home.path, 'bin');
  mkdirSync(directory);
  const git = (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((path) => join(path, 'git'))
    .find((path) => existsSync(path));
  symlinkSync(git ?? 'git', join(directory, 'git'));
  return directory;
}

/** What is in the project. */
function projectOf(home: Home): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(home.tree()).filter(([path]) => path.startsWith('project/')));
}

/** Milliseconds: far more than any of these takes, and less than a tool call. */
const maxMs = 20_000;

/** By mode, a line for each layer in each of the worlds. */
const states = new Map<CheckMode, string[]>();

describe.each(Object.entries(worlds))('%s', (name, world) => {
  it('is answered by every mode in time, with the reason of what did not run, and without an error', async () => {
    const home = made(world);
    const before = projectOf(home);
    const PATH = world.emptyPath === true ? '' : onlyGit(home);
    const system = nodeSystem({ env: { HOME: home.path, PATH, SNAP_DATA_DIR: join(home.path, '.snap-data') }, cwd: home.project });
    const bench = await openWorkbench(writableSystem(system), home.project, { owner: { kind: 'shell' }, watch: false });
    onTestFinished(() => bench.close());
    const program = { version: '0.1.0', node: process.execPath, file: builtProgram() };
    const context = {
      system,
      about: { version: '0.1.0', node: process.versions.node, program },
      namedWorkspace: undefined,
      workbench: () => Promise.resolve(bench),
      signal: new AbortController().signal,
    };
    const reports: CheckReport[] = [];
    for (const mode of usefulModes) reports.push(await runCheck(mode, { diff: world.diff, tests: true }, context, maxMs));
    const layers = reports.flatMap(({ mode, layers: own }) => own.map((layer) => ({ mode, ...layer })));
    expect(layers.filter(({ state }) => state === 'timeout')).toEqual([]);
    expect(layers.filter(({ state, reason = '' }) => state === 'skipped' && !/^.{10,300}$/.test(reason))).toEqual([]);
    // Of a file that does not parse it is said where; that is no error in the code.
    const errors = reports.flatMap(({ findings }) => findings.filter(({ severity }) => severity === 'error'));
    expect(errors.filter(({ file, layer }) => file !== 'tsconfig.json' || layer !== 'syntax')).toEqual([]);
    expect(projectOf(home)).toEqual(before);
    for (const { mode, name: layer, state, reason } of layers) {
      const line = `${name} | ${layer}: ${state}${reason === undefined ? '' : `: ${reason}`}`;
      states.set(mode, [...(states.get(mode) ?? []), line.replaceAll(home.path, '~')]);
    }
    if (Object.keys(world.files).length > 0) return;
    const others = reports.filter(({ mode }) => !['health', 'learnings'].includes(mode));
    expect(others.filter(({ status }) => status !== 'skipped').map(({ mode }) => mode)).toEqual([]);
  });
});

describe('the states are those of test/fixtures/checks/<mode>/faults.txt', () => {
  it.each(usefulModes)('%s', async (mode) => {
    await expect(`${(states.get(mode) ?? []).join('\n')}\n`).toMatchFileSnapshot(`../fixtures/checks/${mode}/faults.txt`);
  });
});
