import { execFileSync } from 'node:child_process';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exactTestCommands, testCommand } from '../../../src/insight/tests/commands/test-command.ts';
import { directoryOf } from '../../../src/workspace/index.ts';
import type { ProjectReader } from '../../../src/insight/tests/commands/project-reader.ts';

/** A project in a map: the tests are there too, empty where no text is given. */
function projectOf(files: Readonly<Record<string, string>>): ProjectReader {
  const paths = Object.keys(files);
  return {
    names: async (directory) => [
      ...new Set(
        paths
          .filter((path) => directory === '' || path.startsWith(`${directory}/`))
          .map((path) => path.slice(directory === '' ? 0 : directory.length + 1).split('/')[0] ?? ''),
      ),
    ],
    text: async (path) => files[path] ?? '',
  };
}

type Row = readonly [says: string, files: Readonly<Record<string, string>>, tests: readonly string[], command: string, folder?: string];

const scripts = (some: Readonly<Record<string, string>>, more: object = {}): string => JSON.stringify({ scripts: some, ...more });

const npm: readonly Row[] = [
  [
    'vitest by its script, pnpm by its lock',
    { 'package.json': scripts({ test: 'vitest' }), 'pnpm-lock.yaml': '' },
    ['a.test.ts'],
    'pnpm exec vitest run a.test.ts',
  ],
  [
    'jest with its settings',
    { 'package.json': scripts({ test: 'NODE_OPTIONS=--experimental-vm-modules npx jest --coverage -c jest.ci.json' }) },
    ['a.test.js'],
    'NODE_OPTIONS=--experimental-vm-modules npx --no jest --runTestsByPath -c jest.ci.json a.test.js',
  ],
  [
    'mocha with what it requires',
    { 'package.json': scripts({ test: 'c8 mocha -r ts-node/register "test/**/*.ts"' }), 'yarn.lock': '' },
    ['test/a.ts'],
    'yarn run mocha -r ts-node/register test/a.ts',
  ],
  [
    'node',
    { 'package.json': scripts({ test: 'node --import tsx --test "test/*.ts"' }) },
    ['test/a.test.ts'],
    'node --test --import tsx test/a.test.ts',
  ],
  [
    'the script that another calls',
    { 'package.json': scripts({ test: 'npm run lint && npm run unit', unit: 'borp --coverage', lint: 'eslint .' }) },
    ['test/a.test.js'],
    'npx --no borp test/a.test.js',
  ],
  [
    'types by their own',
    { 'package.json': scripts({ unit: 'ava', 'test:types': 'tstyche' }) },
    ['test/a.tst.ts'],
    'npx --no tstyche test/a.tst.ts',
  ],
  [
    'playwright beside vitest',
    { 'package.json': scripts({ test: 'vitest run', e2e: 'playwright test' }) },
    ['e2e/login.spec.ts'],
    'npx --no playwright test e2e/login.spec.ts',
  ],
  [
    'a package of a workspace with its own config',
    {
      'package.json': scripts({ test: 'turbo run test' }),
      'pnpm-lock.yaml': '',
      'packages/a/package.json': scripts({ test: 'vitest' }),
      'packages/a/vitest.config.ts': '',
    },
    ['packages/a/src/x.test.ts'],
    'pnpm exec vitest run src/x.test.ts',
    'packages/a',
  ],
  [
    'the root for its packages',
    { 'package.json': scripts({ test: 'vitest' }), 'packages/a/package.json': '{}' },
    ['packages/a/x.test.ts', 'packages/b/y.test.ts'],
    'npx --no vitest run packages/a/x.test.ts packages/b/y.test.ts',
  ],
  ['bun', { 'package.json': scripts({ test: 'bun test' }), 'bun.lock': '' }, ['a.test.ts'], 'bun test a.test.ts'],
  ['a script that nobody knows', { 'package.json': scripts({ test: 'make-tests' }), 'yarn.lock': '' }, ['a.test.ts'], 'yarn test'],
  [
    'nothing of a script that holds code',
    { 'package.json': scripts({ test: 'mocha -r $(id) --config `x`' }) },
    ['test/a.js'],
    'npx --no mocha test/a.js',
  ],
];
const python: readonly Row[] = [
  [
    'pytest by pyproject.toml',
    { 'pyproject.toml': '[tool.pytest.ini_options]\n' },
    ['tests/test_a.py', 'tests/test_b.py'],
    'python -m pytest tests/test_a.py tests/test_b.py',
  ],
  [
    'uv by its lock',
    { 'pyproject.toml': '[dependency-groups]\ndev = ["pytest"]\n', 'uv.lock': '' },
    ['tests/test_a.py'],
    'uv run python -m pytest tests/test_a.py',
  ],
  ['tox', { 'tox.ini': '[testenv]\ncommands = pytest {posargs}\n' }, ['tests/test_a.py'], 'python -m pytest tests/test_a.py'],
  ['Django', { 'manage.py': 'import django\n' }, ['shop/tests/test_a.py'], 'python manage.py test shop.tests.test_a'],
  [
    'the import of the test itself',
    { 'setup.py': '', 'tests/test_a.py': 'import unittest\n' },
    ['tests/test_a.py'],
    'python -m unittest tests/test_a.py',
  ],
];
const others: readonly Row[] = [
  [
    'go, by the functions of the file',
    { 'go.mod': '', 'a/b_test.go': 'func TestB(t *testing.T) {\n' },
    ['a/b_test.go'],
    "go test ./a -run '^TestB$'",
  ],
  [
    'go, the package where they are many',
    { 'go.mod': '', 'b_test.go': 'func TestA(\nfunc TestB(\nfunc TestC(\nfunc TestD(\nfunc TestE(\n' },
    ['b_test.go'],
    'go test .',
  ],
  ['go, with the tag', { 'x/go.mod': '', 'x/b_test.go': '//go:build integration\n' }, ['x/b_test.go'], 'go test -tags integration .', 'x'],
  ['cargo', { 'Cargo.toml': '[package]\nname = "fd"\n' }, ['tests/tests.rs'], 'cargo test --test tests'],
  [
    'cargo, a member',
    { 'Cargo.toml': '[workspace]\nmembers = ["crates/*"]\n', 'crates/ignore/Cargo.toml': '[package]\nname = "ignore"\n' },
    ['crates/ignore/tests/skip.rs'],
    'cargo test -p ignore --test skip',
  ],
  [
    'cargo, a module of a test',
    { 'Cargo.toml': '[package]\nname = "rg"\n[[test]]\nname = "integration"\npath = "tests/tests.rs"\n', 'tests/tests.rs': 'mod json;\n' },
    ['tests/json.rs'],
    'cargo test --test integration json::',
  ],
  [
    'cargo, a module and all of its test',
    {
      'Cargo.toml': '[package]\nname = "rg"\n[[test]]\nname = "integration"\npath = "tests/tests.rs"\n',
      'tests/tests.rs': 'mod json;\n',
    },
    ['tests/json.rs', 'tests/tests.rs'],
    'cargo test --test integration',
  ],
  [
    'cargo, tests in the file',
    { 'Cargo.toml': '[package]\nname = "x"\n', 'src/lib.rs': '', 'src/a/b.rs': '#[cfg(test)]\n' },
    ['src/a/b.rs'],
    'cargo test --lib a::b::',
  ],
  ['maven', { 'pom.xml': '<project/>', mvnw: '' }, ['src/test/java/a/PayTest.java'], './mvnw -Dtest=PayTest test'],
  [
    'maven, a module',
    { 'pom.xml': '<modules><module>core</module></modules>', 'core/pom.xml': '<project/>' },
    ['core/src/test/java/a/PayTest.java', 'core/src/test/java/a/BTest.java'],
    'mvn -pl core -Dtest=PayTest,BTest test',
  ],
  [
    'gradle',
    { 'settings.gradle.kts': 'include(":core:api")', gradlew: '', 'core/api/build.gradle.kts': '' },
    ['core/api/src/test/kotlin/a/b/PayTests.kt'],
    './gradlew :core:api:test --tests a.b.PayTests',
  ],
  ['rake', { Gemfile: '', Rakefile: 'Rake::TestTask.new do |t|\nend' }, ['test/a_test.rb'], 'bundle exec rake test TEST=test/a_test.rb'],
  [
    'ruby, several',
    { Rakefile: 'Rake::TestTask.new do |t|\nend' },
    ['test/a_test.rb', 'test/b_test.rb'],
    "ruby -Ilib -Itest -e 'ARGV.each { |file| require File.expand_path(file) }' test/a_test.rb test/b_test.rb",
  ],
  ['rspec', { Gemfile: 'gem "rspec"' }, ['spec/a_spec.rb'], 'bundle exec rspec spec/a_spec.rb'],
  ['rails', { Gemfile: '', 'bin/rails': '' }, ['test/models/a_test.rb'], 'bin/rails test test/models/a_test.rb'],
  ['phpunit', { 'phpunit.xml.dist': '' }, ['tests/PayTest.php'], 'vendor/bin/phpunit tests/PayTest.php'],
  [
    'phpunit, several',
    { 'composer.json': '{"require-dev":{"phpunit/phpunit":"*"}}' },
    ['tests/PayTest.php', 'tests/BTest.php'],
    `vendor/bin/phpunit --filter '(PayTest|BTest)::'`,
  ],
  ['make', { Makefile: 'all:\n\ntest: all\n\t./x\n' }, ['tests/a.c'], 'make test'],
  [
    'automake',
    { 'Makefile.am': 'TESTS = tests/shtest \\\n tests/jqtest\n', 'tests/jqtest': '$JQ tests/jq.test\n' },
    ['tests/jq.test'],
    'make check TESTS=tests/jqtest',
  ],
  [
    'Tcl with a script of its own',
    { runtest: '$TCLSH tests/test_helper.tcl "${@}"', 'tests/test_helper.tcl': 'set test_dirs {\n    unit/type\n}\n--single' },
    ['tests/unit/type/list.tcl'],
    './runtest --single unit/type/list',
  ],
  ['prove', { cpanfile: '' }, ['t/01.t'], 'prove -l t/01.t'],
  [
    'two languages',
    { 'package.json': scripts({ test: 'vitest' }), 'api/go.mod': '' },
    ['a.test.ts', 'api/x_test.go'],
    'npx --no vitest run a.test.ts && (cd api && go test .)',
  ],
];

const groups: readonly { readonly name: string; readonly rows: readonly Row[] }[] = [
  { name: 'npm', rows: npm },
  { name: 'pytest', rows: python },
  { name: 'others', rows: others },
];

describe.each(groups)('the command for tests: $name', ({ rows }) => {
  const cases = rows.map(([says, files, tests, command, folder]) => ({ says, files, tests, command, folder }));

  it.each(cases)('$says', async ({ files, tests, command, folder }) => {
    const project = projectOf({ ...Object.fromEntries(tests.map((test) => [test, ''])), ...files });
    const found = await testCommand(project, tests);
    expect([found?.command, found?.folder]).toEqual([command, folder]);
    // A file of the project says so, and it is there.
    expect(await project.names(directoryOf(found?.file ?? ''))).toContain(found?.file.split('/').at(-1));
  });

  it.each(cases)('$says: all of them, where none is known', async ({ files, tests }) => {
    expect(await testCommand(projectOf(files), [], tests)).toBeDefined();
  });
});

describe('commands for exactly these tests', () => {
  const vitest = { 'package.json': scripts({ test: 'vitest' }) };
  const many = Array.from({ length: 30 }, (_, i) => `test/${i}.test.ts`);

  it.each<readonly [says: string, files: Readonly<Record<string, string>>, tests: readonly string[], commands: readonly string[]]>([
    ['more of them than advise names', vitest, many, [`npx --no vitest run ${many.join(' ')}`]],
    [
      'one for each package, where they are typed in the root',
      { ...vitest, 'api/package.json': scripts({ test: 'jest' }), 'go.mod': '' },
      ['a.test.ts', 'api/b.test.js', 'c_test.go'],
      ['npx --no vitest run a.test.ts', 'cd api && npx --no jest --runTestsByPath b.test.js', 'go test .'],
    ],
    ['none by a script that runs all', { 'package.json': scripts({ test: 'node build/run-all.js' }) }, ['a.test.js'], []],
    ['none where one of them has no runner', { 'a/package.json': scripts({ test: 'ava' }) }, ['a/a.test.js', 'b.test.js'], []],
    ['none where one cannot be shown', vitest, ['a.test.ts', "b'.test.ts"], []],
    ['none that is longer than a line', vitest, [`${'a'.repeat(4000)}.test.ts`], []],
    ['none for hundreds', vitest, Array.from({ length: 301 }, (_, i) => `${i}.test.ts`), []],
    ['none for none', vitest, [], []],
  ])('%s', async (_, files, tests, commands) => {
    const project = projectOf({ ...Object.fromEntries(tests.map((test) => [test, ''])), ...files });
    expect(await exactTestCommands(project, tests)).toEqual(commands);
  });
});

describe('no command', () => {
  it.each([
    ['without a file that says one', {}],
    ['by the text that npm writes', { 'package.json': scripts({ test: 'echo "Error: no test specified" && exit 1' }) }],
    ['by a manifest that is broken', { 'package.json': '{', Makefile: 'TEST := 1\n' }],
  ])('%s', async (_, files) => {
    expect(await testCommand(projectOf(files), ['a.test.ts'], ['a.ts'])).toBeUndefined();
  });
});

describe('names of files in a command', () => {
  const project = projectOf({ 'package.json': scripts({ test: 'mocha' }) });

  it.each([
    ['test/a b;c.test.js', "npx --no mocha 'test/a b;c.test.js'"],
    ['test/$(touch x).test.js', "npx --no mocha 'test/$(touch x).test.js'"],
    ['-rf.test.js', 'npx --no mocha ./-rf.test.js'],
  ])('%s', async (test, command) => {
    expect((await testCommand(project, [test]))?.command).toBe(command);
  });

  it('leave out one with a line break, a hidden character, a quote or a backslash', async () => {
    expect(
      (await testCommand(project, ['a\n.test.js', 'b\u202E.test.js', "d'.test.js", 'e".test.js', 'f\\.test.js', 'c.test.js']))?.command,
    ).toBe('npx --no mocha c.test.js');
  });

  it('are one word each for a shell, whatever they are', async () => {
    const name = fc.string({
      unit: fc.constantFrom("'", '"', '$', '(', ')', '`', '\\', ' ', ';', '&', '-', '*', 'a', '!', '\n', '#'),
      minLength: 1,
      maxLength: 8,
    });
    const leftOut = /[\n'"\\]/;
    const names = await Promise.all(
      fc
        .sample(name, { numRuns: 200, seed: 16 })
        .map(async (one) => ({ one, command: (await testCommand(project, [`${one}.test.js`]))?.command })),
    );
    const shown = names.filter(({ one }) => !leftOut.test(one));
    // One shell reads all of them.
    const script = shown.map(({ command }) => `${command?.replace('npx --no mocha', String.raw`printf '%s\0'`)}\n`).join('');
    const read = execFileSync('sh', ['-c', script]).toString().split('\0').slice(0, -1);
    expect(read).toEqual(shown.map(({ one }) => (one.startsWith('-') ? `./${one}.test.js` : `${one}.test.js`)));
    expect(names.filter(({ one }) => leftOut.test(one)).every(({ command }) => command === 'npx --no mocha')).toBe(true);
  });
});
