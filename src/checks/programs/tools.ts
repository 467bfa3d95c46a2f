import { isRecord } from '../../system/index.ts';
import { dependsOn, npmTestRunners, type Package, scriptOf, usesTestRunner } from '../../workspace/packages/index.ts';
import type { Purpose, ToolId } from './program.ts';

/** How one tool is recognised in a package, and where its program is. */
export interface Tool {
  readonly id: ToolId;
  readonly purpose: Purpose;
  /** The npm package that has it, and the name of the program in there. */
  readonly npm?: readonly [name: string, bin: string];
  /** Its name in a virtual environment of Python, and on the PATH. */
  readonly python?: string;
  /** Its name on the PATH. */
  readonly onPath?: string;
  /** Files in a package that configure it, and may be programs themselves. */
  readonly configs: RegExp;
  /** Whether a package uses it, beside by a file of {@link configs}. */
  usedBy?(one: Package): boolean;
}

const inPyproject =
  (table: string) =>
  ({ pyproject }: Package): boolean =>
    new RegExp(String.raw`^\s*\[+\s*tool\.${table}[.\]]`, 'm').test(pyproject);

const hasPythonTests = ({ names, pyproject }: Package): boolean =>
  pyproject !== '' || names.some((name) => /^(setup\.(py|cfg)|requirements.*\.txt|tox\.ini)$/.test(name));

const usesScript =
  (pattern: RegExp) =>
  (one: Package): boolean =>
    pattern.test(scriptOf(one, 'test') ?? '');

/**
 * The tools, by purpose. Where several of one purpose are set up in a package, all of them run, but of the compilers (one that checks more kinds
 * of files comes first) and of the test runners (the first).
 */
export const tools: readonly Tool[] = [
  { id: 'vue-tsc', purpose: 'types', npm: ['vue-tsc', 'vue-tsc'], configs: /^$/, usedBy: (one) => dependsOn(one, 'vue-tsc') },
  {
    id: 'svelte-check',
    purpose: 'types',
    npm: ['svelte-check', 'svelte-check'],
    configs: /^svelte\.config\.[cm]?[jt]s$/,
    usedBy: (one) => dependsOn(one, 'svelte-check'),
  },
  // Its files are data: a new tsconfig.json needs no new approval.
  {
    id: 'tsc',
    purpose: 'types',
    npm: ['typescript', 'tsc'],
    configs: /^$/,
    usedBy: ({ names }) => names.some((name) => isTsconfig.test(name)),
  },
  {
    id: 'eslint',
    purpose: 'lint',
    npm: ['eslint', 'eslint'],
    configs: /^(eslint\.config\.[cm]?[jt]s|\.eslintrc(\.(json|ya?ml|[cm]?js))?)$/,
    usedBy: ({ manifest }) => isRecord(manifest['eslintConfig']),
  },
  { id: 'biome', purpose: 'lint', npm: ['@biomejs/biome', 'biome'], configs: /^\.?biome\.jsonc?$/ },
  {
    id: 'oxlint',
    purpose: 'lint',
    npm: ['oxlint', 'oxlint'],
    configs: /^(\.?oxlintrc\.jsonc?|oxlint\.config\.[cm]?[jt]s)$/,
    // It works without a config file.
    usedBy: (one) => dependsOn(one, 'oxlint'),
  },
  { id: 'ruff', purpose: 'lint', python: 'ruff', onPath: 'ruff', configs: /^\.?ruff\.toml$/, usedBy: inPyproject('ruff') },
  {
    id: 'xo',
    purpose: 'lint',
    npm: ['xo', 'xo'],
    configs: /^xo\.config\.[cm]?[jt]s$/,
    usedBy: (one) => dependsOn(one, 'xo'),
  },
  { id: 'mypy', purpose: 'lint', python: 'mypy', onPath: 'mypy', configs: /^\.?mypy\.ini$/, usedBy: inPyproject('mypy') },
  { id: 'go vet', purpose: 'lint', onPath: 'go', configs: /^go\.mod$/ },
  {
    id: 'dependency-cruiser',
    purpose: 'imports',
    npm: ['dependency-cruiser', 'depcruise'],
    configs: /^\.dependency-cruiser\.([cm]?js|json)$/,
  },
  {
    id: 'knip',
    purpose: 'unused',
    npm: ['knip', 'knip'],
    configs: /^\.?knip\.(jsonc?|[cm]?[jt]s)$|^knip\.config\.[jt]s$/,
    usedBy: (one) => dependsOn(one, 'knip'),
  },
  ...(['vitest', 'jest', 'mocha', 'ava'] as const).map((id): Tool => ({
    id,
    purpose: 'tests',
    npm: [id, id],
    configs: npmTestRunners[id].configs,
    usedBy: (one) => usesTestRunner(one, id),
  })),
  { id: 'node --test', purpose: 'tests', configs: /^$/, usedBy: usesScript(/\bnode\b[^&|;]*\s--test\b/) },
  {
    id: 'pytest',
    purpose: 'tests',
    python: 'python',
    onPath: 'python3',
    configs: /^(pytest\.ini|conftest\.py)$/,
    usedBy: (one) => inPyproject('pytest')(one) || /\bpytest\b/.test(one.pyproject) || hasPythonTests(one),
  },
  { id: 'go test', purpose: 'tests', onPath: 'go', configs: /^go\.mod$/ },
  { id: 'cargo test', purpose: 'tests', onPath: 'cargo', configs: /^(Cargo\.toml|build\.rs)$/ },
];

const isTsconfig = /^tsconfig(\..+)?\.json$/;

/** The file that configures a tool in a package, for messages: `eslint.config.js`, or where else it says so. */
export function configOf({ configs, id, python }: Tool, { names }: Package): string {
  const own = names.find((name) => configs.test(name)) ?? (id === 'tsc' ? names.find((name) => isTsconfig.test(name)) : undefined);
  const manifest = python === undefined ? 'package.json' : names.find((name) => /^(pyproject\.toml|setup\.|requirements|tox)/.test(name));
  return own ?? manifest ?? 'the root';
}

/** Whether a package uses a tool. */
export function uses(tool: Tool, one: Package): boolean {
  return one.names.some((name) => tool.configs.test(name)) || tool.usedBy?.(one) === true;
}
