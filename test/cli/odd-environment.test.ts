import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, rmdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { crashText } from '../../src/cli/crash.ts';
import { nodeSystem } from '../../src/system/node.ts';
import { builtProgram } from '../support/built-program.ts';
import { temporaryHome } from '../support/temporary-home.ts';

const program = builtProgram();
const gigabytes = 3 * 1024 ** 3;

/** The program in a project of an empty home. */
function placed() {
  const home = temporaryHome();
  mkdirSync(home.at('shop'));
  writeFileSync(home.at('shop/package.json'), '{}');
  const snap = (words: string, env: Readonly<Record<string, string>> = {}, cwd = home.at('shop')) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...words.split(' ')], {
      cwd,
      env: { HOME: home.path, PATH: '', ...env },
      encoding: 'utf8',
    });
    return { status, stdout, stderr };
  };
  return { home, snap };
}

describe('an environment that names no usable home', () => {
  it.each([
    ['snapshot create', { HOME: '' }, 'HOME is empty'],
    ['learn this that', { HOME: 'rel' }, 'HOME is "rel"'],
    ['mcp scan', { HOME: `/${'h'.repeat(5_000)}` }, 'HOME has 5001 bytes'],
    ['setup --yes', { XDG_DATA_HOME: 'rel' }, 'XDG_DATA_HOME is "rel"'],
    ['task start x', { SNAP_DATA_DIR: './data' }, 'SNAP_DATA_DIR is "./data"'],
  ])('ends %s with 3 and the name of the variable, and leaves the project alone', (words, env, said) => {
    const { home, snap } = placed();
    const { status, stdout, stderr } = snap(words, env);
    expect([status, stdout]).toEqual([3, '']);
    expect(stderr).toContain(said);
    expect(stderr).not.toMatch(/\n {4}at /);
    expect(readdirSync(home.at('shop'))).toEqual(['package.json']);
  });

  it('does not keep help and version from being shown', () => {
    const { snap } = placed();
    expect(snap('--version', { HOME: '' }).status).toBe(0);
    expect(snap('mcp scan --help', { HOME: 'rel' })).toMatchObject({ status: 0, stderr: '' });
  });
});

describe('a config file of three gigabytes', () => {
  it('is named with its size, the limit and what to do, when it is read and when it is written', async () => {
    const { home, snap } = placed();
    home.put('.cursor/mcp.json', '');
    truncateSync(home.at('.cursor/mcp.json'), gigabytes);
    const read = snap('mcp validate --cursor');
    expect(read).toMatchObject({ status: 1, stderr: '' });
    expect(read.stdout.replaceAll(/\s+/g, ' ')).toContain('This file has 3072 MiB, so snap does not read it: 64 MiB is the limit.');
    expect(read.stdout).toContain('-> See what is in it.');
    const written = snap('mcp remove x --cursor --yes');
    expect(written.status).toBe(3);
    expect(written.stdout + written.stderr).toContain('~/.cursor/mcp.json: it has 3072 MiB, and snap reads 64 MiB at most.');
    expect(written.stdout + written.stderr).toContain('See what is in it.');
    await expect(nodeSystem({ home: home.path }).readBytes(home.at('.cursor/mcp.json'))).rejects.toMatchObject({ code: 'refused' });
  });
});

describe('a failure that nothing expected', () => {
  it.each<readonly [unknown, RegExp]>([
    [new Error('boom'), /^snap: this is a bug in snap; please report it with these lines\.\nError: boom\n {4}at /],
    ['boom', /^snap: this is a bug in snap; please report it with these lines\.\nboom$/],
    [undefined, /please report it with these lines\.\nundefined$/],
    [
      Object.assign(new Error('no'), { code: 'ERR_MODULE_NOT_FOUND' }),
      /^snap: it was updated or moved while it ran\. Run the command again\.$/,
    ],
    [Object.assign(new Error('no'), { code: 'ENOSPC' }), /^snap: the disk is full\. .+\.$/],
    [new Error('\u001B[2J\u202Eevil'), /^[^\u001B\u202E]+$/],
  ])('is told in words: %s', (error, text) => {
    expect(crashText(error)).toMatch(text);
  });

  it('has words even where the parts of the program are gone', () => {
    const { home } = placed();
    copyFileSync(program, home.put('dist/main.js', ''));
    const { status, stderr } = spawnSync(process.execPath, [join(home.at('dist'), 'main.js'), 'mcp', 'scan'], {
      env: { HOME: home.path },
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([
      4,
      'snap: its own files are missing or cannot be read. Install it again, then run the command again.\n',
    ]);
  });
});

// Windows and macOS do not let go of a directory in use, or say so otherwise.
it.skipIf(process.platform !== 'linux')('a directory that was deleted under one is named, and not taken for the home', () => {
  const { home } = placed();
  mkdirSync(home.at('gone'));
  const script = `cd "${home.at('gone')}" && rmdir "${home.at('gone')}" && exec "${process.execPath}" "${program}" status`;
  const { status, stderr } = spawnSync('/bin/sh', ['-c', script], { env: { HOME: home.path, PATH: '/usr/bin:/bin' }, encoding: 'utf8' });
  expect(status).toBe(3);
  expect(stderr).toContain('The directory you are in does not exist any more.');
  expect(() => rmdirSync(home.at('gone'))).toThrow('ENOENT');
});
