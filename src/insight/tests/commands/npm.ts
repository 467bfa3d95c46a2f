import { posix } from 'node:path';
import { isRecord, isShellWord, textIn } from '../../../system/index.ts';
import { directoryOf, type WorkspacePath } from '../../../workspace/index.ts';
import {
  dependsOn,
  type NpmTestRunner,
  npmTestRunners,
  type Package,
  packageManagerOf,
  type PackageManager,
  programStarts,
} from '../../../workspace/packages/index.ts';
import { at, directoriesWith, packageIn, type ProjectReader } from './project-reader.ts';
import { below, type Runner, words } from './runner.ts';

/** How one runner of npm's is recognised and told which files to run. */
interface Row extends NpmTestRunner {
  /** Words before the files; all of the command but how the program is started. */
  readonly run: string;
  /** The tests it is for, where it is not for all. */
  readonly tests?: RegExp;
  /** Options of a script without which the tests do not run. */
  readonly keeps?: RegExp;
}

const never = /^$/;

/** The first that fits a test is taken. The links are the documentation of their command lines (2026-11-22). */
const rows: readonly Row[] = [
  // https://tstyche.org/reference/command-line-options
  { id: 'tstyche', program: /^tstyche$/, configs: /^tstyche\.config\.json$/, run: 'tstyche', tests: /\.tst\.[cm]?tsx?$/ },
  // https://github.com/tsdjs/tsd#usage
  { id: 'tsd', program: /^tsd$/, configs: never, run: 'tsd --files', tests: /\.test-d\.tsx?$/ },
  // https://docs.cypress.io/app/references/command-line
  {
    id: 'cypress',
    program: /^cypress$/,
    configs: /^cypress\.config\.[cm]?[jt]s$/,
    run: 'cypress run --spec',
    tests: /\.cy\.[jt]sx?$|(?:^|\/)cypress\//,
  },
  // https://playwright.dev/docs/test-cli
  {
    id: 'playwright',
    program: /^playwright$/,
    configs: /^playwright\.config\.[cm]?[jt]s$/,
    run: 'playwright test',
    tests: /(?:^|\/)(?:e2e|playwright|browser|integration)[^/]*\/|[.-](?:e2e|pw)\./,
    keeps: /^(?:-c|--config|--project)$/,
  },
  // https://vitest.dev/guide/cli
  { ...npmTestRunners.vitest, run: 'vitest run', keeps: /^(?:-c|--config)$/ },
  // https://jestjs.io/docs/cli
  { ...npmTestRunners.jest, run: 'jest --runTestsByPath', keeps: /^(?:-c|--config|-i|--runInBand)$/ },
  // https://mochajs.org/#command-line-usage
  {
    ...npmTestRunners.mocha,
    run: 'mocha',
    keeps: /^(?:-r|--require|--import|--loader|--config|--extension|-u|--ui|--exit|--check-leaks)$/,
  },
  { ...npmTestRunners.ava, run: 'ava', keeps: /^--config$/ },
  { id: 'borp', program: /^borp$/, configs: /^\.borp\.ya?ml$/, run: 'borp' },
  { id: 'tap', program: /^tap$/, configs: /^\.taprc$/, run: 'tap' },
  { id: 'tape', program: /^tape$/, configs: never, run: 'tape', keeps: /^(?:-r|--require)$/ },
  { id: 'jasmine', program: /^jasmine$/, configs: /^jasmine\.json$/, run: 'jasmine' },
  { id: 'qunit', program: /^qunit$/, configs: never, run: 'qunit', keeps: /^--require$/ },
  { id: 'lab', program: /^lab$/, configs: /^\.labrc\.js$/, run: 'lab' },
  { id: 'react-scripts', program: /^react-scripts$/, configs: never, run: 'react-scripts test --watchAll=false' },
];

/** Programs that are no package: they are started by their own name. */
const own: readonly Row[] = [
  // https://nodejs.org/api/test.html
  {
    id: 'node --test',
    program: /^node$/,
    configs: never,
    run: 'node --test',
    keeps: /^(?:--import|--require|-r|--loader|--experimental-[\w-]+|--conditions|-C)$/,
  },
  // https://bun.sh/docs/cli/test
  { id: 'bun test', program: /^bun$/, configs: never, run: 'bun test', keeps: /^--preload$/ },
  // https://docs.deno.com/runtime/reference/cli/test/
  { id: 'deno test', program: /^deno$/, configs: /^deno\.jsonc?$/, run: 'deno test', keeps: /^(?:-A|--allow-[\w-]+|-c|--config)$/ },
];

/** A runner as a package names it. */
interface Named {
  readonly row: Row;
  /** Options and settings of its script, as words that need no quotes. */
  readonly options: readonly string[];
  readonly settings: readonly string[];
  /** In the package. */
  readonly file: string;
  readonly says?: string | undefined;
}

/** What runs a test of npm's: the runner that the nearest package names, in the root where it names the same. */
export async function npmRunner(reader: ProjectReader, file: WorkspacePath): Promise<Runner | undefined> {
  const directories = await directoriesWith(reader, directoryOf(file), /^(?:package\.json|deno\.jsonc?)$/);
  const packages = await Promise.all(directories.map((directory) => packageIn(reader, directory)));
  const named = packages.map((one) => runnersOf(one));
  const fits = (runners: readonly Named[]): Named | undefined => runners.find(({ row }) => row.tests === undefined || row.tests.test(file));
  const manager = packageManagerOf(...packages);
  // No runner looks at these unless it is told to: a script of their own does.
  if (typeTest.test(file) && !named.some((runners) => fits(runners)?.row.tests !== undefined)) {
    const script = typeScript(packages, manager);
    if (script !== undefined) return script;
  }
  const nearest = packages.findIndex((_, i) => fits(named[i] ?? []) !== undefined);
  const found = fits(named[nearest] ?? []);
  if (found === undefined) return scriptRunner(packages, manager);
  // The root's runner runs what is in its packages, where it is configured there and not in the package.
  const top = fits(named.at(-1) ?? []);
  const isRoots =
    top !== undefined && top.row === found.row && !hasConfig(packages[nearest], found.row) && isConfigured(packages.at(-1), top);
  return runnerWith(isRoots ? top : found, (isRoots ? packages.at(-1) : packages[nearest])?.directory ?? '', manager);
}

function runnerWith({ file, options, row, says, settings }: Named, folder: WorkspacePath, manager: PackageManager): Runner {
  const isOwn = own.includes(row);
  const run = [...settings, ...(isOwn ? [] : [programStarts[manager]]), row.run, ...options].join(' ');
  return {
    id: `npm ${row.id} ${folder}`,
    folder,
    file: at(folder, file),
    says,
    command: (tests) => {
      const named = tests.map((test) => below(folder, test));
      if (named.length === 0) return run.replace(/ (?:--runTestsByPath|--spec|--files)\b/, '');
      return row.id === 'cypress' ? `${run} ${words([named.join(',')])}` : `${run} ${words(named)}`;
    },
  };
}

/** Tests of types, which are checked and not run. */
const typeTest = /\.(?:test|spec)-d\.[cm]?tsx?$/;

function typeScript(packages: readonly Package[], manager: PackageManager): Runner | undefined {
  for (const one of packages) {
    const name = [...scriptsOf(one).keys()].find((each) => /^(?:test|check)[:._-](?:types?|dts|typings|typescript|tsd)$/.test(each));
    if (name !== undefined)
      return {
        id: `npm script ${one.directory} ${name}`,
        folder: one.directory,
        file: at(one.directory, 'package.json'),
        says: `script "${name}"`,
        command: () => `${manager} run ${name}`,
      };
  }
  return undefined;
}

/** A script that runs all tests by something unknown. */
function scriptRunner(packages: readonly Package[], manager: PackageManager): Runner | undefined {
  const home = packages.find((one) => !(scriptsOf(one).get('test') ?? 'no test specified').includes('no test specified'));
  if (home === undefined) return undefined;
  return {
    id: `npm script ${home.directory}`,
    folder: home.directory,
    file: at(home.directory, 'package.json'),
    says: 'script "test"',
    command: () => `${manager === 'bun' ? 'bun run' : manager} test`,
  };
}

/** Runners of a package, the most certain first: those of its scripts, of its config files, of its dependencies. */
function runnersOf(one: Package): readonly Named[] {
  const found: Named[] = [];
  const scripts = scriptsOf(one);
  const names = [...scripts.keys()].filter((name) =>
    /(?:^|[:._-])(?:tests?|unit|spec|vitest|jest|e2e|coverage|tap)(?:$|[:._-])/.test(name),
  );
  // The script of the plain name comes first, then those that it calls.
  for (const name of names.toSorted((a, b) => rank(a) - rank(b))) {
    for (const segment of (scripts.get(name) ?? '').split(/&&|\|\||[;|&]/)) {
      const named = namedIn(segment);
      if (named !== undefined) found.push({ ...named, file: 'package.json', says: `script "${name}" runs ${named.row.id}` });
    }
  }
  for (const row of [...rows, ...own]) {
    const config = one.names.find((name) => row.configs.test(name));
    if (config !== undefined) found.push({ row, options: [], settings: [], file: config });
    else if (isRecord(one.manifest[row.id])) found.push({ row, options: [], settings: [], file: 'package.json', says: `"${row.id}"` });
  }
  for (const row of rows) {
    const name = row.id === 'playwright' ? '@playwright/test' : row.id;
    if (dependsOn(one, name)) found.push({ row, options: [], settings: [], file: 'package.json', says: `depends on ${name}` });
  }
  // A runner for certain tests comes before one for all.
  return found.toSorted((a, b) => Number(a.row.tests === undefined) - Number(b.row.tests === undefined));
}

/** The runner that a command of a script starts. */
function namedIn(segment: string): Omit<Named, 'file' | 'says'> | undefined {
  const all = [...segment.matchAll(/"[^"]*"|'[^']*'|[^\s"']+/g)].map(([text]) => text.replaceAll(/^["']|["']$/g, ''));
  // Settings come first, also behind cross-env.
  const first = all.findIndex((one) => !/^(?:\w+=.*|cross-env)$/.test(one));
  const start = all.findIndex(
    (one, i) =>
      i >= first && !/^(?:npx|--no|--no-install|c8|nyc|pnpm|yarn|bunx|exec|run|dotenv|--)$/.test(one) && programAt(all, i) !== undefined,
  );
  // A word further back is an argument of another program.
  if (
    start === -1 ||
    all.slice(first, start).some((one) => !/^(?:npx|bunx|c8|nyc|pnpm|yarn|exec|run|dotenv|tsx|-.*|\S*[\w/]+=\S*)$/.test(one))
  )
    return undefined;
  const row = programAt(all, start);
  if (row === undefined) return undefined;
  const settings = all.slice(0, Math.max(0, first)).filter(isShellWord);
  return { row, settings: settings.some((one) => one.includes('=')) ? settings : [], options: optionsIn(all.slice(start + 1), row) };
}

function programAt(all: readonly string[], i: number): Row | undefined {
  const program = posix.basename(all[i] ?? '').replace(/\.[cm]?js$/, '');
  const row = [...rows, ...own].find((one) => one.program.test(program));
  if (row === undefined) return undefined;
  // `node --test`, `bun test`: the program alone says nothing.
  const [, needs] = row.run.split(' ');
  return own.includes(row) || row.id === 'react-scripts' || row.id === 'playwright'
    ? all.slice(i + 1).includes(needs ?? '')
      ? row
      : undefined
    : row;
}

/** The options that have to stay, with their values. */
function optionsIn(rest: readonly string[], { keeps }: Row): readonly string[] {
  if (keeps === undefined) return [];
  const kept: string[] = [];
  for (const [i, option] of rest.entries()) {
    const [name = ''] = option.split('=');
    if (!keeps.test(name) || !isShellWord(option)) continue;
    const value = rest[i + 1];
    const takesValue =
      !option.includes('=') && !/^(?:-i|--runInBand|--exit|--check-leaks|-A|--allow-.*|--experimental-(?!loader).*)$/.test(name);
    if (!takesValue) kept.push(option);
    else if (value !== undefined && isShellWord(value) && !value.startsWith('-')) kept.push(option, value);
  }
  return kept;
}

function rank(name: string): number {
  const order = ['test', 'unit', 'test:unit', 'test-unit', 'tests'];
  const place = order.indexOf(name);
  return place === -1 ? order.length + (/cov|ci|watch|e2e|prod|bench/.test(name) ? 1 : 0) : place;
}

function hasConfig(one: Package | undefined, row: Row): boolean {
  return one?.names.some((name) => row.configs.test(name)) === true;
}

function isConfigured(one: Package | undefined, { row, says }: Named): boolean {
  return hasConfig(one, row) || says?.startsWith('script') === true;
}

function scriptsOf({ manifest }: Package): ReadonlyMap<string, string> {
  const scripts = manifest['scripts'];
  if (!isRecord(scripts)) return new Map();
  // A name that a sentence cannot hold is no script that anybody types.
  return new Map(Object.entries(scripts).flatMap(([name, text]) => (/^[\w:.-]{1,60}$/.test(name) ? [[name, textIn(text) ?? '']] : [])));
}
