import { describe, expect, it } from 'vitest';
import type { CheckContext } from '../../src/checks/check-context.ts';
import { keptVerdicts } from '../../src/checks/kept-verdicts.ts';
import type { Mode } from '../../src/checks/mode.ts';
import { runMode } from '../../src/checks/run-check.ts';
import type { CheckRequest } from '../../src/checks/scope.ts';
import { toolRun, type ToolRun } from '../server/tool-runs.ts';

const parser = 'export function parseOptions(given) {\n  return given;\n}\n';

/** Runs a check whose only part does this instead of the compiler. */
async function check(run: ToolRun, does: (fail: () => void) => void = () => undefined, request: CheckRequest = {}): Promise<void> {
  const { workbench } = run;
  const mode: Mode = {
    id: 'quick',
    summary: '',
    limits: [],
    layers: [
      {
        name: 'types',
        needs: ['files'],
        async find(_scope, _context, record) {
          does(() => record.add({ file: 'a.ts', line: 1, severity: 'error', rule: 'TS1', message: 'x', source: 'tsc' }));
          return undefined;
        },
      },
    ],
  };
  const context: CheckContext = {
    system: workbench.system,
    about: { version: '0.1.0', node: process.version, program: { file: '/nowhere/main.js', node: process.execPath, version: '0.1.0' } },
    namedWorkspace: undefined,
    workbench: async () => workbench,
    signal: new AbortController().signal,
  };
  await runMode(mode, request, context);
}

const said = async (run: ToolRun): Promise<readonly string[]> =>
  (await keptVerdicts(run.workbench)).map(({ about, mode, status }) => `${mode} ${about} ${status}`);

describe('what a check said of a state', () => {
  it('is kept for a snapshot of exactly these files, also for one that is taken later, and is said by a suggestion', async () => {
    const run = await toolRun({ 'a.ts': parser });
    const take = async (message: string) => (await (await run.workbench.snapshots()).take({ kind: 'manual', message })).snapshot;
    // Nothing could be said of it: there is no snapshot.
    await check(run);
    expect(await said(run)).toEqual([]);
    const first = await take('first');
    run.put('a.ts', parser.replace('Options', 'All'));
    await check(run);
    const second = await take('second');
    run.put('a.ts', `${parser}// end\n`);
    await check(run, (fail) => fail());
    expect((await keptVerdicts(run.workbench)).map(({ root }) => [first.root, second.root].indexOf(root))).toEqual([1, -1]);
    expect(await said(run)).toEqual(['quick all passed', 'quick all failed']);
    const text = await run.call('svc_suggest_rollback', { reason: 'it is broken' });
    expect(text).toMatch(/The last good state is probably snap_2/);
    expect(text).toMatch(
      /check quick failed on a later state, at [-\d]+ [\d:]+ UTC; check quick passed on this state at [-\d]+ [\d:]+ UTC\./,
    );
    // Of the same state the last one counts, and nothing is left out for a snapshot that is gone.
    await check(run);
    expect(await said(run)).toEqual(['quick all passed', 'quick all passed']);
    await (await run.workbench.snapshots()).prune({ dryRun: false, holds: [] });
    expect(await said(run)).toHaveLength(2);
  });

  it('is not kept where a file changed meanwhile, and says when it was about named files', async () => {
    const run = await toolRun({ 'a.ts': parser });
    await (await run.workbench.snapshots()).take({ kind: 'manual' });
    await check(run, () => run.put('a.ts', 'export {};\n'));
    expect(await said(run)).toEqual([]);
    await check(run, undefined, { files: ['a.ts'] });
    expect(await said(run)).toEqual(['quick files passed']);
  });

  it.each(['', '{', '[]', '{"version":1,"kept":[{"root":1}]}', '{"version":2,"kept":[]}'])(
    'is nothing in a damaged file: %s',
    async (text) => {
      const system = { readStart: async () => new TextEncoder().encode(text) };
      const run = await toolRun();
      expect(await keptVerdicts({ ...run.workbench, system: { ...run.workbench.system, ...system } })).toEqual([]);
    },
  );
});
