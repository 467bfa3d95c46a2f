import { describe, expect, it, onTestFinished } from 'vitest';
import type { CheckReport } from '../../src/checks/index.ts';
import { Values } from '../../src/cli/command.ts';
import { callContext } from '../../src/cli/desk.ts';
import { endCheck } from '../../src/server/tools/end-check.ts';
import type { ToolContext } from '../../src/server/tool.ts';
import { sayTo, SnapError } from '../../src/system/index.ts';
import { nodeSystem } from '../../src/system/node.ts';
import { writableSystem } from '../../src/system/writable.ts';
import { openWorkbench } from '../../src/workbench/index.ts';
import { makeHome } from '../support/program-home.ts';

async function context(): Promise<ToolContext> {
  const home = makeHome();
  onTestFinished(() => home.remove());
  home.write('project/a.ts', '');
  home.write('project/b.ts', '');
  const system = nodeSystem({ env: { HOME: home.path, PATH: '' }, home: home.path, cwd: home.project });
  const bench = await openWorkbench(writableSystem(system), home.project, { owner: { kind: 'shell' }, watch: false });
  onTestFinished(() => bench.close());
  const program = { version: '0.1.0', node: process.execPath, file: 'snap' };
  return callContext({ system, program, values: new Values({}), words: 'task end' }, () => Promise.resolve(bench));
}

const report = (more: Partial<CheckReport>): CheckReport => ({
  mode: 'quick',
  status: 'passed',
  findings: [],
  layers: [
    { name: 'types', state: 'passed', ms: 1 },
    { name: 'lint', state: 'skipped', reason: 'no linter', ms: 1 },
  ],
  details: {},
  lines: [],
  ...more,
});
const error = { severity: 'error', rule: 'TS2322', message: 'm', source: 'tsc', file: 'a.ts', line: 3, column: 5 } as const;

describe('the check at the end of a task', () => {
  it.each<[string, CheckReport, string | undefined]>([
    ['names what was checked', report({}), 'Checked types of 2 changed files: no problems.'],
    [
      'names the first problem',
      report({ status: 'failed', findings: [error, { ...error, line: 9 }, { ...error, severity: 'warning' }, { ...error, age: 'old' }] }),
      'Checked types of 2 changed files: 2 errors, 1 warning, first a.ts:3:5 TS2322.',
    ],
    [
      'says when there was no time',
      report({ status: 'timeout' }),
      'The 2 changed files were not checked: that takes more than a second. Call check.',
    ],
    ['is silent where nothing was examined', report({ status: 'skipped', reason: 'not approved' }), undefined],
  ])('%s', async (_, found, expected) => {
    const checked = await endCheck(['a.ts', 'b.ts', 'deleted.ts'], await context(), (mode, request, __, maxTime) => {
      expect([mode, request.files, maxTime]).toEqual(['quick', ['a.ts', 'b.ts'], 1_000]);
      return Promise.resolve(found);
    });
    expect(checked === undefined ? undefined : sayTo('model', checked.text)).toBe(expected);
  });

  it('is silent without changed files, and where the mode refuses to run', async () => {
    expect(await endCheck(['deleted.ts'], await context(), () => Promise.reject(new Error('not reached')))).toBeUndefined();
    expect(await endCheck(['a.ts'], await context(), () => Promise.reject(new SnapError('not-available', 'not here')))).toBeUndefined();
  });
});
