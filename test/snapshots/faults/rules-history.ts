import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { type BuiltInRules, builtInRules } from '../../../src/snapshots/look/capture-rules.ts';
import { openSnapshots } from '../../../src/snapshots/open-snapshots.ts';
import type { Restored, SnapshotId, Snapshots } from '../../../src/snapshots/snapshots.ts';
import { nodeSystem } from '../../../src/system/node.ts';
import { writableSystem } from '../../../src/system/writable.ts';
import { openWorkspace } from '../../../src/workspace/index.ts';

// Histories of a tree and of the rules that say what of it is captured, and what must hold for every restore in them.

const files = ['a', 'b.log', 'x.tmp', '.env', 'k.pem', 'd/a', 'd/b.log', 'd/.env', 'd/e/a', 'd/e/x.tmp', 'g/a', 'g/k.pem'];
const settingsFiles = ['.vscode/settings.json', '.vscode/x', '.snap/settings.json'];
const all = [...files, ...settingsFiles];
/** `above`: in the directory that the workspace is in; `info`: git's own. */
const ruleFiles = ['.gitignore', 'd/.gitignore', 'g/.gitignore', 'above', 'info'] as const;
const ignoreFiles = ruleFiles.filter((name) => name.endsWith('.gitignore'));
const patterns = [
  'd/',
  'g/',
  'h/',
  'e/',
  '*',
  '!*',
  '*.log',
  '!*.log',
  '/a',
  'a',
  '!a',
  '.env',
  '**/a',
  'd/*',
  '!d/e/',
  '.vscode/',
  '*.tmp',
  'w/d',
];

const builtIns: readonly BuiltInRules[] = [
  builtInRules,
  { version: 2, isMissed: (file) => /\.tmp$|(^|\/)\.env$/.test(file), isLookedInto: (directory) => directory === 'g' },
];

export type Step =
  | { readonly kind: 'write'; readonly path: string; readonly text: string }
  | { readonly kind: 'remove'; readonly path: string }
  | { readonly kind: 'directory' | 'link'; readonly path: 'g' | 'h' }
  | { readonly kind: 'rules'; readonly file: (typeof ruleFiles)[number]; readonly lines: readonly string[] }
  | { readonly kind: 'exclude'; readonly patterns: readonly string[] }
  | { readonly kind: 'version'; readonly version: number }
  | { readonly kind: 'process' | 'take' }
  | { readonly kind: 'track'; readonly path: string }
  | { readonly kind: 'restore'; readonly which: number; readonly paths: readonly string[] | undefined };

export interface History {
  readonly isBelow: boolean;
  readonly isRepository: boolean;
  readonly steps: readonly Step[];
}

const path = fc.constantFrom(...all);
const lines = fc.array(fc.constantFrom(...patterns), { maxLength: 3 });
const paths = fc.option(fc.constantFrom(['d'], ['a', '*.log'], ['d/e', 'g'], ['**/a']), { nil: undefined, freq: 3 });

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('write' as const), path, text: fc.constantFrom('', '1', '2', '3') }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('remove' as const), path: fc.constantFrom(...all, 'd', 'g', 'h', 'd/e') }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('directory' as const, 'link' as const), path: fc.constantFrom('g', 'h') }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('rules' as const), file: fc.constantFrom(...ruleFiles), lines }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('exclude' as const), patterns: lines }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('version' as const), version: fc.nat({ max: builtIns.length - 1 }) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('process' as const) }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('take' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('track' as const), path }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('restore' as const), which: fc.nat(), paths }) },
);

export const histories: fc.Arbitrary<History> = fc.record({
  isBelow: fc.boolean(),
  isRepository: fc.integer({ min: 0, max: 7 }).map((number) => number === 0),
  steps: fc.array(step, { minLength: 10, maxLength: 40 }),
});

export interface Played {
  restores: number;
  /** Files that restores deleted, and that they left and named. */
  deleted: number;
  named: number;
  exact: number;
}

/** Files and links by their paths, with what is in them; directories with nothing. */
type Picture = ReadonlyMap<string, string>;

interface Taken {
  readonly id: SnapshotId;
  readonly picture: Picture;
  readonly held: ReadonlySet<string>;
  /** Whether its rules would have taken a file at a path; judged by a capture of all paths under the same rules. */
  readonly couldHold: ReadonlySet<string>;
  readonly version: number;
  readonly exclude: readonly string[];
  readonly rules: Readonly<Record<'above' | 'info', string>>;
}

/** Plays a history in an empty directory. @throws AssertionError where a law is broken. */
export async function play({ isBelow, isRepository, steps }: History, base: string, played: Played): Promise<void> {
  const top = join(base, 'top');
  const root = isBelow ? join(top, 'w') : top;
  mkdirSync(root, { recursive: true });
  if (isRepository) execFileSync('git', ['init', '-q', top], { env: { PATH: process.env['PATH'] ?? '', HOME: base } });
  mkdirSync(join(top, '.git/info'), { recursive: true });
  const taken: Taken[] = [];
  let exclude: readonly string[] = ['*.log'];
  let version = 0;
  let number = 0;
  const open = async (directory: string, own: string) => {
    const env = { HOME: base, PATH: process.env['PATH'] ?? '', SNAP_DATA_DIR: join(base, own) };
    const system = writableSystem(nodeSystem({ home: base, cwd: base, env }));
    const workspace = await openWorkspace(system, directory);
    return openSnapshots(system, workspace, { exclude, yields: false, builtIn: builtIns[version] });
  };
  let snapshots = await open(root, 'own');
  const reopen = async () => {
    snapshots.close();
    snapshots = await open(root, 'own');
  };

  const take = async () => {
    const { snapshot } = await snapshots.take({ kind: 'manual' });
    const picture = pictureOf(root);
    number += 1;
    const scratch = join(base, `probe${number}`);
    const probe = await open(layOutAll(scratch, top, isBelow), `probing${number}`);
    const probed = await probe.take({ kind: 'manual' });
    taken.push({
      id: snapshot.id,
      picture,
      held: await heldIn(snapshots, snapshot.id),
      couldHold: await heldIn(probe, probed.snapshot.id),
      version,
      exclude,
      rules: { above: textAt(join(top, '.gitignore')), info: textAt(join(top, '.git/info/exclude')) },
    });
    probe.close();
    for (const name of [scratch, join(base, `probing${number}`)]) rmSync(name, { recursive: true, force: true });
  };

  const restore = async (target: Taken, asked: readonly string[] | undefined) => {
    const before = pictureOf(root);
    const plan = await snapshots.planRestore(target.id, asked === undefined ? {} : { paths: asked });
    const done = await snapshots.restore(target.id, asked === undefined ? {} : { paths: asked });
    const after = pictureOf(root);
    played.restores += 1;
    played.deleted += done.deleted.length;
    played.named += done.conflicts.length;
    checkDeleted({ before, after, done, target, isSameVersion: target.version === version });
    checkNamed({ before, after, done, target, asked, isSameVersion: target.version === version });
    if (done.isExact) played.exact += 1;
    // Where only some paths are restored, the ignore files of the tree may still be others.
    if (done.isExact && asked === undefined) {
      const now = exclude;
      exclude = target.exclude;
      const rules = { above: textAt(join(top, '.gitignore')), info: textAt(join(top, '.git/info/exclude')) };
      const setRules = ({ above, info }: typeof rules) => {
        if (isBelow) putOrDrop(join(top, '.gitignore'), above);
        putOrDrop(join(top, '.git/info/exclude'), info);
      };
      setRules(target.rules);
      const fresh = await open(root, 'own');
      const differs = await fresh.changes(target.id, 'working');
      assert.deepEqual(
        differs.map(({ kind, path: at }) => `${kind} ${at}`),
        [],
        'a restore is called exact, and a capture by the rules of the snapshot differs from it',
      );
      fresh.close();
      setRules(rules);
      exclude = now;
    }
    // The plan names no path that is then changed, and every deletion is planned.
    const planned = new Set(plan.changes.map(({ path: at }) => at));
    for (const at of done.deleted) assert.ok(planned.has(at), `${at} was deleted and not planned`);
    if (done.written.length + done.deleted.length === 0) return;
    await snapshots.undo();
    assert.deepEqual(listOf(pictureOf(root)), listOf(before), 'undoing does not bring back what was there');
    await snapshots.undo();
    assert.deepEqual(listOf(pictureOf(root)), listOf(after), 'undoing twice does not bring back what was restored');
  };

  try {
    for (const one of steps) {
      switch (one.kind) {
        case 'take':
          await take();
          break;
        case 'restore': {
          const target = taken[one.which % Math.max(1, taken.length)];
          if (target !== undefined) await restore(target, one.paths);
          break;
        }
        case 'exclude':
          exclude = one.patterns;
          await reopen();
          break;
        case 'version':
          version = one.version;
          await reopen();
          break;
        case 'process':
          await reopen();
          break;
        default:
          change(root, top, isBelow, isRepository, one);
      }
    }
    for (const target of taken) await restore(target, undefined);
    const { damaged, faults } = await snapshots.verify();
    assert.deepEqual({ damaged, faults }, { damaged: [], faults: [] });
  } finally {
    snapshots.close();
  }
}

/** What is gone, the snapshot could have held, did not hold, and is named. */
function checkDeleted({
  before,
  after,
  done,
  target,
  isSameVersion,
}: {
  readonly before: Picture;
  readonly after: Picture;
  readonly done: Restored;
  readonly target: Taken;
  readonly isSameVersion: boolean;
}): void {
  const deleted = new Set(done.deleted);
  const written = new Set(done.written);
  for (const at of before.keys()) {
    if (before.get(at) === directoryMark || after.has(at)) continue;
    assert.ok(deleted.has(at), `${at} went and is not named`);
    assert.ok(!target.held.has(at), `${at} went, and the snapshot holds it`);
    // Where a directory was that was left out, a file can have come since.
    assert.equal(
      target.picture.get(at) ?? directoryMark,
      directoryMark,
      `${at} went; it was there when the snapshot was taken, which left it out`,
    );
    const isBelowOther = aboveOf(at).some((directory) => (target.picture.get(directory) ?? directoryMark) !== directoryMark);
    const isKnown = isSameVersion && (target.couldHold.has(at) || !all.includes(at));
    assert.ok(isKnown || isBelowOther, `${at} went, and the snapshot could not have held it`);
  }
  for (const [at, content] of after) {
    if (content === directoryMark || before.get(at) === content) continue;
    assert.ok(written.has(at), `${at} changed and is not named`);
  }
}

/** What is not as in the snapshot afterwards is named. */
function checkNamed({
  before,
  after,
  done,
  target,
  asked,
  isSameVersion,
}: {
  readonly before: Picture;
  readonly after: Picture;
  readonly done: Restored;
  readonly target: Taken;
  readonly asked: readonly string[] | undefined;
  readonly isSameVersion: boolean;
}): void {
  const named = new Set(done.conflicts.map(({ path: at }) => at));
  if (asked !== undefined) return;
  for (const at of target.held) {
    if (after.get(at) !== target.picture.get(at)) assert.ok(named.has(at), `${at} is not as in the snapshot, and not named`);
  }
  for (const [at, content] of after) {
    if (content === directoryMark || target.held.has(at) || !before.has(at)) continue;
    if (target.couldHold.has(at) && (isSameVersion || !isJudgedByVersion(at)))
      assert.ok(named.has(at), `${at} stays, the snapshot could have held it, and it is not named`);
  }
  assert.equal(done.isExact, named.size === 0);
}

/** Whether the versions differ in it. */
function isJudgedByVersion(at: string): boolean {
  const [one, ...others] = builtIns.map(({ isMissed, isLookedInto }) => `${isMissed(at)} ${aboveOf(at).map(isLookedInto).join()}`);
  return others.some((other) => other !== one);
}

const directoryMark = 'directory';

function change(root: string, top: string, isBelow: boolean, isRepository: boolean, one: Step): void {
  switch (one.kind) {
    case 'write':
      putAt(root, one.path, one.text);
      return;
    case 'remove':
      if (hasWay(root, one.path)) rmSync(join(root, one.path), { recursive: true, force: true });
      return;
    case 'directory':
      clear(root, one.path);
      mkdirSync(join(root, one.path), { recursive: true });
      return;
    case 'link':
      clear(root, one.path);
      symlinkSync('d', join(root, one.path));
      return;
    case 'rules': {
      if (one.file === 'above' && !isBelow) return;
      const text = one.lines.map((line) => `${line}\n`).join('');
      if (one.file === 'above') putOrDrop(join(top, '.gitignore'), text);
      else if (one.file === 'info') putOrDrop(join(top, '.git/info/exclude'), text);
      else if (text !== '') putAt(root, one.file, text);
      else if (hasWay(root, one.file)) rmSync(join(root, one.file), { force: true });
      return;
    }
    case 'track':
      if (!isRepository || !hasWay(root, one.path) || lstatSync(join(root, one.path), { throwIfNoEntry: false })?.isFile() !== true) return;
      execFileSync('git', ['add', '-f', '--', one.path], { cwd: root, env: { PATH: process.env['PATH'] ?? '', HOME: dirname(top) } });
      return;
    default:
  }
}

/** Every path at once, under the rules of now: what is captured of it could be captured. */
function layOutAll(scratch: string, top: string, isBelow: boolean): string {
  mkdirSync(scratch, { recursive: true });
  cpSync(top, scratch, { recursive: true, verbatimSymlinks: true });
  const root = isBelow ? join(scratch, 'w') : scratch;
  for (const at of [...all, ...ignoreFiles]) {
    const stats = hasWay(root, at) ? lstatSync(join(root, at), { throwIfNoEntry: false }) : undefined;
    if (stats === undefined) putAt(root, at, '');
  }
  return root;
}

async function heldIn(snapshots: Snapshots, id: SnapshotId): Promise<ReadonlySet<string>> {
  const held = new Set<string>();
  for (const at of [...all, ...ignoreFiles]) if ((await snapshots.content(id, at)) !== undefined) held.add(at);
  return held;
}

function pictureOf(root: string): Picture {
  const picture = new Map<string, string>();
  const look = (below: string): void => {
    for (const name of readdirSync(join(root, below)).sort()) {
      if (name === '.git') continue;
      const at = below === '' ? name : `${below}/${name}`;
      const stats = lstatSync(join(root, at));
      if (stats.isSymbolicLink()) picture.set(at, `link ${readlinkSync(join(root, at))}`);
      else if (stats.isFile()) picture.set(at, `file ${readFileSync(join(root, at), 'utf8')}`);
      else {
        picture.set(at, directoryMark);
        look(at);
      }
    }
  };
  look('');
  return picture;
}

function listOf(picture: Picture): readonly string[] {
  return [...picture].map(([at, content]) => `${at}: ${content}`).sort();
}

function aboveOf(at: string): readonly string[] {
  const names = at.split('/').slice(0, -1);
  return names.map((_, i) => names.slice(0, i + 1).join('/'));
}

/** Whether every directory above is a real one. */
function hasWay(root: string, at: string): boolean {
  return aboveOf(at).every((directory) => lstatSync(join(root, directory), { throwIfNoEntry: false })?.isDirectory() === true);
}

function clear(root: string, at: string): void {
  if (lstatSync(join(root, at), { throwIfNoEntry: false })?.isDirectory() !== true) rmSync(join(root, at), { force: true });
  else rmSync(join(root, at), { recursive: true });
}

function putAt(root: string, at: string, text: string): void {
  for (const directory of aboveOf(at)) {
    const stats = lstatSync(join(root, directory), { throwIfNoEntry: false });
    if (stats !== undefined && !stats.isDirectory()) rmSync(join(root, directory));
  }
  mkdirSync(dirname(join(root, at)), { recursive: true });
  const stats = lstatSync(join(root, at), { throwIfNoEntry: false });
  if (stats !== undefined && !stats.isFile()) rmSync(join(root, at), { recursive: true });
  writeFileSync(join(root, at), text);
}

function textAt(file: string): string {
  const stats = lstatSync(file, { throwIfNoEntry: false });
  return stats === undefined ? '' : readFileSync(file, 'utf8');
}

function putOrDrop(file: string, text: string): void {
  if (text === '') rmSync(file, { force: true });
  else writeFileSync(file, text);
}
