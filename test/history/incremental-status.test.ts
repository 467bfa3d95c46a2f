import { execFileSync } from 'node:child_process';
import { appendFileSync, chmodSync, existsSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { PathLog } from '../../src/history/index.ts';
import { createGitContext } from '../../src/history/git-context.ts';
import { createStatusReader, type WorkingStatus } from '../../src/history/working-status.ts';
import { openSnapshots, watchSnapshots } from '../../src/snapshots/index.ts';
import { nodeSystem } from '../../src/system/node.ts';
import { openWorkspace } from '../../src/workspace/index.ts';
import { rounds } from '../support/storm.ts';
import { temporaryHome, type TemporaryHome } from '../support/temporary-home.ts';

const exclude = ['*.log', 'node_modules', 'out'];

interface Place {
  readonly home: TemporaryHome;
  readonly root: string;
  /** As a server reads it. */
  read(): Promise<WorkingStatus>;
  /** Git about everything. */
  full(): Promise<WorkingStatus>;
  /** How git was asked since the last call. */
  asked(): readonly ('all' | 'some')[];
  /** As a start does: the rules of what is watched are read again where they have changed. */
  snapshot(): Promise<void>;
  git(...args: readonly string[]): void;
  close(): void;
}

/** A repository with one commit, watched as a server watches it. */
async function place(): Promise<Place> {
  const home = temporaryHome();
  const root = home.at('p');
  const env = { HOME: home.path, PATH: process.env['PATH'] ?? '', SNAP_DATA_DIR: home.at('.snap-mcp') };
  const git = (...args: readonly string[]): void => {
    const person = ['-c', 'user.name=a', '-c', 'user.email=a@x', '-c', 'commit.gpgsign=false'];
    execFileSync('git', [...person, ...args], { cwd: root, env, stdio: 'ignore' });
  };
  for (const name of ['a.ts', 'b.ts', 'd/a.ts', 'd/e/c.ts']) home.put(`p/${name}`, `${name}\n`.repeat(4));
  home.put('p/.gitignore', 'node_modules\n');
  git('init', '-q', '-b', 'main');
  git('add', '-A');
  git('commit', '-qm', 'first');
  // The index is never just written.
  const system = nodeSystem({ home: home.path, cwd: home.path, env, now: () => new Date(Date.now() + 60_000) });
  const asked: ('all' | 'some')[] = [];
  const spawn: typeof system.spawn = async (command, args, options) => {
    if (args.includes('status')) asked.push(args.includes('--literal-pathspecs') ? 'some' : 'all');
    return system.spawn(command, args, options);
  };
  const counting: typeof system = Object.assign(Object.create(system), { spawn });
  const workspace = await openWorkspace(system, root);
  const log = new PathLog();
  const read = createStatusReader(counting, workspace, createGitContext(counting, workspace), log);
  const full = createStatusReader(system, workspace, createGitContext(system, workspace));
  const snapshots = openSnapshots(home.run(), workspace, { exclude, yields: true });
  await snapshots.take({ kind: 'manual' });
  const watch = watchSnapshots(system, workspace, snapshots, { observer: log });
  await watch.ready;
  const close = (): void => {
    watch.close();
    snapshots.close();
  };
  return {
    home,
    root,
    read: () => read(undefined),
    full: () => full(undefined),
    asked: () => asked.splice(0),
    snapshot: async () => void (await snapshots.take({ kind: 'manual' })),
    git,
    close,
  };
}

type Step = (place: Place) => unknown;

const names = [
  'a.ts',
  'b.ts',
  'c.ts',
  'd',
  'd/a.ts',
  'd/b.ts',
  'd/e',
  'd/e/c.ts',
  'f/g/h.ts',
  'f',
  'a b"é.ts',
  'x.log',
  'd/x.log',
  ':(top)a',
  '*.ts',
];
const rare = [
  'node_modules/m/i.js',
  'out/o.js',
  'out',
  'd/node_modules/n.js',
  'node_modules',
  'a.ts/in.ts',
  'n/.git/HEAD',
  'n/.git',
  'n/x.ts',
];
const aName = fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...names) }, { weight: 1, arbitrary: fc.constantFrom(...rare) });
const aText = fc.constantFrom('', 'one\n', 'two\n', 'a.ts\na.ts\na.ts\na.ts\n', 'three\r\n');
const rules = fc.constantFrom('node_modules\n', 'node_modules\n*.log\n', '', 'd\n', '*.ts\n!a.ts\n', 'f/\nout\n');

function step<T extends unknown[]>(words: string, given: fc.Arbitrary<T>, run: (place: Place, ...given: T) => unknown): fc.Arbitrary<Step> {
  return given.map((values) =>
    Object.assign((one: Place) => run(one, ...values), { toString: () => `${words} ${JSON.stringify(values)}` }),
  );
}

function put(root: string, name: string, text: string): void {
  mkdirSync(dirname(`${root}/${name}`), { recursive: true });
  writeFileSync(`${root}/${name}`, text);
}

const none = fc.tuple();
const one = fc.tuple(aName);
const gitSteps = [
  ['add', '-A'],
  ['add', '-A', '-f'],
  ['add', '-N', '.'],
  ['commit', '-qam', 'more'],
  ['commit', '-q', '--allow-empty', '-m', 'empty'],
  ['reset', '-q'],
  ['reset', '-q', '--hard'],
  ['reset', '-q', '--soft', 'HEAD~1'],
  ['checkout', '-q', '-B', 'other'],
  ['checkout', '-q', 'main'],
  ['checkout', '-q', 'other'],
  ['checkout', '-q', '--detach'],
  ['merge', '-q', 'other'],
  ['stash', '-u'],
  ['stash'],
  ['stash', 'pop'],
  ['rm', '-rq', '--cached', 'd'],
  ['mv', 'a.ts', 'c.ts'],
  ['pack-refs', '--all'],
  ['clean', '-fdq'],
  ['update-index', '--refresh'],
];
const inFiles: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: step('write', fc.tuple(aName, aText), ({ root }, name, text) => put(root, name, text)) },
  step('append', one, ({ root }, name) => appendFileSync(`${root}/${name}`, 'x')),
  { weight: 2, arbitrary: step('delete', one, ({ root }, name) => rmSync(`${root}/${name}`, { recursive: true, force: true })) },
  { weight: 2, arbitrary: step('rename', fc.tuple(aName, aName), ({ root }, from, to) => renameSync(`${root}/${from}`, `${root}/${to}`)) },
  step('make', one, ({ root }, name) => mkdirSync(`${root}/${name}`, { recursive: true })),
  step('mode', fc.tuple(aName, fc.constantFrom(0o755, 0o644)), ({ root }, name, mode) => chmodSync(`${root}/${name}`, mode)),
  step('link', fc.tuple(aName, aName), ({ root }, name, to) => symlinkSync(`${root}/${to}`, `${root}/${name}`)),
);
const inRules: fc.Arbitrary<Step> = fc.oneof(
  step('.gitignore', fc.tuple(fc.constantFrom('', 'd/'), rules), ({ root }, at, text) => writeFileSync(`${root}/${at}.gitignore`, text)),
  step('exclude', fc.tuple(rules), ({ root }, text) => writeFileSync(`${root}/.git/info/exclude`, text)),
  step('attributes', fc.tuple(fc.constantFrom('', '* text=auto\n')), ({ root }, text) => writeFileSync(`${root}/.gitattributes`, text)),
  step('ignore of the person', fc.tuple(rules), ({ home }, text) => home.put('.config/git/ignore', text)),
  step(
    'settings of the person',
    fc.tuple(fc.constantFrom('', '[core]\n\texcludesFile = ~/mine\n', '[core]\n\tfileMode = false\n')),
    ({ home }, text) => home.put('.gitconfig', text),
  ),
  step('rules of the person', fc.tuple(rules), ({ home }, text) => home.put('mine', text)),
  step('settings', fc.tuple(fc.constantFrom('true', 'false')), ({ git }, value) => git('config', 'core.fileMode', value)),
);
const several: fc.Arbitrary<Step> = fc.array(inFiles, { minLength: 2, maxLength: 5 }).map((steps) =>
  Object.assign(
    async (at: Place) => {
      for (const run of steps) await attempt(run, at);
    },
    { toString: () => `(${steps.join(', ')})` },
  ),
);
const aStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: several },
  { weight: 12, arbitrary: inFiles },
  { weight: 1, arbitrary: inRules },
  { weight: 3, arbitrary: step('git', fc.tuple(fc.constantFrom(...gitSteps)), ({ git }, args) => git(...args)) },
  { weight: 2, arbitrary: step('snapshot', none, ({ snapshot }) => snapshot()) },
  { weight: 1, arbitrary: step('nothing', none, () => undefined) },
);

/** What cannot be done in this state is left out. */
async function attempt(run: Step, at: Place): Promise<void> {
  try {
    await run(at);
  } catch {
    // Nothing of it, or a part, was done: the answers are compared all the same.
  }
}

describe('the status of a workspace that is watched', () => {
  it('is that of a question about everything, after each change', { timeout: 600_000 }, async () => {
    const counts = { steps: 0, none: 0, some: 0, all: 0 };
    await fc.assert(
      fc.asyncProperty(fc.array(aStep, { minLength: 30, maxLength: 40, size: 'max' }), async (steps) => {
        const at = await place();
        try {
          await at.read();
          at.asked();
          for (const [i, run] of steps.entries()) {
            await attempt(run, at);
            const answer = await at.read();
            const asked = at.asked();
            expect(answer, `after ${steps.slice(0, i + 1).join('; ')}`).toEqual(await at.full());
            counts.steps += 1;
            counts[asked.at(-1) ?? 'none'] += 1;
          }
        } finally {
          at.close();
        }
      }),
      // Each asks git some 70 times; what is counted below is the same in every run.
      { seed: 26, numRuns: rounds(60, 'SNAP_PROPERTY_RUNS', 12), endOnFailure: process.env['SNAP_SHRINK'] === undefined },
    );
    if (process.env['SNAP_COUNTS'] !== undefined) console.log(counts);
    expect(counts.steps).toBeGreaterThanOrEqual(30);
    // Most answers need no question about everything, or nothing was tried here.
    expect(counts.none + counts.some).toBeGreaterThan(counts.steps / 5);
  });

  it('is not asked for again while nothing has changed, and then only about what did', async () => {
    const at = await place();
    onTestFinished(at.close);
    const first = await at.read();
    expect(at.asked()).toEqual(['all']);
    expect(await at.read()).toEqual(first);
    expect(at.asked()).toEqual([]);
    at.home.put('p/d/a.ts', 'changed');
    expect(await at.read()).toMatchObject({ files: [{ path: 'd/a.ts', state: 'modified' }] });
    expect(await at.read()).toMatchObject({ files: [{ path: 'd/a.ts', state: 'modified' }] });
    expect(at.asked()).toEqual(['some']);
    at.git('add', '-A');
    await at.read();
    expect(at.asked()).toEqual(['all']);
  });

  it('is asked for as a whole while a directory that git does not ignore is not watched', async () => {
    const at = await place();
    onTestFinished(at.close);
    await at.read();
    at.home.put('p/out/o.js', 'new');
    expect(await at.read()).toMatchObject({ files: [{ path: 'out/o.js' }] });
    rmSync(at.home.at('p/out/o.js'));
    expect(await at.read()).toMatchObject({ files: [] });
    expect(at.asked()).toEqual(['all', 'all', 'all']);
    expect(existsSync(at.home.at('p/out'))).toBe(true);
  });
});
