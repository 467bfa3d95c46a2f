import { describe, expect, it } from 'vitest';
import { knipPatterns } from '../../src/checks/orphans/entries.ts';
import { wordOf } from '../../src/checks/orphans/find-orphans.ts';
import { skippedTests } from '../../src/checks/orphans/skipped-tests.ts';

describe('tests that do not run', () => {
  it.each<[string, string, string, readonly string[]]>([
    [
      'in vitest and jest',
      'a.test.ts',
      "it.skip('a')\ndescribe.only('b')\nxit('c')\nfit('d')\ntest.todo('e')\ntest.each`x`",
      ['1 skipped-test it.skip', '2 focused-test describe.only', '3 skipped-test xit', '4 focused-test fit', '5 skipped-test test.todo'],
    ],
    [
      'with further words',
      'a.spec.tsx',
      "test.concurrent.skip('a')\nit.only.each([1])('b')\ntest.describe.only('c')",
      ['1 skipped-test test.concurrent.skip', '2 focused-test it.only'],
    ],
    [
      'not in comments, texts and other names',
      'a.test.js',
      "// it.only('a')\nconst x = \"it.skip('b')\";\nsplit.only('c');\nunit.skip('d'); const t = `it.only(`;",
      [],
    ],
    ['not in what is no test', 'src/a.ts', "it.only('a')", []],
    ['where the runner is imported', 'src/a.ts', "import { it } from 'vitest';\nit.only('a')", ['2 focused-test it.only']],
    [
      'in Python',
      'test_a.py',
      "@pytest.mark.skip\ndef test_a(): ...\n# @pytest.mark.skip\n@unittest.skipIf(x, '')\ndef test_b(): self.skipTest('c')",
      ['1 skipped-test @pytest.mark.skip', '4 skipped-test @unittest.skipIf', '5 skipped-test self.skipTest'],
    ],
    ['in Go', 'a_test.go', 'func TestA(t *testing.T) {\n\tt.Skip("later") // t.Skip("no")\n\tx := "t.Skip("\n}', ['2 skipped-test t.Skip']],
    ['in Rust', 'src/a.rs', '#[test]\n#[ignore = "slow"]\nfn a() {}\n// #[ignore]', ['2 skipped-test #[ignore = "____"]']],
    ['in Java', 'ATest.java', '@Disabled("later")\n@Test void a() {}\n@IgnoreJRERequirement', ['1 skipped-test @Disabled']],
  ])('are found %s', (_, path, text, expected) => {
    expect(skippedTests(path, text).map(({ line, rule, mark }) => `${line} ${rule} ${mark}`)).toEqual(expected);
  });
});

describe('the settings of knip', () => {
  it('give entries of the project, of its plugins and of its workspaces', () => {
    const settings = {
      entry: ['src/a.ts!', '!src/b.ts'],
      vitest: { entry: 'v.ts' },
      ignore: ['gen/**'],
      workspaces: { '.': { entry: 'r.ts' }, 'packages/*': { entry: ['i.ts'] } },
    };
    expect(knipPatterns(settings).map(({ patterns }) => patterns)).toEqual([['src/a.ts', 'gen/**', 'v.ts'], ['r.ts'], ['packages/*/i.ts']]);
    expect(knipPatterns(undefined)).toEqual([]);
  });
});

describe('the word for a file', () => {
  it.each([
    ['src/lib/resize.worker.ts', 'resize'],
    ['src/lib/index.ts', 'lib/index'],
    ['a.ts', 'a'],
    ['src/date/utils.ts', 'date/utils'],
  ])('%s: %s', (path, word) => expect(wordOf(path)).toBe(word));
});
