import type { WorkspacePath } from '../workspace/index.ts';
import type { Sources } from './advice.ts';

/** How a project checks a change, and the file that says so. snap names it and never runs it. */
export interface ProjectCheck {
  readonly file: WorkspacePath;
  readonly what: string;
}

/** Only names with a common meaning: a project may give its scripts any name. */
const scripts = ['typecheck', 'lint', 'test', 'build'] as const;

const withoutScripts = [
  { file: 'Cargo.toml', what: 'Run "cargo test".' },
  { file: 'go.mod', what: 'Run "go test ./...".' },
  { file: 'deno.json', what: 'Run "deno test".' },
] as const satisfies readonly ProjectCheck[];

/** The scripts of package.json that check something, else the usual command of the project's language. */
export async function projectChecks({ has, project }: Sources): Promise<readonly ProjectCheck[]> {
  const { scripts: offered, packageManager } = await project();
  const named = scripts.filter((name) => offered.has(name));
  if (named.length > 0) {
    const runner = packageManager === 'pnpm' || packageManager === 'yarn' || packageManager === 'bun' ? packageManager : 'npm';
    const words = named.map((name) => `"${runner} run ${name}"`).join(', ');
    return [{ file: 'package.json', what: `Run its script${named.length === 1 ? '' : 's'} ${words}.` }];
  }
  for (const check of withoutScripts) if (await has(check.file)) return [check];
  return [];
}

/** The test of a file, where one of the usual names exists. */
export async function testOf(file: WorkspacePath, { has }: Sources): Promise<WorkspacePath | undefined> {
  const match = /^(?:(.*)\/)?([^/]+)\.(\w+)$/.exec(file);
  if (match === null) return undefined;
  const [, directory = '', name = '', ending = ''] = match;
  if (/\.(test|spec)$|_test$|^test_/.test(name)) return undefined;
  const below = directory.replace(/^(src|lib|app)(?=\/|$)\/?/, '');
  const at = (...parts: readonly string[]) => parts.filter((part) => part !== '').join('/');
  const candidates = [
    at(directory, `${name}.test.${ending}`),
    at(directory, `${name}.spec.${ending}`),
    at(directory, '__tests__', `${name}.test.${ending}`),
    at(directory, `${name}_test.${ending}`),
    at('test', below, `${name}.test.${ending}`),
    at('tests', below, `${name}.test.${ending}`),
    at('tests', below, `test_${name}.${ending}`),
    at('tests', `test_${name}.${ending}`),
  ];
  for (const candidate of candidates) if (await has(candidate)) return candidate;
  return undefined;
}
