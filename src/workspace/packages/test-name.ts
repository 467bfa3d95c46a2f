import { nameWords } from '../../text/index.ts';
import { fileNameOf } from '../inner-paths.ts';
import type { WorkspacePath } from '../workspace.ts';

/** Languages whose tests are recognised by their paths, named by what runs them. */
export type TestEcosystem = 'npm' | 'pytest' | 'go' | 'cargo' | 'jvm' | 'ruby' | 'php' | 'make';

/** What the path of a file says about it as a test. */
export interface TestName {
  readonly ecosystem: TestEcosystem;
  /** `name`: a runner finds it by its name. `place`: it is code in a directory of tests, which may be a helper with an unusual name. */
  readonly by: 'name' | 'place';
  /** The words of its name without those that make it a test, in lower case: `route`, `prefix` of `route-prefix.test.js`. */
  readonly words: readonly string[];
}

interface Row {
  readonly ecosystem: TestEcosystem;
  /** Names that runners look for, as whole paths. */
  readonly named: RegExp;
  /** Code in directories of tests. */
  readonly placed?: RegExp;
  /** What is removed from the name, so that what it tests is left. */
  readonly affix: RegExp;
}

/**
 * The names of tests in eight ecosystems.
 * https://vitest.dev/config/include https://jestjs.io/docs/configuration#testmatch-arraystring https://nodejs.org/api/test.html#running-tests-from-the-command-line
 * https://docs.pytest.org/en/stable/explanation/goodpractices.html https://pkg.go.dev/cmd/go#hdr-Test_packages
 * https://doc.rust-lang.org/cargo/guide/project-layout.html https://maven.apache.org/surefire/maven-surefire-plugin/examples/inclusion-exclusion.html
 * https://guides.rubyonrails.org/testing.html https://docs.phpunit.de/en/12.0/organizing-tests.html (2026-11-22)
 */
const rows: readonly Row[] = [
  {
    ecosystem: 'npm',
    named: /(?:[._-](?:test|spec|cy|e2e|test-d|spec-d|tst)|(?:^|\/)test(?:-[^/]*)?)\.(?:[cm]?[jt]s|[jt]sx)$/,
    placed: /(?:^|\/)(?:__tests__|tests?|specs?|e2e)\/(?:.*\/)?[^/]+\.(?:[cm]?[jt]s|[jt]sx)$/,
    affix: /^test[._-]|[._-](?:test|spec|cy|e2e|test-d|spec-d|tst)$/i,
  },
  { ecosystem: 'pytest', named: /(?:^|\/)(?:test_[^/]*|[^/]*_test|tests?)\.py$/, affix: /^test_|_tests?$/i },
  { ecosystem: 'go', named: /_test\.go$/, affix: /_test$/ },
  {
    ecosystem: 'cargo',
    named: /(?:^|\/)tests\/[^/]+\.rs$|(?:^|\/)tests\/[^/]+\/main\.rs$|(?:^|\/)(?:[^/]*_tests?|tests?)\.rs$/,
    placed: /(?:^|\/)tests\/.+\.rs$/,
    affix: /^tests?_|_tests?$/i,
  },
  {
    ecosystem: 'jvm',
    named: /^(?!(?:.*\/)?src\/main\/)(?:.*\/)?(?:Test[A-Z0-9][^/]*|[^/]+(?:Tests?|TestCase|IT|ITCase|Spec))\.(?:java|kt|groovy|scala)$/,
    affix: /^Test(?=[A-Z0-9])|(?:Tests?|TestCase|ITCase|IT|Spec)$/,
  },
  {
    ecosystem: 'ruby',
    named: /(?:^|\/)(?:(?:test|spec)_[^/]*|[^/]*_(?:test|spec)|test)\.rb$/,
    affix: /^(?:test|spec)_|_(?:test|spec)$/i,
  },
  { ecosystem: 'php', named: /(?:^|\/)[^/]+(?:Test|Cest|Cept)\.php$|\.phpt$/, affix: /(?:Test|Cest|Cept)$/ },
  {
    ecosystem: 'make',
    named:
      /(?:^|\/)t\/.*\.t$|\.bats$|(?:^|\/)(?:test_[^/]*|[^/]*[_-]tests?)\.(?:c|cc|cpp|cxx)$|(?:^|\/)tests?\/(?:.*\/)?(?:[^/.]*tests?|[^/]+\.test)$|(?:^|\/)t\d{4}-[^/]*\.sh$/,
    placed: /(?:^|\/)tests?\/(?:.*\/)?[^/]+\.(?:tcl|c|cc|cpp|cxx|sh)$/,
    affix: /^(?:test[_-]|t?\d+[_-])|[_-]?tests?$/i,
  },
];

/** Directories whose files are read by tests and are none. */
const samples =
  /(?:^|\/)(?:__fixtures__|fixtures?|__mocks__|mocks?|__snapshots__|snapshots?|testdata|test-data|node_modules|assets|samples?|stubs|golden|corpus|third_party|vendor|deps)\//i;
/** Code that tests share, by its directory or its name. */
const helperDirectory = /(?:^|\/)(?:helpers?|support|utils?|common|shared|harness|testutils?|test-utils?)\//i;
const helperName =
  /^(?:(?:tests?|specs?)[-_.]?)?(?:helpers?|utils?|setup|teardown|support|common|shared|conftest|fixtures?|mocks?|stubs?|macros|hay|init|harness|bootstrap|testutils?|testcase|abstract.*)$/i;
const neverTest =
  /\.d\.[cm]?ts$|\.config\.[cm]?[jt]s$|(?:^|\/)(?:package-info\.java|mod\.rs|__init__\.py|conftest\.py|TestCase\.(?:php|java|kt))$/;

/** Whether a file is a test, of which kind, and the words of its name. Fixtures and helpers of tests are none. */
export function testNameOf(path: WorkspacePath): TestName | undefined {
  if (neverTest.test(path)) return undefined;
  const row = rows.find(({ named, placed }) => named.test(path) || placed?.test(path) === true);
  if (row === undefined) return undefined;
  const base = baseOf(path);
  const by = row.named.test(path) ? 'name' : 'place';
  if (samples.test(path) || isHelper(path, base, { by, ecosystem: row.ecosystem })) return undefined;
  return { ecosystem: row.ecosystem, by, words: nameWords(subjectOf(base, row.affix)) };
}

/** Whether a runner of npm's finds the file by its name alone. */
export function isNamedAsScriptTest(path: WorkspacePath): boolean {
  return rows[0]?.named.test(path) === true;
}

/** The words of a file's name: `content`, `type`, `parser` of `lib/contentTypeParser.js`; of the directory, where the file has the name of all. */
export function subjectWords(path: WorkspacePath): readonly string[] {
  const words = nameWords(baseOf(path));
  const isCommon = /^(?:index|main|mod|lib|init|__init__|src|types)$/.test(words.join('_'));
  const directory = path.split('/').at(-2);
  return isCommon && directory !== undefined && !/^(?:src|lib|app)$/.test(directory) ? nameWords(directory) : words;
}

function isHelper(path: WorkspacePath, base: string, { by, ecosystem }: Pick<TestName, 'by' | 'ecosystem'>): boolean {
  // pytest runs test_utils.py, which tests utils.py.
  if (by === 'name') return ecosystem !== 'pytest' && helperName.test(base);
  return helperName.test(base) || helperDirectory.test(path);
}

/** Without the ending; of `x.test.ts` the middle stays. */
function baseOf(path: WorkspacePath): string {
  const name = fileNameOf(path);
  const at = name.lastIndexOf('.');
  return at <= 0 ? name : name.slice(0, at);
}

function subjectOf(base: string, affix: RegExp): string {
  const once = base.replace(affix, '');
  const twice = once.replace(affix, '');
  return twice === '' ? (once === '' ? base : once) : twice;
}
