import { cleanLine, isRecord, jsonIn, type System, partsBelow, pathsOf, realPathOf } from '../system/index.ts';
import type { Workspace, WorkspacePath } from './workspace.ts';

/** What the files in the root of a workspace say about it. Others wrote these texts: data to show, never to run unasked. */
export interface Project {
  /** By the lock file; absent where there is none. */
  readonly packageManager?:
    | 'npm'
    | 'pnpm'
    | 'yarn'
    | 'bun'
    | 'deno'
    | 'uv'
    | 'poetry'
    | 'pip'
    | 'cargo'
    | 'go'
    | 'bundler'
    | 'composer'
    | undefined;
  /** Of package.json: name to command line. */
  readonly scripts: ReadonlyMap<string, string>;
  /** What is set up to look at code. */
  readonly tools: readonly ProjectTool[];
  /** How its test files are called: `*.test.ts`; absent where it is not known. */
  readonly testFiles?: string | undefined;
  /** A file of these is broken or too large: what it would have said is missing. */
  readonly problems: readonly string[];
}

export type ProjectTool =
  | 'typescript'
  | 'eslint'
  | 'oxlint'
  | 'biome'
  | 'prettier'
  | 'vitest'
  | 'jest'
  | 'mocha'
  | 'pytest'
  | 'ruff'
  | 'cargo'
  | 'go';

const lockFiles: readonly (readonly [string, NonNullable<Project['packageManager']>])[] = [
  ['pnpm-lock.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['bun.lock', 'bun'],
  ['bun.lockb', 'bun'],
  ['package-lock.json', 'npm'],
  ['npm-shrinkwrap.json', 'npm'],
  ['deno.lock', 'deno'],
  ['uv.lock', 'uv'],
  ['poetry.lock', 'poetry'],
  ['requirements.txt', 'pip'],
  ['Cargo.lock', 'cargo'],
  ['go.sum', 'go'],
  ['Gemfile.lock', 'bundler'],
  ['composer.lock', 'composer'],
];

/** A file of the root that shows a tool. */
const toolFiles: readonly (readonly [RegExp, ProjectTool])[] = [
  [/^tsconfig(\..+)?\.json$/, 'typescript'],
  [/^(eslint\.config\.[cm]?[jt]s|\.eslintrc(\.(json|ya?ml|[cm]?js))?)$/, 'eslint'],
  [/^\.?oxlintrc\.json$|^oxlint\.config\.[cm]?[jt]s$/, 'oxlint'],
  [/^\.?biome\.jsonc?$/, 'biome'],
  [/^(\.prettierrc(\..+)?|prettier\.config\.[cm]?[jt]s)$/, 'prettier'],
  [/^vitest\.config\.[cm]?[jt]s$/, 'vitest'],
  [/^jest\.config\.([cm]?[jt]s|json)$/, 'jest'],
  [/^\.mocharc\..+$/, 'mocha'],
  [/^(pytest\.ini|conftest\.py)$/, 'pytest'],
  [/^\.?ruff\.toml$/, 'ruff'],
  [/^Cargo\.toml$/, 'cargo'],
  [/^go\.mod$/, 'go'],
];

/** A package that shows a tool, among the dependencies. */
const toolPackages: Readonly<Record<string, ProjectTool>> = {
  typescript: 'typescript',
  eslint: 'eslint',
  oxlint: 'oxlint',
  '@biomejs/biome': 'biome',
  prettier: 'prettier',
  vitest: 'vitest',
  jest: 'jest',
  mocha: 'mocha',
};

const testFilePatterns: readonly (readonly [ProjectTool, string])[] = [
  ['vitest', '*.test.*'],
  ['jest', '*.test.*'],
  ['mocha', '*.spec.*'],
  ['pytest', 'test_*.py'],
  ['go', '*_test.go'],
  ['cargo', 'tests/*.rs'],
];

const maxFileBytes = 512 * 1024;
const maxScripts = 100;
const maxScript = 500;

/** Reads a few files of the root and runs nothing. Whatever they hold, there is an answer. */
export async function projectOf(system: System, workspace: Workspace): Promise<Project> {
  const names = (await system.list(workspace.root)) ?? [];
  const { manifest, problems } = await readManifest(system, workspace, names);
  const python = names.includes('pyproject.toml') ? await textOf(system, workspace, 'pyproject.toml') : '';
  const packages = [manifest['dependencies'], manifest['devDependencies']].flatMap((some) => (isRecord(some) ? Object.keys(some) : []));
  const shown = [
    ...toolFiles.filter(([pattern]) => names.some((name) => pattern.test(name))).map(([, tool]) => tool),
    ...Object.entries(toolPackages).flatMap(([name, tool]) => (packages.includes(name) ? [tool] : [])),
    ...(python.includes('[tool.pytest') ? (['pytest'] as const) : []),
    ...(python.includes('[tool.ruff') ? (['ruff'] as const) : []),
  ];
  const tools = [...new Set(shown)];
  const packageManager = lockFiles.find(([name]) => names.includes(name))?.[1];
  const testFiles = testFilePatterns.find(([tool]) => tools.includes(tool))?.[1];
  return {
    packageManager,
    scripts: scriptsOf(manifest['scripts']),
    tools,
    testFiles,
    problems,
  };
}

async function readManifest(
  system: System,
  workspace: Workspace,
  names: readonly string[],
): Promise<{ readonly manifest: Readonly<Record<string, unknown>>; readonly problems: readonly string[] }> {
  const name = 'package.json';
  if (!names.includes(name)) return { manifest: {}, problems: [] };
  const parsed = jsonIn((await textOf(system, workspace, name)).replace(/^\uFEFF/, ''));
  if (isRecord(parsed)) return { manifest: parsed, problems: [] };
  return {
    manifest: {},
    problems: [`${name}: it is not a JSON object, or is larger than ${maxFileBytes / 1024} KiB, so its scripts are unknown.`],
  };
}

/** A map, because a script may be called `__proto__`. */
function scriptsOf(scripts: unknown): ReadonlyMap<string, string> {
  const entries = isRecord(scripts) ? Object.entries(scripts) : [];
  return new Map(
    entries
      .slice(0, maxScripts)
      .flatMap(([name, text]) =>
        typeof text === 'string' && name.length <= 100 ? [[cleanLine(name), cleanLine(text.slice(0, maxScript))] as const] : [],
      ),
  );
}

/** Empty for a file that cannot be read, is outside the project or is too large: a partial file is not parsed. */
async function textOf(system: System, workspace: Workspace, name: WorkspacePath): Promise<string> {
  const real = await realPathOf(system, pathsOf(system).join(workspace.root, name));
  if (real.kind !== 'there' || partsBelow(system, workspace.root, real.path) === undefined) return '';
  const bytes = await system.readStart(real.path, maxFileBytes + 1);
  return bytes === undefined || bytes.length > maxFileBytes ? '' : Buffer.from(bytes).toString('utf8');
}
