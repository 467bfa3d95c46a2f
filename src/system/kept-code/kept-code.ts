import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { Script } from 'node:vm';
import type { System } from '../system.ts';
import { isSafeCache, namedCache } from './cache-place.ts';
import { makeOwnDirectory } from '../make-directory.ts';

// A file of kept code: the code, the text that V8 made it of, the code again, and 16 bytes. V8 compares of the text only its length, and of the code
// nothing: a single wrong byte ends the process (tried with Node 20.20, 2026-11-23). So the text is compared here, and the two codes. It takes a tenth of a
// millisecond; node:crypto or node:zlib take two or three only to be loaded.

const endBytes = 16;

/** The last bytes of a file that is laid out like this. */
const layout = 0x736e6131;

const dayMs = 86_400_000;

interface KeptFile {
  readonly code: Buffer;
  readonly madeMs: number;
}

/** The code that V8 made of a chunk, with the text that it made it of. */
interface Kept {
  readonly code: Buffer;
  /** Whether it is time to see if later runs have compiled more of the chunk. */
  readonly isDue: boolean;
}

/** What a chunk was compiled from in this process. */
export interface Compiled {
  readonly file: string;
  readonly source: Buffer;
  readonly script: Script;
  readonly kept: Kept | undefined;
}

interface Noted extends Compiled {
  readonly header: Buffer;
}

/** Of one program, made by one version of Node. Nothing here throws or says anything: without kept code the program only starts slower. */
export interface KeptCode {
  /** The code that was kept of exactly this text; `undefined` where there is none that may be run. */
  read(file: string, source: Buffer): Kept | undefined;
  /** Has the code of a chunk kept when the answer was given: a while after the last chunk was loaded, or when the process ends. */
  note(compiled: Compiled): void;
}

const maxBytes = 16 * 1024 * 1024;
const maxPrograms = 8;
/** Of a server that is killed later, all that it needed to start has run by then. */
const waitMs = 2_000;

/** Of the program whose chunks are in this directory, in the cache directory of the person; none where that cannot be trusted. */
export function keptCode(chunks: string): KeptCode {
  const named = namedCache({ platform: process.platform as System['platform'], env: process.env });
  if (named === undefined) return { read: () => undefined, note: () => undefined };
  const { cache, home } = named;
  const directory = join(cache, 'code', programKey(chunks));
  let isSafe: boolean | undefined;
  const waiting: Noted[] = [];
  let timer: NodeJS.Timeout | undefined;

  const keep = () => {
    const all = waiting.splice(0);
    // What "snap uninstall" has removed stays away.
    if (all.length === 0 || process.argv.includes('uninstall')) return;
    try {
      if (!isSafeCache(cache, home, true)) return;
      isSafe = true;
      makeOwnDirectory(directory);
      let isNew = false;
      for (const one of all) isNew = keepOne(directory, one) || isNew;
      if (isNew) removeOld(chunks, directory);
    } catch {
      // A full disk, a read-only one, or somebody else's directory.
    }
  };

  return {
    read(file, source) {
      isSafe ??= isSafeCache(cache, home);
      return isSafe ? readKept(join(directory, file), source) : undefined;
    },
    note(compiled) {
      waiting.push({ ...compiled, header: headerNow() });
      if (timer === undefined) process.on('exit', keep);
      timer = timer?.refresh() ?? setTimeout(keep, waitMs).unref();
    },
  };
}

/** V8 refuses code that was made with other flags: each set of them has its own directory. A collision costs time only. */
function programKey(chunks: string): string {
  const words = JSON.stringify([chunks, process.versions.v8, process.execArgv, process.env['NODE_OPTIONS'] ?? '']);
  let hash = 0;
  for (let i = 0; i < words.length; i++) hash = (Math.imul(hash, 31) + words.charCodeAt(i)) | 0;
  return `${process.version}-${process.arch}-${(hash >>> 0).toString(16)}`;
}

function readKept(path: string, source: Buffer): Kept | undefined {
  let descriptor: number | undefined;
  try {
    // Neither through a link nor waiting for whoever writes to a pipe. Windows has no such flags.
    descriptor = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
    const stats = fstatSync(descriptor);
    const uid = process.getuid?.();
    if (!stats.isFile() || stats.size > maxBytes || (uid !== undefined && (stats.uid !== uid || (stats.mode & 0o077) !== 0)))
      return undefined;
    const bytes = Buffer.allocUnsafeSlow(stats.size);
    if (readSync(descriptor, bytes, 0, stats.size, 0) !== stats.size) return undefined;
    const found = unpackCode(bytes, source);
    // The last look is the time of the file.
    return found === undefined ? undefined : { code: found.code, isDue: isDue(found.madeMs, stats.mtimeMs, Date.now()) };
  } catch {
    return undefined;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** @returns whether the file is new. */
function keepOne(directory: string, { file, source, script, kept, header }: Noted): boolean {
  const path = join(directory, file);
  const code = script.createCachedData();
  const hadBytes = script.cachedDataRejected === true ? 0 : (kept?.code.length ?? 0);
  const now = Date.now();
  if (code.length <= hadBytes * 1.02) {
    utimesSync(path, now / 1000, now / 1000);
    return false;
  }
  restoreHeader(code, header);
  const temporary = `${path}.${process.pid}-${Math.random().toString(36).slice(2)}`;
  try {
    writeFileSync(temporary, packCode(code, source, now), { flag: 'wx', mode: 0o600 });
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
  return hadBytes === 0;
}

function headerNow(): Buffer {
  return new Script('0').createCachedData().subarray(0, 32);
}

/**
 * V8 takes code only under the settings that its header names, and the bridge changes one after it has loaded its chunks (delay-optimizing.ts). That one
 * changes when V8 optimizes, not the code, so the words that differ are taken from the time when the chunk was loaded.
 */
function restoreHeader(code: Buffer, before: Buffer): void {
  const now = headerNow();
  for (let at = 0; at < before.length; at += 4) if (now.readInt32LE(at) !== before.readInt32LE(at)) before.copy(code, at, at, at + 4);
}

/** What an earlier build left, what a process left that died while it wrote, and the code of programs that were not started for the longest time. */
function removeOld(chunks: string, directory: string): void {
  const wanted = new Set(readdirSync(chunks));
  const hourAgo = Date.now() - 3_600_000;
  for (const name of readdirSync(directory)) {
    const path = join(directory, name);
    const isBeingWritten = wanted.has(name.replace(/\.[\w-]+$/, '')) && statSync(path).mtimeMs > hourAgo;
    if (!wanted.has(name) && !isBeingWritten) unlinkSync(path);
  }
  const all = join(directory, '..');
  const others = readdirSync(all).map((name) => ({ path: join(all, name), written: statSync(join(all, name)).mtimeMs }));
  for (const { path } of others.toSorted((a, b) => b.written - a.written).slice(maxPrograms))
    rmSync(path, { recursive: true, force: true });
}

/** The bytes of the file. {@link unpackCode} gives the code for exactly this text. */
export function packCode(code: Buffer, source: Buffer, madeMs: number): Buffer {
  const end = Buffer.alloc(endBytes);
  end.writeDoubleLE(madeMs, 0);
  end.writeUInt32LE(code.length, 8);
  end.writeUInt32LE(layout, 12);
  return Buffer.concat([code, source, code, end]);
}

/** @returns `undefined` for code of another text, and for a file that is not as it was written. */
export function unpackCode(bytes: Buffer, source: Buffer): KeptFile | undefined {
  const end = bytes.length - endBytes;
  if (end < 0 || bytes.readUInt32LE(end + 12) !== layout) return undefined;
  const length = bytes.readUInt32LE(end + 8);
  const middle = length + source.length;
  if (middle + length !== end || source.compare(bytes, length, middle) !== 0) return undefined;
  const code = bytes.subarray(0, length);
  return code.compare(bytes, middle, end) === 0 ? { code, madeMs: bytes.readDoubleLE(end) } : undefined;
}

/**
 * Code contains the functions that had run when it was made. It is looked at again when it is twice as old as at the last look, and at least once a day, so
 * that what the first run did not need is soon there too.
 */
export function isDue(madeMs: number, lookedMs: number, now: number): boolean {
  return now < lookedMs || !(now - lookedMs < Math.min(lookedMs - madeMs, dayMs));
}
