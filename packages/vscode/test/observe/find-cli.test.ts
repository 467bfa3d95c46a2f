import { chmodSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, relative, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeSystem } from '../../../../src/system/node.ts';
import { temporaryHome, type TemporaryHome } from '../../../../test/support/temporary-home.ts';
import { askVersionManager, keptShims } from '../../src/observe/behind-shim.ts';
import { findCli, otherPrograms, type CliSearch, type CliSearchOptions } from '../../src/observe/find-cli.ts';

/** A home with a Node.js and packages of snap; the PATH is what the test says. */
function machine(home: TemporaryHome = temporaryHome()) {
  const program = (path: string, text = '#!/bin/sh\n'): string => {
    const file = home.put(path, text);
    chmodSync(file, 0o755);
    return file;
  };
  const installed = (version: string, at: string, name = 'snap-mcp'): string => {
    home.put(`${at}/package.json`, JSON.stringify({ name, version }));
    return program(`${at}/dist/main.js`, '#!/usr/bin/env node\n');
  };
  const link = (from: string, target: string): string => {
    mkdirSync(dirname(home.at(from)), { recursive: true });
    symlinkSync(target, home.at(from));
    return home.at(from);
  };
  const search = (path: readonly string[], options: Partial<CliSearchOptions> = {}): Promise<CliSearch> => {
    const env = { HOME: home.path, PATH: path.map((name) => home.at(name)).join(':') };
    return findCli(nodeSystem({ home: home.path, env, cwd: home.path }), { setting: '', ...options });
  };
  return { home, program, installed, link, search };
}

const node = 'bin/node';

describe('finding the program', () => {
  it('follows the link that npm makes, and takes the Node.js beside it', async () => {
    const { home, program, installed, link, search } = machine();
    program('other/node');
    program(node);
    const file = installed('0.1.0', 'lib/node_modules/snap-mcp');
    const path = link('bin/snap', file);
    expect(await search(['other', 'bin'])).toEqual({
      kind: 'found',
      cli: { path, file, version: '0.1.0', directory: home.at('lib/node_modules/snap-mcp'), node: home.at(node), others: [] },
    });
  });

  it('takes the newest of several, and names the others', async () => {
    const { installed, link, program, search } = machine();
    program(node);
    link('bin/snap', installed('0.9.0', 'old'));
    const old = link('also/snap', installed('0.10.1', 'new'));
    const found = await search(['bin', 'also']);
    expect(found.kind === 'found' && [found.cli.path, found.cli.version, found.cli.others.map(({ version }) => version)]).toEqual([
      old,
      '0.10.1',
      ['0.9.0'],
    ]);
  });

  it('looks in no directory that depends on where the editor was started', async () => {
    const { home, installed, link, program, search } = machine();
    program(node);
    link('bin/snap', installed('0.1.0', 'lib/node_modules/snap-mcp'));
    link('project/node_modules/.bin/snap', installed('9.9.9', 'project/node_modules/snap-mcp'));
    program('project/node_modules/.bin/node');
    const here = relative(process.cwd(), home.at('project/node_modules/.bin'));
    const env = { HOME: home.path, PATH: `${here}:${home.at('bin')}` };
    const found = await findCli(nodeSystem({ home: home.path, env, cwd: home.path }), { setting: '', loginPath: async () => here });
    expect(found).toMatchObject({ kind: 'found', cli: { version: '0.1.0', node: home.at(node), others: [] } });
    expect(await search([])).toMatchObject({ kind: 'missing' });
  });

  it('never takes another program with the same name, and runs none', async () => {
    const { home, program, installed, link, search } = machine();
    program(node);
    const ran = home.at('ran');
    const stranger = program('bin/snap', `#!/bin/sh\ntouch ${ran}\n`);
    expect(await search(['bin'])).toEqual({ kind: 'missing', why: 'stranger', path: stranger });
    link('also/snap', installed('1.0.0', 'foreign', 'snap-of-others'));
    expect((await search(['bin', 'also'])).kind).toBe('missing');
    link('late/snap-mcp', installed('1.0.0', 'ours'));
    expect((await search(['bin', 'also', 'late'])).kind).toBe('found');
    expect(home.tree()).not.toContain('ran');
  });

  it('finds it where package managers put programs, although the PATH of an editor is short', async () => {
    for (const directory of ['.npm-global/bin', '.local/share/pnpm', '.nvm/versions/node/v22.1.0/bin', '.volta/bin']) {
      const { installed, link, program, search } = machine();
      program(`${directory}/node`);
      const path = link(`${directory}/snap`, installed('0.1.0', 'package'));
      const found = await search([]);
      expect(found.kind === 'found' && found.cli.path).toBe(path);
    }
    const { home, installed, link, program, search } = machine();
    home.put('.npmrc', 'fund=false\nprefix = ~/tools\n');
    program('tools/bin/node');
    link('tools/bin/snap', installed('0.1.0', 'package'));
    expect((await search([])).kind).toBe('found');
  });

  it('reads the start script of a package manager', async () => {
    const { home, installed, program, search } = machine();
    program(node);
    installed('0.1.0', 'store/snap-mcp');
    program('bin/snap', `#!/bin/sh\nbasedir=$(dirname "$0")\nexec node "$basedir/../store/snap-mcp/dist/main.js" "$@"\n`);
    const found = await search(['bin']);
    expect(found.kind === 'found' && found.cli.file).toBe(home.at('store/snap-mcp/dist/main.js'));
  });

  it('asks the login shell last, and only where it may', async () => {
    const { home, installed, link, program, search } = machine();
    program('far/node');
    link('far/snap', installed('0.1.0', 'package'));
    let asked = 0;
    const loginPath = async (): Promise<string> => {
      asked += 1;
      return home.at('far');
    };
    expect((await search([])).kind).toBe('missing');
    expect((await search(['far'], { loginPath })).kind).toBe('found');
    expect(asked).toBe(0);
    expect((await search([], { loginPath })).kind).toBe('found');
    expect(asked).toBe(1);
  });

  it('takes what the person has set, or says that it is something else', async () => {
    const { home, installed, link, program, search } = machine();
    program(node);
    link('bin/snap', installed('2.0.0', 'newer'));
    const file = installed('0.1.0', 'mine');
    for (const setting of [file, home.at('mine'), '~/mine/dist/main.js']) {
      const found = await search(['bin'], { setting });
      expect(found.kind === 'found' && found.cli.version).toBe('0.1.0');
    }
    for (const setting of [home.at('nowhere'), home.put('text', 'no'), join(home.path, 'bin')])
      expect(await search(['bin'], { setting })).toMatchObject({ kind: 'missing', why: 'setting' });
  });

  it('says that one is too old to work with, and takes a newer one that is there', async () => {
    const { installed, link, program, search } = machine();
    program(node);
    const file = installed('0.0.1', 'old');
    const path = link('bin/snap', file);
    expect(await search(['bin'])).toEqual({ kind: 'missing', why: 'old', path, version: '0.0.1', file });
    expect(await search(['bin'], { setting: file })).toMatchObject({ kind: 'missing', why: 'old', path: file });
    link('also/snap-mcp', installed('0.1.0', 'new'));
    expect(await search(['bin', 'also'])).toMatchObject({ kind: 'found', cli: { version: '0.1.0', others: [{ path, version: '0.0.1' }] } });
  });

  it('takes no program of a folder of the window, also where PATH names it', async () => {
    const { home, installed, link, program, search } = machine();
    const folders = [home.at('project')];
    program('project/node_modules/.bin/node');
    link('project/node_modules/.bin/snap', installed('9.9.9', 'project/node_modules/snap-mcp'));
    symlinkSync(home.at('project/node_modules/.bin'), home.at('by-link'));
    for (const path of ['project/node_modules/.bin', 'by-link'])
      expect(await search([path], { folders })).toMatchObject({ why: 'nowhere' });
    // One that the person has linked, such as by "npm install -g ." in that folder, is theirs.
    program(node);
    link('bin/snap', home.at('project/node_modules/snap-mcp/dist/main.js'));
    expect(await search(['bin', 'by-link'], { folders })).toMatchObject({ kind: 'found', cli: { node: home.at(node) } });
    // A window with the home directory has nothing but what is the person's.
    expect(await search(['bin'], { folders: [home.path] })).toMatchObject({ kind: 'found' });
  });

  it('names every program of others', async () => {
    const { home, installed, link, program } = machine();
    const others = [program('bin/snap'), program('bin/snap-mcp'), program('.local/bin/snap')];
    link('late/snap', installed('0.1.0', 'ours'));
    const env = { HOME: home.path, PATH: `${home.at('bin')}:${home.at('late')}` };
    const found = await otherPrograms(nodeSystem({ home: home.path, env, cwd: home.path }), {});
    expect(found.filter((path) => path.startsWith(home.path))).toEqual(others);
  });
});

describe('the start script of a version manager', () => {
  /** A version manager that says what it is asked from where, and which file it would run. */
  const manager = (file: string | undefined, asked: string): string =>
    `#!/bin/sh\npwd >> '${asked}'; echo "$*" >> '${asked}'\n${file === undefined ? 'echo "no version is set" >&2; exit 1' : `echo '${file}'`}\n`;

  const shims: readonly (readonly [string, (at: ReturnType<typeof machine>, file: string | undefined) => string])[] = [
    [
      'asdf, as a script of shells',
      ({ home, program }, file) => {
        program('.asdf/bin/asdf', manager(file, home.at('asked')));
        return program(
          '.asdf/shims/snap',
          '#!/usr/bin/env bash\n# asdf-plugin: nodejs 20.1.0\nexec asdf exec "snap" "$@" # asdf_allow: \' asdf \'\n',
        );
      },
    ],
    [
      'asdf, as a program that its scripts name',
      ({ home, program }, file) => {
        const asdf = program('tools/asdf', manager(file, home.at('asked')));
        return program('.asdf/shims/snap', `#!/usr/bin/env bash\nexec ${asdf} exec "snap" "$@"\n`);
      },
    ],
    [
      'mise, as a link to itself',
      ({ home, link, program }, file) => link('.local/share/mise/shims/snap', program('tools/mise', manager(file, home.at('asked')))),
    ],
  ];

  it.each(shims)('of %s is asked which file it runs, from the home directory', async (_, shim) => {
    const at = machine();
    const { home, installed, link, program, search } = at;
    // Beside the file that runs; beside the start script there is only another start script.
    program('versions/20/bin/node');
    const inner = link('versions/20/bin/snap', installed('0.1.0', 'versions/20/lib/node_modules/snap-mcp'));
    const path = shim(at, inner);
    program(`${dirname(relative(home.path, path))}/node`, '#!/bin/sh\nexit 9\n');
    expect(await search([], { behindShim: askVersionManager })).toMatchObject({
      kind: 'found',
      cli: { path, version: '0.1.0', node: home.at('versions/20/bin/node') },
    });
    expect(readFileSync(home.at('asked'), 'utf8')).toBe(`${home.path}\nwhich snap\n`);
    // Nothing is started where nothing may be.
    expect(await search([])).toMatchObject({ kind: 'missing', why: 'stranger', path });
    expect(readFileSync(home.at('asked'), 'utf8').split('\n')).toHaveLength(3);
  });

  it.each(shims)('of %s that has no file for it, or the file of another program, is a program of others', async (_, shim) => {
    for (const answer of ['none', 'other']) {
      const at = machine();
      at.program(node);
      const path = shim(at, answer === 'none' ? undefined : at.program('other/snap'));
      expect(await at.search(['bin'], { behindShim: askVersionManager })).toMatchObject({ kind: 'missing', why: 'stranger', path });
    }
  });

  it('is asked once, until something may have changed it', async () => {
    const { home, installed } = machine();
    const file = installed('0.1.0', 'ours');
    let asked = 0;
    let answer: string | undefined = file;
    const { ask, forget } = keptShims(async () => ((asked += 1), answer));
    const system = nodeSystem({ home: home.path, env: {}, cwd: home.path });
    for (let turn = 0; turn < 3; turn++) expect(await ask(system, '/shims/snap', [])).toBe(file);
    expect(asked).toBe(1);
    // With that version of Node.js, its programs have gone.
    rmSync(file);
    answer = undefined;
    expect(await ask(system, '/shims/snap', [])).toBeUndefined();
    expect(await ask(system, '/shims/snap', [])).toBeUndefined();
    expect(asked).toBe(2);
    forget();
    await ask(system, '/shims/snap', []);
    expect(asked).toBe(3);
  });
});
