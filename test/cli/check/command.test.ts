import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { CheckFinding, CheckState, LayerReport } from '../../../src/checks/index.ts';
import { codeOf } from '../../../src/cli/commands/check/check.ts';
import { followChanges } from '../../../src/cli/check/follow.ts';
import { nodeSystem } from '../../../src/system/node.ts';
import { writableSystem } from '../../../src/system/writable.ts';
import { openWorkbench } from '../../../src/workbench/index.ts';
import { builtProgram } from '../../support/built-program.ts';
import { makeHome, type Home } from '../../support/program-home.ts';
import { inTerminal, noTerminal } from '../../support/terminal.ts';

function made(): Home {
  const home = makeHome();
  onTestFinished(() => home.remove());
  return home;
}

describe('the exit code', () => {
  const layer = (state: CheckState): LayerReport => ({ name: 'types', state, ms: 1 });
  const error = { severity: 'error', rule: 'r', message: 'm.', source: 's' } as const;
  it.each<[string, readonly CheckState[], readonly CheckFinding[], number]>([
    ['nothing found', ['passed', 'skipped'], [], 0],
    ['everything skipped', ['skipped', 'skipped'], [], 0],
    [
      'a warning, and an error that was there before',
      ['passed'],
      [
        { ...error, severity: 'warning' },
        { ...error, age: 'old' },
      ],
      0,
    ],
    ['an error', ['failed'], [error], 1],
    ['work that came to no end, and no error so far', ['passed', 'timeout'], [], 1],
    ['an error before the time was up', ['timeout'], [error], 1],
  ])('%s', (_, states, findings, code) => expect(codeOf({ findings, layers: states.map(layer), status: 'passed' })).toBe(code));

  it.each<[string, Parameters<typeof codeOf>[0], readonly ('warning' | 'skipped')[], number]>([
    ['a warning', { findings: [{ ...error, severity: 'warning' }], layers: [], status: 'passed' }, ['warning'], 1],
    [
      'a warning that was there before',
      { findings: [{ ...error, severity: 'warning', age: 'old' }], layers: [], status: 'passed' },
      ['warning'],
      0,
    ],
    [
      'a warning, where only nothing is a failure',
      { findings: [{ ...error, severity: 'warning' }], layers: [], status: 'passed' },
      ['skipped'],
      0,
    ],
    ['nothing examined', { findings: [], layers: [layer('skipped')], status: 'skipped' }, ['skipped'], 1],
    [
      'nothing examined, where only warnings are a failure',
      { findings: [], layers: [layer('skipped')], status: 'skipped' },
      ['warning'],
      0,
    ],
  ])('with --fail-on: %s', (_, report, on, code) => expect(codeOf(report, new Set(on))).toBe(code));
});

describe('snap check', () => {
  it('prints the report of a mode, and ends with 1 for an error and 0 for a warning', async () => {
    const home = made();
    expect(await home.run(['check', 'health'])).toMatchObject({
      code: 0,
      err: '',
      out: expect.stringMatching(/^✓ health passed: no problems found\. \(/m),
    });
    home.write('.cursor/mcp.json', '{');
    expect(await home.run(['check', 'health'])).toMatchObject({ code: 1, out: expect.stringMatching(/^✗ health failed: 1 error\. \(/m) });
    for (const format of ['json', 'sarif', 'github', 'junit'])
      expect(await home.run(['check', 'health', '--format', format])).toMatchObject({
        code: 1,
        out: expect.stringContaining('unparsable'),
      });
  });

  it.each([
    [['--fail-on', 'warning,nothing'], 2, /--fail-on nothing: must be one of error, warning, skipped/],
    [['secuirty'], 2, /"secuirty" is neither a mode nor a file\.\s+Did you mean "snap check security"\?/],
    [['aprove'], 2, /Did you mean "snap trust"\?/],
    [['./health'], 2, /\.\/health: there is no such file/],
    [['health', 'src/gone.ts'], 2, /src\/gone\.ts: there is no such file/],
    [['--code', 'gone.ts'], 2, /--code gone\.ts: there is no such file/],
    [['health', '--workspace', '/nowhere'], 2, /no such directory/],
    [['../other.ts'], 3, /outside the workspace/],
    [['trace'], 3, /not implemented in v/],
  ])('%j ends with %i', async (args, code, words) => {
    const ran = await made().run(['check', ...args]);
    expect(ran).toMatchObject({ code, out: '' });
    expect(ran.err.replaceAll(/\s+/g, ' ')).toMatch(words);
  });

  it('works in a directory that is no project, and where no workspace may be', async () => {
    const home = made();
    mkdirSync(join(home.path, 'empty'));
    expect(await home.run(['check', 'health'], { cwd: join(home.path, 'empty') })).toMatchObject({ code: 0, err: '' });
    expect(await home.run(['check', 'health'], { cwd: home.path })).toMatchObject({ code: 0, err: '' });
    expect(await home.run(['check', 'quick'], { cwd: home.path })).toMatchObject({ code: 3, out: '' });
  });
});

describe('snap trust', () => {
  it('lets the programs of a project run, says which, and takes it back', async () => {
    const home = made();
    const skipped = /types {2}skipped .*not approved, run "snap trust"/;
    expect(await home.run(['check', 'approve'])).toMatchObject({
      code: 3,
      out: '',
      err: expect.stringContaining('There is nothing to approve'),
    });
    home.write('project/tsconfig.json', '{"files":["a.ts"],"compilerOptions":{"types":[]}}');
    home.write('project/a.ts', 'export const a: number = "1";\n');
    home.write('project/package.json', '{"scripts":{"build":"tsc \u001B[2J"}}');
    mkdirSync(join(home.project, 'node_modules'));
    symlinkSync(join(import.meta.dirname, '../../../node_modules/typescript'), join(home.project, 'node_modules/typescript'));
    expect(await home.run(['check', 'quick'])).toMatchObject({ code: 0, out: expect.stringMatching(skipped) });
    const approved = await home.run(['check', 'approve']);
    expect(approved).toMatchObject({ code: 0, err: '' });
    expect(approved.out).toMatch(/^ {2}types {2}tsc \(node_modules\/typescript\) \d/m);
    expect(approved.out).not.toContain('\u001B');
    expect((await home.run(['check', 'approve'])).out).toContain('approved already');
    expect(await home.run(['check', 'quick'])).toMatchObject({ code: 1, out: expect.stringContaining('✗ a.ts:1:14  Type') });
    expect(await home.run(['check', 'approve', '--revoke'])).toMatchObject({ code: 0, err: '' });
    expect(await home.run(['check', 'quick'])).toMatchObject({ code: 0, out: expect.stringMatching(skipped) });
  });

  it('neither gives nor takes a permission that is kept in the project itself', async () => {
    const home = made();
    home.write('project/package.json', '{"scripts":{"build":"echo > RAN"}}');
    const env = { SNAP_DATA_DIR: join(home.project, '.d') };
    const build = { code: 0, out: expect.stringContaining('not approved, run "snap trust"') };
    home.write('project/.d/config/settings.json', '{"checks":{"run":"always"}}');
    expect(await home.run(['check', 'build'], { env })).toMatchObject(build);
    const refused = await home.run(['check', 'approve'], { env });
    expect(refused.code).toBe(3);
    expect(refused.err.replaceAll(/\s+/g, ' ')).toMatch(
      /SNAP_DATA_DIR puts snap's own files into the project ~\/project, .*Unset it, .*nothing was written/,
    );
    // A permission that the project brings with it.
    expect(await home.run(['check', 'approve'])).toMatchObject({ code: 0 });
    cpSync(join(home.path, '.snap-data'), join(home.project, '.d'), { recursive: true });
    expect(await home.run(['check', 'build'], { env })).toMatchObject(build);
    expect(existsSync(join(home.project, 'RAN'))).toBe(false);
    expect(await home.run(['check', 'build'])).toMatchObject({ code: 0, out: expect.stringContaining('passed') });
    expect(existsSync(join(home.project, 'RAN'))).toBe(true);
  });

  it.skipIf(noTerminal !== undefined)('is offered once in a terminal', async () => {
    const home = made();
    home.write('project/package.json', '{"scripts":{"test":"node --test"}}');
    home.write('project/.oxlintrc.json', '{}');
    mkdirSync(join(home.project, 'node_modules'));
    symlinkSync(join(import.meta.dirname, '../../../node_modules/oxlint'), join(home.project, 'node_modules/oxlint'));
    const first = inTerminal(home, ['check', 'quick']);
    await first.see('Let checks run them in this project?');
    first.type('n');
    await first.see('"snap trust" asks again.');
    await first.see('quick: skipped');
    expect(await first.ended).toBe(0);
    const second = inTerminal(home, ['check', 'quick']);
    expect(await second.ended).toBe(0);
    expect(second.shown).not.toContain('Let checks');
    expect(await home.run(['check', 'approve'])).toMatchObject({ code: 0 });
    rmSync(join(home.project, 'node_modules/oxlint'));
    home.write('project/node_modules/oxlint/package.json', '{ "name": "oxlint", "bin": { "oxlint": "run.js" } }');
    home.write('project/node_modules/oxlint/run.js', '');
    const third = inTerminal(home, ['check', 'quick']);
    await third.see('not approved any more: the program oxlint is now node_modules/oxlint/run.js');
    await third.see('Let checks run them in this project?');
    third.type('n');
    expect(await third.ended).toBe(0);
  });
});

describe('snap check --watch', () => {
  it('checks again after a change, prints a document a line, and ends with Ctrl-C', async () => {
    const home = made();
    const env = { HOME: home.path, PATH: process.env['PATH'] ?? '', SNAP_DATA_DIR: join(home.path, '.snap-data') };
    const child = spawn(process.execPath, [builtProgram(), 'check', 'health', '--watch', '--json'], { cwd: home.project, env });
    onTestFinished(() => void child.kill('SIGKILL'));
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const status = async (): Promise<unknown> => JSON.parse((await lines.next()).value ?? '{}').status;
    expect(await status()).toBe('passed');
    home.write('.cursor/mcp.json', '{');
    home.write('project/a.ts', 'export {};\n');
    expect(await status()).toBe('failed');
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGINT');
    expect(await ended).toBe(130);
  });

  it('takes no write for a change that leaves a file as it was, nor one that is ignored', async () => {
    const home = made();
    home.write('project/.gitignore', 'out/\n');
    home.write('project/a.ts', '1');
    mkdirSync(join(home.project, 'out'));
    const system = nodeSystem({ home: home.path, cwd: home.project, env: { HOME: home.path } });
    const bench = await openWorkbench(writableSystem(system), home.project, { owner: { kind: 'shell' }, watch: false });
    onTestFinished(() => bench.close());
    const changes = await followChanges(bench);
    onTestFinished(() => changes.close());
    home.write('project/a.ts', '2');
    expect(await changes.next()).toEqual(['a.ts']);
    home.write('project/a.ts', '2');
    home.write('project/out/b.ts', '3');
    home.write('project/c.ts', '4');
    expect(await changes.next()).toEqual(['c.ts']);
  });
});
