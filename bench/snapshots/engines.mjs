// Every engine behind the same five calls, each with how long the call took: other tools' git commands, our snapshots in a process that
// lives on, our program from the shell.
import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { environmentOf, snap } from '../support/program.mjs';
import { sizeOf } from './disk.mjs';

/** Longer than this takes no call, on any tree. */
const longestJobMs = 600_000;

/**
 * @typedef {{ ms: number, id?: string, root?: string, peak?: number, completeMs?: number, before?: number }} Taken `before`: bytes that its
 *   stores had already
 * @typedef {{
 *   name: string, isOurs: boolean, readsAll: boolean, rewritesAll: boolean, isFromShell: boolean, tree: Tree, stores: readonly string[],
 *   first(): Promise<Taken>, take(paths: readonly string[]): Promise<Taken>, restore(id: string): Promise<Taken>,
 *   tidy?(): Promise<unknown>, check?(): Promise<unknown>, idle?(): Promise<number>, close(): Promise<void>,
 * }} Engine
 * @typedef {{ root: string, home: string, base: string, count: number, files: readonly string[], environment: Record<string, string> }} Tree
 */

/** Another tool. One that works in the person's own repository gets a copy of the tree. @returns {Engine} */
export function opponentAt(maker, tree, store) {
  let engine;
  return {
    name: maker.name,
    isOurs: false,
    readsAll: maker.readsAll,
    rewritesAll: maker.rewritesAll === true,
    isFromShell: false,
    tree,
    get stores() {
      return engine.stores;
    },
    async first() {
      rmSync(store, { recursive: true, force: true });
      mkdirSync(store, { recursive: true });
      engine = maker.open({ root: tree.root, home: tree.home, store, environment: tree.environment });
      const before = sizeOf(engine.stores);
      const taken = await timed(async () => {
        await engine.prepare();
        return engine.take();
      });
      return { ...taken, before };
    },
    take: () => timed(() => engine.take()),
    restore: (id) => timed(() => engine.restore(id)),
    close: async () => undefined,
  };
}

/**
 * Ours in a process that lives as long as a server does. `isWatched`: told of changes by its watcher, and free to borrow from git what
 * git has; without, it walks the tree each time, and its first snapshot owns every byte. @returns {Engine}
 */
export function longLivedAt(program, { isWatched }, tree, store) {
  let driver;
  return {
    name: isWatched ? 'snap, watched' : 'snap, full walk',
    isOurs: true,
    readsAll: true,
    rewritesAll: false,
    isFromShell: false,
    tree,
    stores: [store],
    async first() {
      await driver?.close();
      rmSync(store, { recursive: true, force: true });
      driver = drive(program);
      const { environment, home, root } = tree;
      const opening = await driver.run({ what: 'open', place: { root, home, store, environment, isWatched, yields: true } });
      const first = () => driver.run({ what: 'first' });
      const taken = isWatched ? await first() : await withUnknownTimes(tree, first);
      return { ...taken, ms: taken.ms + opening.ms, completeMs: taken.completeMs + opening.ms };
    },
    take: (paths) => driver.run({ what: 'take', expects: isWatched ? paths : [] }),
    restore: (id) => driver.run({ what: 'restore', id }),
    tidy: () => driver.run({ what: 'tidy' }),
    /** What the last snapshot holds is what a walk of the whole tree finds, by a process that was told of nothing. */
    async check() {
      const { environment, home, root } = tree;
      const place = { root, home, store, environment, isWatched: false, yields: false };
      const { isNew } = await alone(program, place, { what: 'take', expects: [] });
      if (isNew) throw new Error('a walk of the whole tree finds more than was told of');
    },
    close: async () => driver?.close(),
  };
}

/** The built program, a process for each call; its time is that of the whole process, start included. @returns {Engine} */
export function shellAt(meter, tree, store) {
  const environment = { ...environmentOf(tree.home), SNAP_DATA_DIR: store };
  const out = join(tree.base, 'said');
  const run = async (...words) => {
    const { code, mebibytes, wall } = await meter.run({ argv: snap(...words), env: environment, cwd: tree.root, out });
    if (code !== 0) throw new Error(`snap ${words.slice(0, 2).join(' ')} ended with ${code}: ${readFileSync(out, 'utf8').slice(0, 300)}`);
    return { ms: wall * 1000, peak: mebibytes };
  };
  const take = async () => {
    const taken = await run('snapshot', 'create', '--json', '--workspace', tree.root);
    const { id, root } = JSON.parse(readFileSync(out, 'utf8')).snapshot;
    return { ...taken, id, root };
  };
  return {
    name: 'snap, from the shell',
    isOurs: true,
    readsAll: true,
    rewritesAll: false,
    isFromShell: true,
    tree,
    stores: [store],
    async first() {
      rmSync(store, { recursive: true, force: true });
      return take();
    },
    take,
    restore: (id) => run('snapshot', 'restore', id, '--yes', '--json', '--workspace', tree.root),
    /** What the start of the program takes. */
    idle: async () => (await run('--version')).ms,
    close: async () => undefined,
  };
}

/** A process of driven.ts. Each job settles with what it measured, and fails when the process ends. */
export function drive(program) {
  const child = fork(program, [], { execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const exit = once(child, 'exit');
  return {
    async run(job) {
      const answer = once(child, 'message', { signal: AbortSignal.timeout(longestJobMs) });
      child.send(job);
      const [{ done, error } = { error: 'the process ended' }] = await Promise.race([answer, exit.then(() => [])]);
      if (error !== undefined) throw new Error(`snap, ${job.what}: ${error}`);
      return done;
    },
    async close() {
      if (child.connected) child.disconnect();
      await exit;
    },
  };
}

/** One job of driven.ts in a process of its own. */
export async function alone(program, place, job) {
  const own = drive(program);
  try {
    const { ms } = await own.run({ what: 'open', place });
    const done = await own.run(job);
    return { ...done, ms: ms + done.ms };
  } finally {
    await own.close();
  }
}

/** Meanwhile git knows no times of any file, as after `git read-tree`: nothing can be told from its index without reading. */
async function withUnknownTimes({ environment, root }, work) {
  const index = join(root, '.git/index');
  const [other, aside] = [`${index}.bench`, `${index}.aside`];
  execFileSync('git', ['read-tree', 'HEAD'], { cwd: root, env: { ...environment, GIT_INDEX_FILE: other } });
  renameSync(index, aside);
  renameSync(other, index);
  try {
    return await work();
  } finally {
    // The same file again, with the same times.
    renameSync(aside, index);
  }
}

async function timed(work) {
  const began = performance.now();
  const id = await work();
  return { ms: performance.now() - began, id };
}
