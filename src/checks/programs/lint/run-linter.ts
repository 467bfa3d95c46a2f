import { isAbsolute, join, posix, relative, sep } from 'node:path';
import { isRecord, type TreeFile } from '../../../system/index.ts';
import type { WorkspacePath } from '../../../workspace/index.ts';
import type { LayerContext } from '../../mode.ts';
import type { CheckFinding } from '../../report.ts';
import { askHost } from '../hosts/hosts.ts';
import { locatePackage } from '../locate.ts';
import type { Program } from '../program.ts';
import { type ProgramResult, runProgram } from '../run-program.ts';
import { type LintFinding, parseBiome, parseEslint, parseGoVet, parseMypy, parseOxlint, parseRuff, parseXo } from './parse-linters.ts';

/** What a linter found, with paths from the root of the workspace. */
export interface LintResult {
  readonly findings: readonly CheckFinding[];
  /** Why some files were not looked at. */
  readonly problem?: string | undefined;
}

const maxHostMiB = 3_072;
/** Of the names of files in one command. Windows takes 32,767 characters for all of it. */
const maxArgBytes = 24_000;

/** Files that a linter may be given by name: of others it would say that it cannot read them. */
const kinds: Readonly<Partial<Record<Program['tool'], RegExp>>> = {
  eslint: /\.([cm]?[jt]sx?|vue|svelte|astro|json[c5]?|md|mdx|html|css|ya?ml|graphql|gql)$/,
  biome: /\.([cm]?[jt]sx?|vue|svelte|astro|jsonc?|css|graphql|gql|html)$/,
  oxlint: /\.([cm]?[jt]sx?|vue|svelte|astro)$/,
  ruff: /\.(pyi?|ipynb)$/,
  xo: /\.[cm]?[jt]sx?$/,
  mypy: /\.pyi?$/,
  'go vet': /\.go$/,
};

/** Whether a linter looks at such a file. */
export function lints({ tool }: Program, file: WorkspacePath): boolean {
  return kinds[tool]?.test(file) === true;
}

/** Whether eslint is configured by `.eslintrc` files or package.json. */
export function hasOldConfig({ tool, configFiles }: Program): boolean {
  return tool === 'eslint' && !configFiles.some((file) => posix.basename(file).startsWith('eslint.config.'));
}

/** Runs one linter of the project on some files, which are below its directory. */
export async function runLinter(context: LayerContext, program: Program, files: readonly WorkspacePath[]): Promise<LintResult> {
  if (program.tool === 'eslint') return runEslint(context, program, files);
  const findings: CheckFinding[] = [];
  for (const batch of batches(
    program.tool === 'go vet' ? packagesOfGo(program, files) : files.map((file) => posix.relative(program.directory, file)),
  )) {
    const result = await runBatch(context, program, batch);
    context.signal.throwIfAborted();
    if (typeof result === 'string') return { findings, problem: result };
    findings.push(...result);
  }
  const wanted = new Set(files);
  // A linter of whole packages says something of other files too; that one of them does not compile may come from the change.
  return {
    findings: findings.flatMap((one) =>
      one.file !== undefined && wanted.has(one.file) ? [one] : one.rule === 'compile' ? [{ ...one, age: 'new' as const }] : [],
    ),
  };
}

async function runBatch(context: LayerContext, program: Program, names: readonly string[]): Promise<readonly CheckFinding[] | string> {
  const { command, directory, tool } = program;
  const { root } = (await context.workbench()).workspace;
  const args = argumentsOf(program, names);
  const result = await runProgram(context.system, root, { command, args, directory, signal: context.signal });
  if (result.stopped !== undefined) return `${tool} was not done in time`;
  if (result.failure !== undefined) return `${program.shown} could not be started (${result.failure || 'unknown'})`;
  const found = findingsIn(program, result);
  // Each of them ends with 0 or 1 when it has looked at the files.
  const isDone = found !== undefined && (result.code === 0 || found.length > 0);
  return isDone ? found.map((finding) => placed(finding, root, directory)) : `${tool} did not run: ${firstLine(result)}`;
}

/** Each as its documentation says: report as data, no colours, no fixes, and files that the project ignores stay ignored. */
function argumentsOf({ tool, version = '' }: Program, names: readonly string[]): readonly string[] {
  switch (tool) {
    case 'biome':
      // https://biomejs.dev/reference/cli/#biome-lint
      return [
        'lint',
        '--reporter=github',
        '--colors=off',
        '--no-errors-on-unmatched',
        '--files-ignore-unknown=true',
        version.startsWith('1.') ? '--max-diagnostics=200' : '--max-diagnostics=none',
        ...names,
      ];
    case 'oxlint':
      return ['--format=json', '--no-error-on-unmatched-pattern', ...names];
    case 'ruff':
      // https://docs.astral.sh/ruff/configuration/#full-command-line-interface
      return ['check', '--output-format=json', '--force-exclude', '--no-cache', '--quiet', '--', ...names];
    case 'xo':
      // https://github.com/xojs/xo#usage
      return ['--reporter', 'json', ...names];
    case 'mypy':
      // https://mypy.readthedocs.io/en/stable/command_line.html
      return ['--no-pretty', '--show-column-numbers', '--no-error-summary', '--no-color-output', '--cache-dir=/dev/null', '--', ...names];
    default:
      return ['vet', ...names];
  }
}

function findingsIn({ tool }: Program, { stdout, stderr }: ProgramResult): readonly LintFinding[] | undefined {
  switch (tool) {
    case 'biome':
      return parseBiome(stdout);
    case 'oxlint':
      return parseOxlint(stdout);
    case 'ruff':
      return parseRuff(stdout);
    case 'xo':
      return parseXo(stdout);
    case 'mypy':
      return parseMypy(stdout);
    default:
      return parseGoVet(stderr);
  }
}

async function runEslint(context: LayerContext, program: Program, files: readonly WorkspacePath[]): Promise<LintResult> {
  const { signal } = context;
  const { system, workspace } = await context.workbench();
  const { root } = workspace;
  const { directory, version = '' } = program;
  const located = await locatePackage(context.system, root, { from: directory, name: 'eslint', bin: 'eslint' });
  const manifest = join(root, located?.shown ?? program.shown, 'package.json');
  const kind = hasOldConfig(program) ? 'legacy' : 'flat';
  const start = { root, directory, program: 'eslint-host.mjs', args: [manifest, kind], maxMiB: maxHostMiB, env: editorLike } as const;
  const key = { name: `eslint ${directory}`, state: `${manifest} ${version} ${kind} ${configState(await context.files())}` };
  const question = { files: files.map((file) => join(root, file)) };
  const end = await askHost(system, workspace, { key, start, question, signal });
  switch (end.kind) {
    case 'answer': {
      const results = isRecord(end.answer) && Array.isArray(end.answer['results']) ? end.answer['results'] : [];
      return { findings: parseEslint(results).map((finding) => placed(finding, root, directory)) };
    }
    case 'failed':
      return { findings: [], problem: `eslint did not run: ${words(end.reason)}` };
    case 'gone':
      return { findings: [], problem: `eslint ended by itself: ${words(end.reason) || 'it said nothing'}` };
    default:
      return { findings: [], problem: 'eslint was not done in time; it goes on, so ask again' };
  }
}

/** typescript-eslint would read each file once for all time where it takes itself for a single run. https://typescript-eslint.io/packages/parser#allowautomaticsingleruninference */
const editorLike = { TSESTREE_SINGLE_RUN: 'false' };

/** Files that decide what eslint says of others: when one of them changes, it is loaded again. */
function configState(files: readonly TreeFile[]): string {
  return files
    .filter(({ path }) =>
      /eslint|(^|\/)(package\.json|tsconfig[^/]*\.json|\.prettierrc[^/]*|prettier\.config\.[^/]*|\.editorconfig|[^/]*lock[^/]*)$/.test(
        path,
      ),
    )
    .map(({ path, modifiedMs, size }) => `${path} ${modifiedMs} ${size}`)
    .join('\n');
}

function packagesOfGo({ directory }: Program, files: readonly WorkspacePath[]): readonly string[] {
  return [...new Set(files.map((file) => `./${posix.relative(directory, posix.dirname(file))}`))];
}

/** Names in several commands, each short enough to be started. */
export function batches(names: readonly string[]): readonly (readonly string[])[] {
  const done: string[][] = [];
  let length = Infinity;
  for (const name of names) {
    length += Buffer.byteLength(name) + 1;
    if (length > maxArgBytes) {
      done.push([]);
      length = Buffer.byteLength(name) + 1;
    }
    done.at(-1)?.push(name);
  }
  return done;
}

function placed(finding: LintFinding, root: string, directory: WorkspacePath): CheckFinding {
  const absolute = isAbsolute(finding.file) ? finding.file : join(root, directory, finding.file);
  const path = relative(root, absolute);
  return { ...finding, file: sep === '/' ? path : path.replaceAll(sep, '/') };
}

function firstLine({ stderr, stdout, code }: ProgramResult): string {
  return words(stderr) || words(stdout) || `it ended with code ${code ?? 'unknown'}`;
}

/** The first line with words of what a program wrote. */
function words(text: string): string {
  return (text.split(/\r?\n/).find((line) => /\w{3}/.test(line)) ?? '').trim().slice(0, 300);
}
