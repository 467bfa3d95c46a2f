import { execFile, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { beforeEach, describe, expect, it } from 'vitest';
import { builtProgram } from '../../support/built-program.ts';
import { mountedDisk } from '../../support/mounted-disk.ts';
import { temporaryHome, type TemporaryHome } from '../../support/temporary-home.ts';

// The built program, as its users start it: the first run of a build compiles it and keeps the code, later ones take the code.

let home: TemporaryHome;
beforeEach(() => {
  home = temporaryHome();
  mkdirSync(home.at('project'));
});

const start = promisify(execFile);
const environment = (env: Readonly<Record<string, string>> = {}) => ({
  HOME: home.path,
  PATH: process.env['PATH'] ?? '',
  LANG: 'C.UTF-8',
  SNAP_DAEMON: 'off',
  ...env,
});

/** What `snap --help`, or another command, writes. @throws when it ends with another exit code than 0. */
async function snap({ args = ['--help'], env = {}, cwd = home.at('project'), program = builtProgram() } = {}): Promise<string> {
  const { stderr, stdout } = await start(process.execPath, [program, ...args], { cwd, env: environment(env) });
  expect(stderr).toBe('');
  return stdout;
}

const codeDirectory = (): string => home.at('.cache/snap-mcp/code');
/** Every file of kept code. */
const kept = (directory = codeDirectory()): readonly string[] =>
  existsSync(directory)
    ? readdirSync(directory, { recursive: true, withFileTypes: true })
        .filter((entry) => !entry.isDirectory())
        .map((entry) => join(entry.parentPath, entry.name))
        .toSorted()
    : [];
/** Which file it is, so that one that was written again is another. */
const identity = (path: string) => statSync(path, { bigint: true }).ino;

describe('the code that the program keeps', () => {
  it('is of this user alone, is kept at the first run, and stays at the next', async () => {
    const said = await snap();
    const files = kept();
    expect(files.length).toBeGreaterThan(0);
    for (const path of files) expect([path, statSync(path).mode & 0o777]).toEqual([path, 0o600]);
    for (const path of [home.at('.cache'), home.at('.cache/snap-mcp'), codeDirectory(), dirname(files[0] ?? '')])
      expect([path, statSync(path).mode & 0o777]).toEqual([path, 0o700]);
    const before = files.map(identity);
    expect(await snap()).toBe(said);
    expect(kept()).toEqual(files);
    expect(files.map(identity)).toEqual(before);
    expect(readdirSync(home.path).toSorted()).toEqual(['.cache', 'project']);
  });

  it('grows when a later run needs more of the program', async () => {
    await snap();
    const [path = ''] = kept().filter((name) => basename(name).startsWith('run-'));
    const before = statSync(path).size;
    await snap({ args: ['mcp', 'scan', '--json'] });
    expect(statSync(path).size).toBeGreaterThan(before);
  });

  it('is not run when the text of its chunk is another of the same length', async () => {
    const copy = home.at('copy');
    cpSync(dirname(builtProgram()), copy, { recursive: true });
    const program = join(copy, 'main.js');
    expect(await snap({ program })).toContain('Usage');
    for (const name of readdirSync(join(copy, 'chunks'))) {
      const text = readFileSync(join(copy, 'chunks', name), 'latin1');
      writeFileSync(join(copy, 'chunks', name), text.replaceAll('Usage', 'USAGE'), 'latin1');
    }
    expect(await snap({ program })).toContain('USAGE');
  });

  const spoiled: Readonly<Record<string, (path: string) => void>> = {
    'a wrong byte': (path) => writeFileSync(path, changed(readFileSync(path), 0.1)),
    'a wrong byte at the end': (path) => writeFileSync(path, changed(readFileSync(path), 0.9)),
    'half of it': (path) => writeFileSync(path, readFileSync(path).subarray(0, statSync(path).size / 2)),
    'nothing in it': (path) => writeFileSync(path, ''),
    'zeros in it': (path) => writeFileSync(path, Buffer.alloc(statSync(path).size)),
    'open to others': (path) => chmodSync(path, 0o644),
    'a link': (path) => (renameSync(path, home.at(basename(path))), symlinkSync(home.at(basename(path)), path)),
    'a pipe': (path) => (renameSync(path, `${path}.1`), expect(spawnSync('mkfifo', [path]).status).toBe(0)),
  };

  it(`is made again where a file is not as it was written: ${Object.keys(spoiled).join(', ')}`, async () => {
    const said = await snap();
    const files = kept();
    const waiting = Object.values(spoiled);
    while (waiting.length > 0) {
      for (const path of files) waiting.shift()?.(path);
      expect(await snap()).toBe(said);
      for (const path of files) expect(statSync(path).isFile() && statSync(path).mode & 0o777).toBe(0o600);
    }
    const before = files.map(identity);
    await snap();
    expect(files.map(identity)).toEqual(before);
  });

  it('is neither read nor written where the directory is open to others, or cannot be made', async () => {
    const said = await snap();
    chmodSync(home.at('.cache/snap-mcp'), 0o755);
    for (const path of kept()) utimesSync(path, 1, 1);
    expect(await snap()).toBe(said);
    for (const path of kept()) expect(statSync(path).mtimeMs).toBe(1_000);
    home.put('file', '');
    for (const env of [
      { SNAP_DATA_DIR: home.at('file/own') },
      { XDG_CACHE_HOME: home.at('file') },
      { HOME: '/dev/null', XDG_CACHE_HOME: '' },
    ])
      expect(await snap({ env })).toBe(said);
  });

  it('is not taken from the project, whatever the environment says', async () => {
    mkdirSync(home.at('project/.git'));
    const own = home.at('project/.own');
    mkdirSync(join(own, 'cache'), { recursive: true, mode: 0o700 });
    await snap({ env: { SNAP_DATA_DIR: own } });
    expect(kept(own)).toEqual([]);
  });

  it('is kept once by many that start at the same time', async () => {
    const said = await Promise.all(Array.from({ length: 6 }, () => snap()));
    expect(new Set(said).size).toBe(1);
    for (const path of kept()) expect(path).toMatch(/\.js$/);
    expect(await snap()).toBe(said[0]);
  });

  it('goes when the build is no longer there, with what a killed process left, and not what is just being written', async () => {
    await snap();
    const [first = ''] = kept();
    const old = join(dirname(first), 'old-ABCD1234.js');
    const stray = `${first}.123-abc`;
    const writing = `${first}.456-def`;
    for (const path of [old, stray, writing]) writeFileSync(path, '');
    for (const path of [old, stray]) utimesSync(path, 1, 1);
    for (let i = 0; i < 12; i++) {
      mkdirSync(join(codeDirectory(), `program-${i}`));
      utimesSync(join(codeDirectory(), `program-${i}`), i + 1, i + 1);
    }
    await snap({ args: ['mcp', 'scan'] });
    expect([old, stray, writing].map((path) => existsSync(path))).toEqual([false, false, true]);
    expect(
      readdirSync(codeDirectory())
        .filter((name) => name.startsWith('program-'))
        .toSorted(),
    ).toEqual(['program-10', 'program-11', 'program-5', 'program-6', 'program-7', 'program-8', 'program-9']);
  });

  it('is deleted by "snap uninstall", which leaves nothing behind', async () => {
    await snap();
    await snap({ args: ['uninstall', '--yes', '--data'] });
    expect(existsSync(home.at('.cache/snap-mcp'))).toBe(false);
    await snap({ args: ['uninstall', '--yes', '--data'] });
    expect(existsSync(home.at('.cache/snap-mcp'))).toBe(false);
  });

  it('is left out on a full disk, and nothing is said', async (context) => {
    const disk = mountedDisk('tmpfs', 1);
    if (typeof disk === 'string') return context.skip(disk);
    chmodSync(disk.path, 0o700);
    disk.fill();
    await snap({ env: { XDG_CACHE_HOME: disk.path } });
    expect(kept(join(disk.path, 'snap-mcp'))).toEqual([]);
    return undefined;
  });
});

function changed(bytes: Buffer, where: number): Buffer {
  const at = Math.floor(bytes.length * where);
  bytes[at] = (bytes[at] ?? 0) ^ 0x55;
  return bytes;
}
