import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { coverageCommand } from '../../../src/checks/coverage/coverage-command.ts';
import type { ToolId } from '../../../src/checks/programs/program.ts';
import { sayTo } from '../../../src/system/index.ts';
import { checkedWorkspace } from './checked-workspace.ts';

const project = {
  'package.json': '{"type":"module","scripts":{"test":"node --test"}}',
  'src/add.js': 'export function add(a, b) {\n  if (a === undefined) {\n    return b;\n  }\n  return a + b;\n}\n',
  'test/add.test.js':
    "import { strictEqual } from 'node:assert';\nimport { test } from 'node:test';\nimport { add } from '../src/add.js';\ntest('adds', () => strictEqual(add(1, 2), 3));\n",
};

it('with tests, the project is run with coverage into a directory of snap, and the workspace stays as it was', async () => {
  const here = await checkedWorkspace(undefined, project, { isApproved: true });
  const report = await here.check('coverage', { tests: true });
  expect(report.lines.map((line) => sayTo('model', line)).join('\n')).toContain('node --test was run with coverage.');
  expect(report.details.coverage?.files.find(({ file }) => file === 'src/add.js')?.uncovered).toEqual(['3-4']);
  expect(readdirSync(here.at()).toSorted()).toEqual(['package.json', 'src', 'test']);
  // Nothing of it is left.
  const own = join(here.bench.workspace.privateDirectory, 'checks');
  expect(existsSync(own) ? readdirSync(own).filter((name) => name.startsWith('coverage')) : []).toEqual([]);
});

it('without an approval nothing is run', async () => {
  const here = await checkedWorkspace(undefined, project);
  const report = await here.check('coverage', { tests: true });
  expect(report.status).toBe('skipped');
  expect(report.lines.map((line) => sayTo('model', line)).join('\n')).toContain('The tests were not run: not approved, run "snap trust".');
});

it.each<[ToolId, readonly string[], readonly string[]]>([
  [
    'vitest',
    ['node', 'vitest.mjs'],
    ['node vitest.mjs run --coverage.enabled --coverage.reporter=json --coverage.reportsDirectory=/own --coverage.reportOnFailure'],
  ],
  ['jest', ['node', 'jest.js'], ['node jest.js --ci --coverage --coverageReporters=json --coverageDirectory=/own']],
  ['mocha', ['node', 'mocha.js'], ['node mocha.js']],
  ['go test', ['go'], ['go test -coverpkg=./... -coverprofile=/own/cover.out ./...']],
  [
    'pytest',
    ['python'],
    [
      'python -m coverage run --data-file=/own/.coverage -m pytest -q -p no:cacheprovider',
      'python -m coverage xml --data-file=/own/.coverage -o /own/coverage.xml --fail-under=0',
    ],
  ],
  ['cargo test', ['cargo'], []],
])('%s is asked for a report by its own arguments', (tool, command, calls) => {
  const program = { tool, purpose: 'tests', directory: '', command, shown: tool, configFiles: [], scripts: [] } as const;
  expect(coverageCommand(program, '/own')?.calls.map((call) => call.join(' ')) ?? []).toEqual(calls);
});
