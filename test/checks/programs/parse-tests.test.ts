import { describe, expect, it } from 'vitest';
import {
  parseCargoTest,
  parseGoTest,
  parseJestReport,
  parseJunit,
  parseMochaReport,
  parseTap,
  type TestRun,
} from '../../../src/checks/programs/tests/parse-tests.ts';
import { testCommand } from '../../../src/checks/programs/tests/test-command.ts';
import type { Program } from '../../../src/checks/programs/program.ts';

const inShort = (run: TestRun | undefined) =>
  run && { count: run.count, failed: run.failed.map(({ file, line, message, name }) => `${file}:${line} ${name}: ${message}`) };

describe('what test runners report', () => {
  it('vitest and jest', () => {
    const report = {
      testResults: [
        {
          name: '/w/a.test.ts',
          status: 'failed',
          assertionResults: [
            { status: 'passed', fullName: 'adds' },
            { status: 'pending', fullName: 'later' },
            {
              status: 'failed',
              fullName: 'math subtracts',
              location: { line: 3, column: 1 },
              failureMessages: [
                'AssertionError: expected 1 to be 2\n    at /w/src/x.ts:1:1\n    at /w/a.test.ts:5:20\n    at file:///w/node_modules/y.js:1:1',
              ],
            },
          ],
        },
        { name: '/w/b.test.ts', status: 'failed', message: 'Cannot find module ./x\n at /w/b.test.ts:1:8', assertionResults: [] },
      ],
    };
    expect(inShort(parseJestReport(JSON.stringify(report)))).toEqual({
      count: 2,
      failed: ['/w/a.test.ts:5 math subtracts: AssertionError: expected 1 to be 2', '/w/b.test.ts:1 /w/b.test.ts: Cannot find module ./x'],
    });
    expect(parseJestReport('')).toBeUndefined();
  });

  it('mocha', () => {
    const failure = {
      fullTitle: 'math adds',
      file: '/w/t.spec.js',
      err: { message: '1 == 2', stack: 'AssertionError: 1 == 2\n    at Context.<anonymous> (t.spec.js:7:3)' },
    };
    expect(inShort(parseMochaReport(JSON.stringify({ stats: { passes: 4, failures: 1 }, failures: [failure] })))).toEqual({
      count: 5,
      failed: ['/w/t.spec.js:7 math adds: 1 == 2'],
    });
  });

  it('node --test', () => {
    const tap = `TAP version 13
# Subtest: adds
not ok 1 - adds # time=1
  ---
  duration_ms: 1.1
  location: '/w/a.test.mjs:4:1'
  failureType: 'testCodeFailure'
  error: 'Expected values to be strictly equal'
  code: 'ERR_ASSERTION'
  stack: |-
    TestContext.<anonymous> (file:///w/a.test.mjs:5:10)
  ...
# Subtest: group
    ok 1 - inner
      ---
      duration_ms: 0.1
      ...
    1..1
ok 2 - group
  ---
  duration_ms: 0.2
  type: 'suite'
  ...
1..2
`;
    expect(inShort(parseTap(tap))).toEqual({ count: 2, failed: ['/w/a.test.mjs:5 adds: Expected values to be strictly equal'] });
  });

  it('ava', () => {
    const tap = `TAP version 13
ok 1 - retry › waits
not ok 2 - retry › gives up
  ---
    name: AssertionError
    assertion: t.is()
    message: ''
    at: 'file:///w/test/retry.js:5:4'
  ...
not ok 3 - retry › later # TODO
not ok 4 - bad.js exited with a non-zero exit code: 1
not ok 5 - main › fails
  ---
    name: AssertionError
    assertion: t.fail()
    message: Test failed via \`t.fail()\`
    at: 'fails (test/main.js:8:3)'
  ...
1..5
`;
    expect(inShort(parseTap(tap))).toEqual({
      count: 4,
      failed: [
        '/w/test/retry.js:5 retry › gives up: t.is()',
        'undefined:undefined bad.js exited with a non-zero exit code: 1: it failed',
        'test/main.js:8 main › fails: Test failed via `t.fail()`',
      ],
    });
  });

  it('pytest', () => {
    const xml = `<?xml version="1.0"?><testsuites><testsuite><testcase classname="tests.test_a" name="test_x" file="tests/test_a.py" line="3" time="0.1"><failure message="assert 1 == 2&#10; + x">def test_x():
&gt;       assert 1 == 2
E       assert 1 == 2

tests/test_a.py:5: AssertionError</failure></testcase><testcase classname="tests.test_a" name="test_y" file="tests/test_a.py" line="9" /><testcase name="z"><skipped /></testcase></testsuite></testsuites>`;
    expect(inShort(parseJunit(xml))).toEqual({ count: 2, failed: ['tests/test_a.py:5 tests.test_a.test_x: assert 1 == 2'] });
  });

  it.each<[string, string, string]>([
    [
      'where two values differ',
      `<failure message="assert [1, 2] == [1, 3]&#10;  &#10;  At index 1 diff: 2 != 3">def test_list():
&gt;       assert [1, 2] == [1, 3]
E       assert [1, 2] == [1, 3]
E         
E         At index 1 diff: 2 != 3
E         Use -v to get more diff

t.py:3: AssertionError</failure>`,
      't.py:3 t: assert [1, 2] == [1, 3]; At index 1 diff: 2 != 3',
    ],
    [
      'the cause of a chain',
      `<failure message="RuntimeError: no">&gt;           int("x")
E           ValueError: invalid literal

t.py:6: ValueError

The above exception was the direct cause of the following exception:

&gt;           raise RuntimeError("no") from e
E           RuntimeError: no

t.py:8: RuntimeError</failure>`,
      't.py:8 t: RuntimeError: no (caused by ValueError: invalid literal)',
    ],
    [
      'what keeps a file from being loaded',
      `<error message="collection failure">ImportError while importing test module '/w/t.py'.
t.py:1: in &lt;module&gt;
    import nope
E   ModuleNotFoundError: No module named 'nope'</error>`,
      "t.py:1 t: ModuleNotFoundError: No module named 'nope'",
    ],
    [
      'what a fixture raised',
      `<error message="failed on setup with &quot;KeyError: 'gone'&quot;">&gt;       raise KeyError("gone")
E       KeyError: 'gone'

t.py:11: KeyError</error>`,
      "t.py:11 t: KeyError: 'gone'",
    ],
  ])('pytest says %s', (_, failure, expected) => {
    const xml = `<testsuites><testsuite><testcase classname="" name="t" file="t.py" line="1">${failure}</testcase></testsuite></testsuites>`;
    expect(inShort(parseJunit(xml))).toEqual({ count: failure.includes('collection failure') ? 0 : 1, failed: [expected] });
  });

  it('go test', () => {
    const events = [
      { Action: 'run', Package: 'e.com/m/sub', Test: 'TestA' },
      { Action: 'output', Package: 'e.com/m/sub', Test: 'TestA', Output: '=== RUN   TestA\n' },
      { Action: 'output', Package: 'e.com/m/sub', Test: 'TestA', Output: '    a_test.go:12: got 1, want 2\n' },
      { Action: 'fail', Package: 'e.com/m/sub', Test: 'TestA' },
      { Action: 'pass', Package: 'e.com/m/sub', Test: 'TestB' },
      { Action: 'fail', Package: 'e.com/m/sub' },
    ];
    const text = events.map((event) => JSON.stringify(event)).join('\n');
    expect(inShort(parseGoTest(text, () => 'sub/'))).toEqual({ count: 2, failed: ['sub/a_test.go:12 e.com/m/sub TestA: got 1, want 2'] });
  });

  it('cargo test', () => {
    const text = `
running 2 tests
test tests::adds ... FAILED
test tests::ok ... ok

failures:

---- tests::adds stdout ----

thread 'tests::adds' panicked at src/lib.rs:9:9:
assertion \`left == right\` failed
`;
    expect(inShort(parseCargoTest(text))).toEqual({ count: 2, failed: ['src/lib.rs:9 tests::adds: assertion `left == right` failed'] });
  });
});

describe('the command that tests', () => {
  const program = (tool: Program['tool']): Program => ({
    tool,
    purpose: 'tests',
    directory: 'p',
    command: [],
    shown: '',
    configFiles: [],
    scripts: [],
  });
  const argsOf = (tool: Program['tool'], files?: readonly string[]) =>
    testCommand(program(tool), { report: '/r', files, known: files ?? [] }).args.join(' ');
  it.each<[Program['tool'], readonly string[] | undefined, string]>([
    ['vitest', undefined, 'run --reporter=json'],
    ['vitest', ['p/src/a.ts', 'q/b.ts'], 'related --run src/a.ts --reporter=json'],
    ['jest', ['p/src/a.ts'], '--findRelatedTests src/a.ts --ci'],
    ['mocha', ['p/a.spec.js'], 'output=/r --no-color a.spec.js'],
    ['go test', ['p/x/a.go', 'p/x/b.go'], 'test -json ./x'],
    ['go test', undefined, 'test -json ./...'],
    ['pytest', ['p/test_a.py'], 'junit_family=xunit1 test_a.py'],
    ['cargo test', undefined, 'test --offline'],
  ])('%s %j', (tool, files, expected) => expect(argsOf(tool, files)).toContain(expected));

  it.each([
    ['2.1.4', false],
    ['3.0.0', true],
    ['4.1.0-beta.2', true],
    [undefined, false],
  ])('vitest %s is asked for places: %s', (version, isAsked) => {
    const { args } = testCommand({ ...program('vitest'), version }, { report: '/r', files: undefined, known: [] });
    expect(args.includes('--includeTaskLocation')).toBe(isAsked);
  });
});
