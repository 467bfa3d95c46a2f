import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, realpathSync, rmSync, truncateSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** `folding`: takes `a` and `A` for one name. */
export type DiskKind = 'tmpfs' | 'ext4' | 'folding';

export interface MountedDisk {
  /** Its root, empty. */
  readonly path: string;
  /** Takes all that is left of it but so many bytes. */
  fill(left?: number): void;
  /** Gives back what was taken. */
  empty(): void;
  unmount(): void;
}

/**
 * A small real disk, gone when the test is over. Mounting needs root on Linux; where it is not possible the answer is the reason, for
 * the test to skip with.
 */
export function mountedDisk(kind: DiskKind, megabytes: number): MountedDisk | string {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'a disk is mounted by root on Linux only';
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'snap-disk-')));
  const path = join(base, 'disk');
  mkdirSync(path);
  let isMounted = false;
  const unmount = () => {
    if (isMounted) run('umount', '-l', path);
    isMounted = false;
  };
  try {
    mount(kind, megabytes, base, path);
    isMounted = true;
  } catch (error) {
    rmSync(base, { recursive: true, force: true });
    const lines = (error instanceof Error ? error.message : String(error)).trim().split('\n');
    const why = lines[1] ?? lines[0];
    return `a disk of this kind (${kind}) cannot be mounted here: ${why}`;
  }
  onTestFinished(() => {
    unmount();
    rmSync(base, { recursive: true, force: true });
  });
  rmSync(join(path, 'lost+found'), { recursive: true, force: true });
  const ballast = join(path, '.ballast');
  return {
    path,
    fill(left = 0) {
      const fd = openSync(ballast, 'a');
      let size = 0;
      // In ever smaller pieces, until not one byte is taken any more.
      for (const piece of [262_144, 4_096, 1].map((length) => Buffer.alloc(length))) {
        try {
          for (let i = 0; i < megabytes * 1_024; i += 1) size += writeSync(fd, piece);
        } catch {
          // Full.
        }
      }
      closeSync(fd);
      if (left > 0) truncateSync(ballast, Math.max(0, size - left));
    },
    empty: () => rmSync(ballast, { force: true }),
    unmount,
  };
}

function mount(kind: DiskKind, megabytes: number, base: string, path: string): void {
  if (kind === 'tmpfs') {
    run('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', path);
    return;
  }
  const image = join(base, 'image');
  writeFileSync(image, '');
  truncateSync(image, megabytes * 1_048_576);
  if (kind === 'ext4') {
    run('mkfs.ext4', '-q', '-m', '0', image);
    run('mount', '-o', 'loop', image, path);
    return;
  }
  const tries: readonly (() => void)[] = [
    () => run('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m,casefold`, 'tmpfs', path),
    () => {
      run('mkfs.ext4', '-q', '-m', '0', '-O', 'casefold', '-E', 'encoding=utf8', image);
      run('mount', '-o', 'loop', image, path);
      run('chattr', '+F', path);
    },
    () => {
      run('mkfs.vfat', image);
      run('mount', '-o', 'loop,utf8', image, path);
    },
  ];
  for (const [i, attempt] of tries.entries()) {
    try {
      attempt();
      return;
    } catch (error) {
      // The next kind may be known here.
      if (i === tries.length - 1) throw error;
    }
  }
}

function run(command: string, ...args: readonly string[]): void {
  execFileSync(command, args, { stdio: ['ignore', 'ignore', 'pipe'], timeout: 20_000 });
}
