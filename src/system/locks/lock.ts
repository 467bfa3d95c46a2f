import { createHash, randomBytes } from 'node:crypto';
import type { Stats } from 'node:fs';
import { join } from 'node:path';
import { type Disk, readIfThere, unlinkIfThere } from '../disk.ts';
import { dropQuietly, writeAll } from '../disk-steps.ts';
import { SnapError } from '../errors.ts';
import { diskError, failureCode, displayPath } from '../failures.ts';
import { isRecord, jsonIn } from '../json.ts';
import { makeOwnDirectory, nextStep } from '../own-files.ts';
import { parseRun } from '../stored-run.ts';
import type { ProcessRun } from '../system.ts';
import { pause } from '../time-limit.ts';

/** What is locked. */
export interface LockRequest {
  /** The real path of a file; any text would do. */
  readonly target: string;
  /** The file whose client's own lock is taken too, as the client names it. Noted, so that it is not left behind. */
  readonly foreign?: string | undefined;
}

/** A lock that is held. */
export interface Lock extends LockRequest {
  /** Taken from a dead owner, who may have left the target untidy. */
  readonly tookOver: boolean;
  release(): void;
  /** Leaves it as a dead owner's: the target could not be tidied, and the next owner tries again. */
  abandon(): void;
}

/**
 * Takes the lock of a target (any text; a real path for files), waiting while a living process holds it.
 *
 * The lock is an owner file, linked into place: link(2) is as exclusive as O_EXCL, and the file has its content from the first
 * moment, so that a kill can leave none whose owner is unknown. It is in snap's own directory, never beside the client's file.
 *
 * A dead owner's lock is taken over by renaming our owner file onto it. Two processes may find the same dead owner, and the
 * slower must not rename over the quicker: so the takeover happens under a lock of its own, named after this dead owner's nonce,
 * after a look that it is still the same file. A process that dies during the takeover is then a dead owner itself.
 * @param maxPauseMs between two looks at a lock that is in the way; short where all who take it hold it for less.
 */
export async function takeLock(disk: Disk, request: LockRequest, maxPauseMs = 40): Promise<Lock> {
  const key = createHash('sha256').update(request.target).digest('hex').slice(0, 32);
  return take(disk, join(disk.system.own.runtime, `${key}.lock`), request, maxPauseMs);
}

/** Runs `work` under the lock of `target`. */
export async function underLock<T>(disk: Disk, target: string, work: () => Promise<T>): Promise<T> {
  const lock = await takeLock(disk, { target });
  try {
    return await work();
  } finally {
    lock.release();
  }
}

async function take(disk: Disk, path: string, request: LockRequest, maxPauseMs = 40): Promise<Lock> {
  const { calls, system } = disk;
  const nonce = randomBytes(8).toString('hex');
  const offer = `${path}.${nonce}${offerMark(disk.run)}`;
  try {
    makeOwnDirectory(disk, system.own.runtime);
    const written = writeOwner(disk, offer, { run: disk.run, nonce, ...request });
    try {
      const tookOver = await waitFor(disk, path, offer, request, maxPauseMs);
      return heldLock(disk, path, { nonce, written }, request, tookOver);
    } finally {
      // Not a failure once the lock is held: thrown from here it would leave the lock behind. A later sweep finds the offer.
      dropQuietly(calls, offer);
    }
  } catch (error) {
    const failure = diskError(system.home, request.target, 'could not be locked', error);
    const hint = nextStep(error);
    throw hint === undefined ? failure : new SnapError(failure.code, failure.message, { hint, cause: error });
  }
}

/** Whether it was taken from a dead owner. */
async function waitFor(disk: Disk, path: string, offer: string, request: LockRequest, maxPauseMs: number): Promise<boolean> {
  const { calls, system, patienceMs } = disk;
  const deadline = now() + patienceMs;
  let known: SeenOwner | undefined;
  let askedAt = -Infinity;
  for (let turn = 1; ; turn += 1) {
    // A mere look at first: with many waiting, what each does between two looks is taken from the one who works.
    const inode = calls.lstat(path)?.ino;
    if (inode === undefined) {
      if (linkInto(disk, offer, path)) return false;
      continue;
    }
    if (inode !== known?.inode || now() - askedAt > 200) {
      known = readOwner(disk, path);
      if (known === undefined) continue;
      askedAt = now();
      if (known.owner === undefined || (await system.hasEnded(known.owner.run))) {
        if (await takeOver(disk, path, offer, request, known)) return true;
        known = undefined;
        continue;
      }
    }
    if (now() >= deadline) throw heldByAnother(disk, path, request.target, known?.owner?.run.pid);
    // Jitter, or those who wait would keep meeting each other.
    await pause(1 + Math.random() * Math.min(2 * turn, maxPauseMs));
  }
}

function linkInto({ calls, system }: Disk, offer: string, path: string): boolean {
  try {
    calls.link(offer, path);
    return true;
  } catch (error) {
    const code = failureCode(error);
    if (code === 'EEXIST') return false;
    if (code !== undefined && ['EPERM', 'ENOTSUP', 'ENOSYS', 'EMLINK'].includes(code)) {
      throw new SnapError('io', `${displayPath(system.own.runtime, system)}: this file system has no hard links, which locks need.`, {
        hint: 'Set SNAP_DATA_DIR to a directory on another disk.',
        cause: error,
      });
    }
    throw error;
  }
}

/** Milliseconds of a clock that is never set back. `performance` would load eight modules of Node's for one lock. */
function now(): number {
  return 1_000 * process.uptime();
}

/** Whether this process has taken over the lock of a dead owner. */
async function takeOver(disk: Disk, path: string, offer: string, request: LockRequest, dead: SeenOwner): Promise<boolean> {
  const right = await take(disk, `${path}.${dead.owner?.nonce ?? `unreadable-${dead.inode}`}.takeover`, request);
  try {
    const now = readOwner(disk, path);
    if (now?.inode !== dead.inode || now.text !== dead.text) return false;
    disk.calls.rename(offer, path);
    return true;
  } finally {
    right.release();
  }
}

function heldLock(
  disk: Disk,
  path: string,
  { nonce, written }: { readonly nonce: string; readonly written: Stats },
  request: LockRequest,
  tookOver: boolean,
): Lock {
  const isStillOurs = () => {
    const there = disk.calls.lstat(path);
    // A look instead of a reading, for others wait: a link or a rename changes neither, and no other file has both.
    if (there?.ino === written.ino && there.mtimeMs === written.mtimeMs) return true;
    // A network disk may set the time by its own clock when the file is closed.
    return readOwner(disk, path)?.owner?.nonce === nonce;
  };
  const abandon = () => {
    try {
      const leaving = `${path}.${nonce}${offerMark(disk.run)}`;
      writeOwner(disk, leaving, { run: { ...disk.run, pid: 0 }, nonce, ...request });
      if (isStillOurs()) disk.calls.rename(leaving, path);
      else disk.calls.unlink(leaving);
    } catch {
      // The work is over either way. The lock is a dead owner's as soon as this process ends.
    }
  };
  return {
    ...request,
    tookOver,
    abandon,
    release() {
      try {
        if (isStillOurs()) disk.calls.unlink(path);
      } catch {
        // The work is done and must not be called failed for this.
        abandon();
      }
    },
  };
}

function heldByAnother({ system }: Disk, path: string, target: string, pid: number | undefined): SnapError {
  return new SnapError('refused', `${displayPath(target, system)}: process ${pid ?? 'unknown'} has kept it locked for too long.`, {
    hint: `Wait for that process or end it. If it is not a snap process, delete ${displayPath(path, system)}.`,
  });
}

interface Owner extends LockRequest {
  readonly run: ProcessRun;
  readonly nonce: string;
}

interface SeenOwner {
  readonly inode: number;
  readonly text: string;
  /** `undefined` when it cannot be read: a power cut took its content, since it is linked into place complete. */
  readonly owner: Owner | undefined;
}

function writeOwner({ calls }: Disk, path: string, owner: Owner): Stats {
  const fd = calls.open(path, 'wx', 0o600);
  try {
    writeAll(calls, fd, Buffer.from(JSON.stringify(owner)), null);
    return calls.fstat(fd);
  } catch (error) {
    // A full disk: a process that tries again for days would leave one each time.
    dropQuietly(calls, path);
    throw error;
  } finally {
    calls.close(fd);
  }
}

function readOwner({ calls }: Disk, path: string): SeenOwner | undefined {
  const stats = calls.lstat(path);
  const text = stats === undefined ? undefined : readIfThere(calls, path)?.toString('utf8');
  return stats === undefined || text === undefined ? undefined : { inode: stats.ino, text, owner: parseOwner(text) };
}

function parseOwner(text: string): Owner | undefined {
  const value = jsonIn(text);
  if (!isRecord(value) || typeof value['nonce'] !== 'string' || typeof value['target'] !== 'string') return undefined;
  const run = parseRun(value['run']);
  const foreign = typeof value['foreign'] === 'string' ? value['foreign'] : undefined;
  return run === undefined ? undefined : { run, nonce: value['nonce'], target: value['target'], foreign };
}

/** An offer says in its name whose it is: its content may be missing when its writer was killed. */
function offerMark({ pid, start, boot, space, thread }: ProcessRun): string {
  return `.${[pid, start, boot, space, ...(thread === undefined ? [] : [thread])].map((part) => encodeURIComponent(part)).join('~')}.offer`;
}

function parseOfferMark(name: string): ProcessRun | undefined {
  const [pid, start, boot, space, thread] = (/\.([^.]*)\.offer$/.exec(name)?.[1] ?? '').split('~').map(decodeURIComponent);
  return pid === undefined || start === undefined || boot === undefined || space === undefined
    ? undefined
    : { pid: Number(pid), start, boot, space, thread };
}

/** Leaves what a thread held as a dead owner's: the thread has ended, and its process lives on. */
export async function abandonLocksOf(disk: Disk, thread: string): Promise<void> {
  const { runtime } = disk.system.own;
  for (const name of (await disk.system.list(runtime)) ?? []) {
    const path = join(runtime, name);
    if (name.endsWith('.offer')) {
      if (parseOfferMark(name)?.thread === thread) unlinkIfThere(disk.calls, path);
      continue;
    }
    const owner = readOwner(disk, path)?.owner;
    if (owner?.run.thread !== thread) continue;
    // Nobody else takes it meanwhile: its process lives.
    const leaving = `${path}.${owner.nonce}${offerMark(owner.run)}`;
    writeOwner(disk, leaving, { ...owner, run: { ...owner.run, pid: 0 } });
    disk.calls.rename(leaving, path);
  }
}

/** Takes the locks whose owners are dead, and hands each to `tidy`. Those of the living are left alone. */
export async function sweepDeadLocks(disk: Disk, tidy: (lock: Lock) => Promise<void>): Promise<void> {
  const { runtime } = disk.system.own;
  for (const name of (await disk.system.list(runtime)) ?? []) {
    const path = join(runtime, name);
    if (name.endsWith('.offer')) {
      const run = parseOfferMark(name);
      if (run === undefined || (await disk.system.hasEnded(run))) unlinkIfThere(disk.calls, path);
      continue;
    }
    const seen = readOwner(disk, path);
    if (seen === undefined || (seen.owner !== undefined && !(await disk.system.hasEnded(seen.owner.run)))) continue;
    // Another process may be first; then there is nothing left to do here.
    const lock = await take({ ...disk, patienceMs: 0 }, path, { target: seen.owner?.target ?? path, foreign: seen.owner?.foreign }).catch(
      () => undefined,
    );
    if (lock?.tookOver === true && seen.owner !== undefined && name.endsWith('.lock')) await tidy(lock);
    else lock?.release();
  }
}
