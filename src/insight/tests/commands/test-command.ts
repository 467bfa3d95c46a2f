import type { WorkspacePath } from '../../../workspace/index.ts';
import { type TestEcosystem, testNameOf } from '../../../workspace/packages/index.ts';
import type { CheckCommand } from '../../forecast.ts';
import { cargoRunner } from './cargo.ts';
import { goRunner } from './go.ts';
import { jvmRunner } from './jvm.ts';
import { makeRunner } from './make.ts';
import { npmRunner } from './npm.ts';
import { phpRunner } from './php.ts';
import type { ProjectReader } from './project-reader.ts';
import { pythonRunner } from './python.ts';
import { rubyRunner } from './ruby.ts';
import { canBeNamed, type FindRunner, type Runner, word } from './runner.ts';

const runners: Readonly<Record<TestEcosystem, FindRunner>> = {
  npm: npmRunner,
  pytest: pythonRunner,
  go: goRunner,
  cargo: cargoRunner,
  jvm: jvmRunner,
  ruby: rubyRunner,
  php: phpRunner,
  make: makeRunner,
};

/** The languages of files that are no tests. */
const endings: readonly (readonly [RegExp, TestEcosystem])[] = [
  [/\.(?:[cm]?[jt]s|[jt]sx|vue|svelte|astro)$/, 'npm'],
  [/\.pyi?$/, 'pytest'],
  [/\.go$/, 'go'],
  [/\.rs$/, 'cargo'],
  [/\.(?:java|kts?|groovy|scala)$/, 'jvm'],
  [/\.rb$/, 'ruby'],
  [/\.php$/, 'php'],
  [/\.(?:c|cc|cpp|cxx|h|hpp|tcl|t|pl|pm|sh)$/, 'make'],
];

/** With more tests the command would be too long to read. */
const maxTests = 20;
const maxGroups = 3;
const maxLength = 2_000;

/**
 * The one command that runs these tests, and no others where the runner can choose; without tests the one that runs all around these files. It
 * is text for a person or a model: nothing is run here, and every name in it is quoted for a POSIX shell. `undefined` where no file of the project
 * says how its tests are run.
 */
export async function testCommand(
  reader: ProjectReader,
  tests: readonly WorkspacePath[],
  around: readonly WorkspacePath[] = [],
): Promise<CheckCommand | undefined> {
  const { groups } = await groupsOf(reader, tests.filter(canBeNamed).slice(0, maxTests));
  if (groups.length > 0) return joined(groups.slice(0, maxGroups));
  const runner = await runnerAround(reader, around.filter(canBeNamed));
  return runner === undefined ? undefined : joined([{ runner, tests: [] }]);
}

/** More tests do not fit into a command. */
const maxExact = 300;
const maxExactLength = 4_000;

/**
 * The commands that run all of these tests and no others, as they are typed in the root of the workspace. Empty where that cannot be promised: a test has
 * no runner or a name that cannot be shown, a runner cannot choose tests, a command would be longer than a shell's line.
 */
export async function exactTestCommands(reader: ProjectReader, tests: readonly WorkspacePath[]): Promise<readonly string[]> {
  if (tests.length > maxExact || !tests.every(canBeNamed)) return [];
  const { groups, left } = await groupsOf(reader, tests);
  if (left.length > 0) return [];
  const commands: string[] = [];
  for (const { runner, tests: own } of groups) {
    const command = await runner.command(own);
    // What is the same without tests runs all there are.
    if (command === undefined || command === (await runner.command([])) || command.length > maxExactLength) return [];
    if (!canBeNamed(runner.folder)) return [];
    commands.push(runner.folder === '' ? command : `cd ${word(runner.folder)} && ${command}`);
  }
  return commands;
}

interface Group {
  readonly runner: Runner;
  readonly tests: WorkspacePath[];
}

/** Tests by what runs them, and those that nothing runs. */
async function groupsOf(
  reader: ProjectReader,
  tests: readonly WorkspacePath[],
): Promise<{ readonly groups: readonly Group[]; readonly left: readonly WorkspacePath[] }> {
  const groups: Group[] = [];
  const left: WorkspacePath[] = [];
  for (const test of tests) {
    const runner = await runnerOf(reader, test);
    const group = groups.find((one) => one.runner.id === runner?.id);
    if (group !== undefined) group.tests.push(test);
    else if (runner === undefined) left.push(test);
    else groups.push({ runner, tests: [test] });
  }
  return { groups, left };
}

async function joined(groups: readonly Group[]): Promise<CheckCommand | undefined> {
  const parts: CheckCommand[] = [];
  for (const { runner, tests } of groups) {
    const command = await runner.command(tests);
    if (command === undefined || !canBeNamed(runner.folder)) continue;
    const known = parts.find((one) => one.command === command && one.folder === folderOf(runner));
    if (known === undefined) parts.push({ command, file: runner.file, why: whyOf(runner), folder: folderOf(runner) });
  }
  const [first] = parts;
  if (first === undefined) return undefined;
  if (parts.length === 1) return first.command.length > maxLength ? undefined : first;
  const command = parts.map((one) => (one.folder === undefined ? one.command : `(cd ${word(one.folder)} && ${one.command})`)).join(' && ');
  return command.length > maxLength ? first : { command, file: first.file, why: [...new Set(parts.map(({ why }) => why))].join(', ') };
}

function whyOf({ file, says }: Runner): string {
  return says === undefined ? file : `${file}: ${says}`;
}

function folderOf({ folder }: Runner): WorkspacePath | undefined {
  return folder === '' ? undefined : folder;
}

async function runnerOf(reader: ProjectReader, file: WorkspacePath): Promise<Runner | undefined> {
  const ecosystem = testNameOf(file)?.ecosystem ?? endings.find(([ending]) => ending.test(file))?.[1];
  if (ecosystem === undefined) return undefined;
  const runner = await runners[ecosystem](reader, file);
  // A project of one language may name its tests like another's: scripts of the shell that make runs.
  return runner ?? (ecosystem === 'make' ? undefined : makeRunner(reader, file));
}

/** Of the first file that has one; else of the root. */
async function runnerAround(reader: ProjectReader, files: readonly WorkspacePath[]): Promise<Runner | undefined> {
  for (const file of files.slice(0, 5)) {
    const runner = await runnerOf(reader, file);
    if (runner !== undefined) return runner;
  }
  for (const find of Object.values(runners)) {
    const runner = await find(reader, 'x');
    if (runner !== undefined) return runner;
  }
  return undefined;
}
