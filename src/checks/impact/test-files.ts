import { globTest } from '../../text/index.ts';
import type { WorkspacePath } from '../../workspace/index.ts';
import { isNamedAsScriptTest } from '../../workspace/packages/index.ts';

const script = /\.(?:[cm]?[jt]s|[jt]sx|vue|svelte)$/;
const inTests = /(?:^|\/)__tests__\//;
const inTestDirectory = /(?:^|\/)(?:tests?|specs?|e2e)\//;
const helpers = /(?:^|\/)(?:__fixtures__|fixtures?|__mocks__|__snapshots__|testdata|node_modules)\/|\.d\.[cm]?ts$|\.config\.[cm]?[jt]s$/;

/**
 * Whether a runner may start this file: by its name, or, as mocha, ava and `node --test` have it, as a file of a directory of tests that nothing imports.
 * @param patterns of the runners' own configuration.
 */
export function isTestFile(
  path: WorkspacePath,
  {
    isImported,
    patterns,
    runners,
  }: { isImported(path: WorkspacePath): boolean; readonly patterns: readonly PathTest[]; readonly runners: ReadonlySet<string> },
): boolean {
  if (!script.test(path)) return false;
  if (patterns.some((isNamed) => isNamed(path))) return true;
  if (helpers.test(path)) return false;
  if (isNamedAsScriptTest(path)) return true;
  // Vitest goes by the name alone. https://vitest.dev/config/include
  if (inTests.test(path)) return runners.has('jest') || (!runners.has('vitest') && !isImported(path));
  const isOther = runners.size === 0 || [...runners].some((runner) => runner !== 'vitest' && runner !== 'jest');
  return isOther && inTestDirectory.test(path) && !isImported(path);
}

/** Whether a pattern names a path. */
export type PathTest = (path: WorkspacePath) => boolean;

/** A pattern of files as runners have them, for paths below a directory. */
export function patternBelow(pattern: string, directory: WorkspacePath): PathTest {
  const matches = globTest(pattern.replace(/^<rootDir>\//, ''));
  const before = directory === '' ? '' : `${directory}/`;
  return (path) => path.startsWith(before) && matches(path.slice(before.length));
}
