import { cpSync, existsSync, renameSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { figureIn } from '../../../src/memory/tasks/run-for-figure.ts';
import { approvalPrint, approve, evaluateGoal, type Goal, type GoalSources, isApproved } from '../../../src/memory/index.ts';
import { isGone, until } from '../../support/processes.ts';
import { type Place, place } from './place.ts';

const longAgo = '2020-01-01T00:00:00.000Z';
const bundle = (target: number, unit: string): Goal => ({ metric: 'bundle', target, unit });
const evaluate = (here: Place, goal: Goal, sources: GoalSources = {}, signal?: AbortSignal) =>
  evaluateGoal({ system: here.system, workspace: here.workspace, sources }, { goal, startedAt: longAgo }, signal);

describe('a bundle', () => {
  it.each([
    [2_500, 'B', 'reached', 2_500],
    [2.5, 'kB', 'reached', 2.5],
    [2.4, 'KB', 'missed', 2.5],
    [3, 'KiB', 'reached', 2.441],
    [0.001, 'MB', 'missed', 0.003],
    [1, 'MiB', 'reached', 0.002],
  ])('of at most %d %s is %s', async (target, unit, status, measured) => {
    const here = await place('plain', { 'dist/a.js': 'x'.repeat(2_000), 'dist/sub/b.js': 'x'.repeat(500), 'build/c.js': 'x' });
    expect(await evaluate(here, bundle(target, unit))).toMatchObject({ status, measured });
  });

  it.each([
    ['another unit', 'parsecs', {}, 'KiB'],
    ['no output', 'kB', {}, 'dist, build, out'],
    ['a place that is not there', 'kB', { bundle: { path: 'lib' } }, 'lib does not exist'],
    ['a place outside', 'kB', { bundle: { path: '../..' } }, 'outside'],
  ])('is not measured with %s, and says why', async (_, unit, sources, words) => {
    const here = await place('plain');
    const result = await evaluate(here, bundle(1, unit), sources);
    expect(result.status).toBe('not measured');
    expect(result.reason).toContain(words);
    expect(result).not.toHaveProperty('measured');
  });

  it('may be one file, and tells its age', async () => {
    const here = await place('plain', { 'lib.js': 'x'.repeat(10) });
    utimesSync(here.at('lib.js'), 1, 1);
    expect(await evaluate(here, bundle(10, 'B'), { bundle: { path: 'lib.js' } })).toMatchObject({
      status: 'reached',
      reason: 'The size of lib.js. It was built before the task began.',
    });
  });
});

describe('coverage', () => {
  const goal: Goal = { metric: 'coverage', target: 80, unit: '%' };
  const summary = (percent: unknown) => JSON.stringify({ total: { lines: { pct: percent } } });

  it.each([
    ['coverage/coverage-summary.json', summary(80), 'reached', 80],
    ['coverage/coverage-summary.json', summary(79.99), 'missed', 79.99],
    ['coverage/lcov.info', 'SF:a\nLF:10\nLH:9\nend_of_record\nSF:b\nLF:10\nLH:8\nend_of_record\n', 'reached', 85],
    ['lcov.info', 'LF:3\r\nLH:1\r\n', 'missed', 33.333],
    ['coverage/coverage-summary.json', summary('Unknown'), 'not measured', undefined],
    ['coverage/coverage-summary.json', '{"total":', 'not measured', undefined],
  ])('by %s (%s)', async (name, content, status, measured) => {
    const here = await place('plain', { [name]: content });
    const result = await evaluate(here, goal);
    expect([result.status, result.measured]).toEqual([status, measured]);
  });

  it('is not taken from a report older than the task', async () => {
    const here = await place('plain', { 'coverage/coverage-summary.json': summary(90) });
    utimesSync(here.at('coverage/coverage-summary.json'), 1, 1);
    expect((await evaluate(here, goal)).reason).toContain('older than the task');
  });

  it('says what to do without one', async () => {
    expect((await evaluate(await place('plain'), goal)).reason).toContain('Run the tests with coverage');
  });
});

describe('performance', () => {
  const goal = (target: number, unit: string): Goal => ({ metric: 'performance', target, unit });
  const node = (script: string, origin: 'user' | 'project' = 'user'): GoalSources => ({
    performance: { command: [process.execPath, '-e', script], origin },
  });

  it.each([
    [12, 'ms', 'reached'],
    [11, 'ms', 'missed'],
    [12, 'ops', 'reached'],
    [13, 'ops/s', 'missed'],
    [11, 'rps', 'reached'],
  ])('of %d %s is %s with 12', async (target, unit, status) => {
    expect(await evaluate(await place('plain'), goal(target, unit), node('console.log("p95: 12 " + "ms\\ndone")'))).toMatchObject({
      status,
      measured: 12,
    });
  });

  it.each([
    ['a command that fails', 'console.log(1); process.exit(3)', 'code 3'],
    ['one that prints no figure', 'console.log("fine")', 'no number'],
  ])('is not measured by %s', async (_, script, words) => {
    const result = await evaluate(await place('plain'), goal(1, 'ms'), node(script));
    expect(result).toMatchObject({ status: 'not measured' });
    expect(result.reason).toContain(words);
  });

  it('is not measured without a command, or with one that does not start', async () => {
    const here = await place('plain');
    expect((await evaluate(here, goal(1, 'ms'))).reason).toContain('goals.performance.command');
    const sources = { performance: { command: ['no-such-program-here'], origin: 'user' } } as const;
    expect((await evaluate(here, goal(1, 'ms'), sources)).reason).toContain('could not be started');
  });

  it('runs nothing of a project that nobody approved', async () => {
    const here = await place('plain');
    const sources = node(`require('node:fs').writeFileSync('ran', ''); console.log(5)`, 'project');
    expect(await evaluate(here, goal(9, 'ms'), sources)).toMatchObject({ status: 'not measured' });
    expect(existsSync(here.at('ran'))).toBe(false);
    await approve(here.system, here.workspace, sources.performance?.command ?? []);
    expect(await evaluate(here, goal(9, 'ms'), sources)).toMatchObject({ status: 'reached', measured: 5 });
  });

  it('ends what it started when the call is given up', async () => {
    const here = await place('plain');
    const script = `require('node:fs').writeFileSync('pid', String(process.pid)); setInterval(() => {}, 1000)`;
    const stop = new AbortController();
    const result = evaluate(here, goal(9, 'ms'), node(script), stop.signal);
    const pid = () => (existsSync(here.at('pid')) ? Number(here.home.text('project/pid')) : 0);
    expect(await until(() => pid() > 0)).toBe(true);
    stop.abort();
    await expect(result).rejects.toMatchObject({ name: 'AbortError' });
    expect(await isGone(pid())).toBe(true);
  });
});

describe('an approval', () => {
  const scripts = (bench: string) => JSON.stringify({ scripts: { bench, other: 'x' } });

  it.each([
    ['other words', ['npm', 'run', 'other'], () => undefined],
    ['another text of the script', ['npm', 'run', 'bench'], (here: Place) => here.put('package.json', scripts('node evil.js'))],
    ['a file it names', ['node', 'bench.js'], (here: Place) => here.put('bench.js', 'else')],
    ['a file it names with its path', ['node', './bench.js'], (here: Place) => here.put('bench.js', 'else')],
    ['a file it names without its ending', ['node', 'bench'], (here: Place) => here.put('bench.js', 'else')],
    ['a file that its script names', ['npm', 'run', 'bench'], (here: Place) => here.put('bench.js', 'else')],
    ['settings of the runner that name a shell', ['npm', 'run', 'bench'], (here: Place) => here.put('.npmrc', 'script-shell=./evil')],
    ['a program that its script would find first', ['npm', 'run', 'bench'], (here: Place) => here.put('node_modules/.bin/node', 'evil')],
    ['a shell that would be found first', ['npm', 'run', 'bench'], (here: Place) => here.put('node_modules/.bin/sh', 'evil')],
    [
      'the scripts where no runner is named',
      ['node', '--run', 'bench'],
      (here: Place) => here.put('package.json', scripts('node evil.js')),
    ],
    ['the rules of another runner', ['make', 'bench'], (here: Place) => here.put('Makefile', 'bench:\n\tevil\n')],
    ['a large file', ['node', 'large.js'], (here: Place) => here.put('large.js', `${' '.repeat(2 ** 21)}else`)],
  ])('does not hold for %s', async (_, command, edit) => {
    const here = await place('plain', {
      'package.json': scripts('node bench.js'),
      'bench.js': 'console.log(1)',
      'large.js': ' '.repeat(2 ** 21),
    });
    const given = command.includes('other') ? ['npm', 'run', 'bench'] : command;
    await approve(here.system, here.workspace, given);
    expect(await isApproved(here.system, here.workspace, given)).toBe(true);
    edit(here);
    expect(await isApproved(here.system, here.workspace, command)).toBe(false);
  });

  it('holds in its workspace only, and is the owner’s to read', async () => {
    const [here, there] = [await place('plain'), await place('plain')];
    await approve(here.system, here.workspace, ['echo', '1']);
    expect(await isApproved(here.system, here.workspace, ['echo', '1'])).toBe(true);
    expect(await isApproved(here.system, there.workspace, ['echo', '1'])).toBe(false);
    // The same files in another directory at the same path: there is no repository to tell one from the other.
    renameSync(here.workspace.root, `${here.workspace.root}-before`);
    cpSync(`${here.workspace.root}-before`, here.workspace.root, { recursive: true });
    expect(await isApproved(here.system, here.workspace, ['echo', '1'])).toBe(false);
    expect(statSync(join(here.workspace.privateDirectory, 'approved.json')).mode & 0o777).toBe(0o600);
  });

  it('is not given to what was changed while it was shown', async () => {
    const here = await place('plain', { 'bench.js': 'console.log(1)' });
    const shown = await approvalPrint(here.system, here.workspace, ['node', 'bench.js']);
    here.put('bench.js', 'else');
    await expect(approve(here.system, here.workspace, ['node', 'bench.js'], shown)).rejects.toMatchObject({ code: 'changed' });
    expect(await isApproved(here.system, here.workspace, ['node', 'bench.js'])).toBe(false);
  });

  it('is not given to a script of another directory', async () => {
    const here = await place('plain');
    await expect(approve(here.system, here.workspace, ['npm', '--prefix', 'x', 'run', 'y'])).rejects.toMatchObject({ code: 'refused' });
    expect(await isApproved(here.system, here.workspace, ['npm', '--prefix', 'x', 'run', 'y'])).toBe(false);
  });
});

it.each([
  ['12', 12],
  ['mean: 12.5 ms\n', 12.5],
  ['1\n2\nnothing\n', 2],
  ['p95 = 7 ms', 7],
  ['1,234.5 ops/s', 1234.5],
  ['-3e2', -300],
  ['\u001b[32m8\u001b[0m ms', 8],
  ['12ms', 12],
  ['v2 of node20', undefined],
  ['', undefined],
])('finds the figure of %j', (output, figure) => {
  expect(figureIn(output)).toBe(figure);
});
