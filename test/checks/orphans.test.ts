import { describe, expect, it } from 'vitest';
import findMentions from '../../src/checks/orphans/find-mentions.ts';
import { orphanFindings, unreached, wordOf } from '../../src/checks/orphans/find-orphans.ts';
import { skippedTests } from '../../src/checks/orphans/skipped-tests.ts';
import { checkedWorkspace } from './coverage/checked-workspace.ts';
import { codeAt } from '../support/code-at.ts';
import { temporaryHome } from '../support/temporary-home.ts';

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
      ['1 skipped-test @pytest.mark.skip', '5 skipped-test self.skipTest'],
    ],
    ['in Go', 'a_test.go', 'func TestA(t *testing.T) {\n\tt.Skip("later") // t.Skip("no")\n\tx := "t.Skip("\n}', ['2 skipped-test t.Skip']],
    ['in Rust', 'src/a.rs', '#[test]\n#[ignore = "slow"]\nfn a() {}\n// #[ignore]', ['2 skipped-test #[ignore = "____"]']],
    ['in Java', 'ATest.java', '@Disabled("later")\n@Test void a() {}\n@IgnoreJRERequirement', ['1 skipped-test @Disabled']],
  ])('are found %s', (_, path, text, expected) => {
    expect(skippedTests(path, text).map(({ line, rule, mark }) => `${line} ${rule} ${mark}`)).toEqual(expected);
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

describe('what texts say of modules', () => {
  const modules = ['src/a.ts', 'src/pages/home.ts', 'src/pages/about.ts', 'scripts/make.mjs', 'src/chart.tsx'];
  it.each<[string, string, string, object]>([
    ['a worker by its path', 'src/b.ts', "new Worker(new URL('./a.js', import.meta.url))", { loads: ['src/a.ts'] }],
    [
      'a path of a script',
      'package.json',
      '{ "scripts": { "make": "node scripts/make.mjs" } }',
      { loads: ['scripts/make.mjs'], words: ['scripts/make.mjs'] },
    ],
    ['a pattern of a call', 'src/b.ts', "import.meta.glob('./pages/*.ts')", { loads: ['src/pages/home.ts', 'src/pages/about.ts'] }],
    ['a path that is computed', 'src/b.ts', 'await import(`./pages/${name}.js`)', { loads: ['src/pages/home.ts', 'src/pages/about.ts'] }],
    ['a pattern of a bundler', 'tsup.config.ts', "entry: ['src/pages/*.ts']", { builds: ['src/pages/home.ts', 'src/pages/about.ts'] }],
    ['what a page imports', 'docs/x.mdx', "import { Chart } from '@/chart'\n\n# X", { imports: ['@/chart'] }],
    ['a path on a page', 'README.md', 'Run `node scripts/make.mjs`.', { tells: ['scripts/make.mjs'], words: ['scripts/make.mjs'] }],
    ['a file of a package', 'src/b.ts', "load('@x/core/lib/deep')", { imports: ['@x/core/lib/deep'] }],
    ['a word', 'src/b.ts', "start('make')", { words: ['scripts/make.mjs'] }],
    ['an address', 'src/b.ts', "fetch('/api/make?a=1')", { words: ['scripts/make.mjs'] }],
    ['a word of settings', 'ci.yml', 'run: make', { words: ['scripts/make.mjs'] }],
    ['a word that is most likely about something else', 'src/b.ts', "make(); all.make = 'to make it'", { hints: ['scripts/make.mjs'] }],
  ])('%s', async (_, file, text, expected) => {
    const sent: unknown[] = [];
    const home = temporaryHome();
    home.put(`w/${file}`, text);
    const extra = { modules, packages: [''], names: ['@x/core'], words: [{ path: 'scripts/make.mjs', word: 'make' }] };
    const input = { root: home.at('w'), files: [file], extra, oneByOne: false };
    await findMentions(input, { send: async (batch) => void sent.push(batch) });
    const none = { loads: [], builds: [], imports: [], tells: [], words: [], hints: [] };
    expect(sent.at(-1)).toMatchObject({ results: [[0, { ...none, ...expected }]] });
  });
  it.each([
    ['src/b.ts', "import.meta.glob('src/**/*.ts')"],
    ['vitest.config.ts', "coverage: { include: ['src/**'] }"],
    ['build.ts', "glob.sync('./src/**/*.ts')"],
  ])('nothing of one file: %s %s', async (file, text) => {
    const sent: unknown[] = [];
    const home = temporaryHome();
    home.put(`w/${file}`, text);
    const input = { root: home.at('w'), files: [file], extra: { modules, packages: [''], names: [], words: [] }, oneByOne: false };
    await findMentions(input, { send: async (batch) => void sent.push(batch) });
    expect(sent.at(-1)).toMatchObject({ results: [] });
  });
});

describe('unused files', () => {
  async function graphOf(files: Readonly<Record<string, string>>) {
    const home = temporaryHome({ inMemory: true });
    for (const [path, text] of Object.entries(files)) home.put(`w/${path}`, text);
    return codeAt(home).graph();
  }
  const none = {
    loads: [],
    builds: [],
    tells: new Map<string, string>(),
    words: new Map<string, string>(),
    hints: new Map<string, string>(),
  };

  it('are told by what speaks for and against each', async () => {
    const graph = await graphOf({
      'package.json': '{}',
      'src/index.ts': "import './used'",
      'src/used.ts': '',
      'src/alone.ts': '',
      'src/one.ts': "import './two'",
      'src/two.ts': "import './one'",
      'src/told.ts': '',
    });
    const left = unreached(graph, { files: new Set(['src/index.ts']), open: [] }, []);
    const mentions = { ...none, tells: new Map([['src/told.ts', 'README.md']]) };
    expect(orphanFindings(graph, left, { open: [] }, mentions).map(({ file, severity }) => `${severity} ${file}`)).toEqual([
      'warning src/alone.ts',
      'warning src/one.ts',
      'info src/told.ts',
      'warning src/two.ts',
    ]);
  });

  it('are as uncertain as the files that import them', async () => {
    const graph = await graphOf({
      'package.json': '{}',
      'src/index.ts': '',
      'src/plug.ts': "import './parts'; import './help'",
      'src/parts.ts': "import './deep'",
      'src/deep.ts': "import './parts'",
      'src/help.ts': '',
      'src/alone.ts': "import './help'; import './own'",
      'src/own.ts': '',
    });
    const left = unreached(graph, { files: new Set(['src/index.ts']), open: [] }, []);
    const mentions = { ...none, words: new Map([['src/plug.ts', 'settings.yml']]), hints: new Map([['src/own.ts', 'src/index.ts']]) };
    expect(orphanFindings(graph, left, { open: [] }, mentions).map(({ confidence, file }) => `${confidence} ${file}`)).toEqual([
      '95 src/alone.ts',
      '50 src/deep.ts',
      '50 src/help.ts',
      '80 src/own.ts',
      '50 src/parts.ts',
      '50 src/plug.ts',
    ]);
  });

  it('are only notes where most of a directory stands alone', async () => {
    const files = Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((name) => [`samples/${name}.ts`, '']));
    const graph = await graphOf({ 'package.json': '{}', 'src/index.ts': '', ...files });
    const left = unreached(graph, { files: new Set(['src/index.ts']), open: [] }, []);
    expect(new Set(orphanFindings(graph, left, { open: [] }, none).map(({ severity }) => severity))).toEqual(new Set(['info']));
  });
});

describe("the project's own knip", () => {
  const files = {
    'package.json': '{ "main": "src/a.js", "devDependencies": { "knip": "6" } }',
    'src/a.js': 'export {};\n',
    'src/lone.js': 'export {};\n',
    'node_modules/knip/package.json': '{ "name": "knip", "bin": { "knip": "run.mjs" } }',
    'node_modules/knip/run.mjs': "import { readFileSync } from 'node:fs';\nconsole.log(readFileSync('says.json', 'utf8'));\n",
  };
  const found = async (says: unknown, isApproved: boolean): Promise<readonly string[]> => {
    const here = await checkedWorkspace(undefined, { ...files, 'says.json': JSON.stringify(says) }, { isApproved });
    const { findings } = await here.check('orphans');
    return findings.map(({ file, line = '', message, rule, source }) => `${source} ${file}:${line} ${rule} ${message}`);
  };

  it.each<[string, unknown, readonly string[]]>([
    [
      'of version 6',
      {
        issues: [
          { file: 'src/lone.js', files: [{ name: 'src/lone.js' }], exports: [] },
          { file: 'package.json', dependencies: [{ name: 'left-pad' }], exports: [{ name: 'b', line: 3, col: 1 }] },
        ],
      },
      [
        'knip package.json: unused-dependency No file uses the dependency left-pad.',
        'knip package.json:3 unused-export No other file imports "b".',
        'knip src/lone.js: unused-file No entry point leads to this file.',
      ],
    ],
    ['of version 5', { files: ['src/lone.js'], issues: [] }, ['knip src/lone.js: unused-file No entry point leads to this file.']],
    ['that finds nothing', { issues: [] }, []],
    ['that fails: the graph of snap answers', {}, ['snap src/lone.js: unused-file No entry point leads to this file.']],
  ])('%s', async (_, says, expected) => expect(await found(says, true)).toEqual(expected));

  it('is not run without an approval', async () => {
    expect(await found({ issues: [] }, false)).toEqual(['snap src/lone.js: unused-file No entry point leads to this file.']);
  });
});
