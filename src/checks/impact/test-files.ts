import type { WorkspacePath } from '../../workspace/index.ts';

const script = /\.(?:[cm]?[jt]s|[jt]sx|vue|svelte)$/;
/** Names that vitest, jest, ava, Playwright, Cypress and `node --test` look for. */
const named = /(?:[._-](?:test|spec|cy|e2e|test-d|spec-d)|(?:^|\/)test(?:-[^/]*)?)\.(?:[cm]?[jt]s|[jt]sx)$/;
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
  }: { isImported(path: WorkspacePath): boolean; readonly patterns: readonly RegExp[]; readonly runners: ReadonlySet<string> },
): boolean {
  if (!script.test(path)) return false;
  if (patterns.some((pattern) => pattern.test(path))) return true;
  if (helpers.test(path)) return false;
  if (named.test(path)) return true;
  // Vitest goes by the name alone. https://vitest.dev/config/include
  if (inTests.test(path)) return runners.has('jest') || (!runners.has('vitest') && !isImported(path));
  const isOther = runners.size === 0 || [...runners].some((runner) => runner !== 'vitest' && runner !== 'jest');
  return isOther && inTestDirectory.test(path) && !isImported(path);
}

/** A pattern of files as runners have them, for paths below a directory. */
export function globExpression(pattern: string, directory: WorkspacePath): RegExp | undefined {
  const clean = pattern.replace(/^<rootDir>\//, '').replace(/^\.\//, '');
  let source = '';
  let depth = 0;
  for (let i = 0; i < clean.length; i += 1) {
    const letter = clean.charAt(i);
    const rest = clean.slice(i);
    const [optional] = /^[?*+@]\([^()]*\)/.exec(rest) ?? [];
    const [list] = /^\[[^\]/]*\]/.exec(rest) ?? [];
    if (optional !== undefined) {
      const inner = optional.slice(2, -1).split('|').map(escaped).join('|');
      source += `(?:${inner})${{ '?': '?', '*': '*', '+': '+' }[letter] ?? ''}`;
      i += optional.length - 1;
    } else if (rest.startsWith('**/')) {
      source += '(?:.*/)?';
      i += 2;
    } else if (rest.startsWith('**')) {
      source += '.*';
      i += 1;
    } else if (letter === '*') source += '[^/]*';
    else if (letter === '?') source += '[^/]';
    else if (list !== undefined) {
      source += list.replace(/^\[!/, '[^');
      i += list.length - 1;
    } else if (letter === '{') {
      source += '(?:';
      depth += 1;
    } else if (letter === '}' && depth > 0) {
      source += ')';
      depth -= 1;
    } else source += letter === ',' && depth > 0 ? '|' : escaped(letter);
  }
  try {
    return new RegExp(`^${directory === '' ? '' : `${escaped(directory)}/`}${source}$`);
  } catch {
    return undefined;
  }
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}
