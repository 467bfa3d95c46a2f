import { directoryOf, type WorkspacePath } from '../../workspace/index.ts';
import { testNameOf, type TestName } from '../../workspace/packages/index.ts';
import { wordsOf } from '../files/words.ts';
import type { PresentFiles } from '../ground.ts';

/** A test of the workspace. */
export interface ProjectTest {
  readonly file: WorkspacePath;
  readonly name: TestName;
  /** The words of its name, without endings. */
  readonly words: readonly string[];
  readonly directory: WorkspacePath;
}

export interface ProjectTests {
  readonly all: readonly ProjectTest[];
  has(file: WorkspacePath): boolean;
  /** How many tests have a word in their name. */
  readonly withWord: ReadonlyMap<string, number>;
}

const known = new WeakMap<PresentFiles, ProjectTests>();

/** The tests of a workspace; looked for once for each list of files. */
export function projectTestsOf(present: PresentFiles): ProjectTests {
  const before = known.get(present);
  if (before !== undefined) return before;
  const tests = found(present.files);
  known.set(present, tests);
  return tests;
}

/** Named as Node's runner wants it, and not with an ending of tests. */
const isPrefixed = /(?:^|\/)test-[^/.]*\.[^/.]+$/;

function found(files: readonly WorkspacePath[]): ProjectTests {
  const named = files.flatMap((file) => {
    const name = testNameOf(file);
    return name === undefined ? [] : [{ file, name }];
  });
  // Where the tests of a language have names of their own, other code beside them is no test.
  const byName = new Map<string, number>();
  for (const { name } of named) byName.set(name.ecosystem, (byName.get(name.ecosystem) ?? 0) + (name.by === 'name' ? 1 : -1));
  const scripts = named.filter(({ name }) => name.ecosystem === 'npm' && name.by === 'name').map(({ file }) => file);
  // Where tests are called x.test.ts, test-files.ts is code about tests.
  const hasEndings = 2 * scripts.filter((file) => isPrefixed.test(file)).length < scripts.length;
  const all = named
    .filter(({ name }) => name.by === 'name' || (byName.get(name.ecosystem) ?? 0) <= 0)
    .filter(({ file, name }) => !hasEndings || name.ecosystem !== 'npm' || !isPrefixed.test(file))
    .map(({ file, name }): ProjectTest => ({ file, name, words: wordsOf(name.words.join(' ')), directory: directoryOf(file) }));
  const withWord = new Map<string, number>();
  for (const { words } of all) for (const word of words) withWord.set(word, (withWord.get(word) ?? 0) + 1);
  const paths = new Set(all.map(({ file }) => file));
  return { all, has: (file) => paths.has(file), withWord };
}
