import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { run } from '../../src/cli/run.ts';
import { takeInterrupts } from '../../src/system/index.ts';
import { builtProgram } from '../support/built-program.ts';
import { until } from '../support/processes.ts';
import { type Home, makeHome } from '../support/program-home.ts';

// Ctrl-C, as a person gives it to the built program.

let home: Home;
const at = (path: string): string => join(home.project, path);
beforeEach(() => void (home = makeHome()));
afterEach(() => home.remove());

interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<{ readonly code: number | null; readonly out: string; readonly err: string }>;
}

function start(...args: readonly string[]): Running {
  const env = { HOME: home.path, PATH: process.env['PATH'] ?? '', SNAP_DATA_DIR: join(home.path, '.snap-data'), LANG: 'C.UTF-8' };
  const child = spawn(process.execPath, [builtProgram(), 'snapshot', ...args], {
    cwd: home.project,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said.out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said.err += text));
  return { child, ended: once(child, 'close').then(([code]) => ({ code: typeof code === 'number' ? code : null, ...said })) };
}

const packs = (): readonly string[] => {
  const all = join(home.path, '.snap-data/data/workspaces');
  if (!existsSync(all)) return [];
  return readdirSync(all, { recursive: true, encoding: 'utf8' }).flatMap((name) => (name.endsWith('.pk') ? [join(all, name)] : []));
};

async function list(): Promise<readonly { readonly kind: string; readonly files: number }[]> {
  return JSON.parse((await home.run(['snapshot', 'list', '--json'])).out).snapshots;
}

describe('Ctrl-C', () => {
  it('ends a capture soon: there is no snapshot, and the next one is whole', async () => {
    mkdirSync(at('large'));
    // Sparse: they take no room, and two seconds to read.
    for (let i = 0; i < 300; i += 1) {
      writeFileSync(at(`large/${i}`), `${i}\n`);
      truncateSync(at(`large/${i}`), 2 * 1024 * 1024);
    }
    const { child, ended } = start('create');
    expect(await until(() => packs().some((path) => statSync(path).size > 4_096))).toBe(true);
    child.kill('SIGINT');
    const { code, out, err } = await ended;
    expect({ code, out }).toEqual({ code: 130, out: '' });
    expect(err).toBe('Stopped. No snapshot was taken; existing snapshots are unchanged.\n');
    expect(await list()).toEqual([]);
    for (let i = 10; i < 300; i += 1) rmSync(at(`large/${i}`));
    expect((await home.run(['snapshot', 'create'])).code).toBe(0);
    expect((await home.run(['snapshot', 'verify'])).out).toContain('0 damaged');
    expect((await list())[0]).toMatchObject({ files: 10 });
  });

  it('ends a restore between two files: no file is half written, and undo restores what was there', async () => {
    mkdirSync(at('src'));
    const names = Array.from({ length: 1_500 }, (_, i) => `src/${i}.txt`);
    for (const name of names) writeFileSync(at(name), `${name} as it was\n`);
    expect((await home.run(['snapshot', 'create'])).code).toBe(0);
    rmSync(at('src'), { recursive: true });
    writeFileSync(at('new.txt'), 'made since\n');
    const { child, ended } = start('restore', '1', '--yes');
    expect(await until(() => existsSync(at('src')) && readdirSync(at('src')).some((name) => name.endsWith('.txt')))).toBe(true);
    child.kill('SIGINT');
    const { code, out } = await ended;
    expect(code).toBe(130);
    const [, left, put] = /stopped, ([\d,]+) files left as they are; ([\d,]+) files? restored/.exec(out) ?? [];
    const there = readdirSync(at('src'));
    expect(there.length).toBeGreaterThan(0);
    expect(there.filter((name) => !/^\d+\.txt$/.test(name))).toEqual([]);
    expect(Number(left?.replace(',', ''))).toBeGreaterThan(0);
    expect(Number(put?.replace(',', ''))).toBeGreaterThan(0);
    expect(out).toMatch(/"snap snapshot undo" restores snap_2_[0-9a-f]{6}, the files before the restore/);
    expect((await list()).map(({ kind }) => kind)).toEqual(['safety', 'manual']);
    // It was brought to an end: nothing is open.
    expect((await home.run(['status'])).out).not.toContain('interrupted');
    expect((await home.run(['snapshot', 'undo', '--yes'])).code).toBe(0);
    expect(existsSync(at('src'))).toBe(false);
    expect(existsSync(at('new.txt'))).toBe(true);
    expect((await home.run(['snapshot', 'restore', '1', '--yes'])).code).toBe(0);
    expect(readdirSync(at('src')).length).toBe(names.length);
  });
});

describe('many commands in one process', () => {
  it('leave nobody who listens for Ctrl-C', async () => {
    const before = process.listenerCount('SIGINT');
    for (let i = 0; i < 3; i += 1) await run(['--version'], { version: 'run in one process', file: '', node: '' });
    expect(process.listenerCount('SIGINT')).toBe(before);
  });

  it('have theirs back, also those that listen once, when others have had them', () => {
    const heard: string[] = [];
    const always = () => void heard.push('always');
    process.on('SIGINT', always);
    process.once('SIGINT', () => void heard.push('once'));
    const mine = () => void heard.push('mine');
    const giveBack = takeInterrupts(mine);
    process.emit('SIGINT');
    expect(heard).toEqual(['mine']);
    giveBack();
    // Only ours: the test runner listens too.
    for (const listener of process.rawListeners('SIGINT').slice(-2)) Reflect.apply(listener, process, []);
    expect(heard).toEqual(['mine', 'always', 'once']);
    expect(process.listeners('SIGINT')).toContain(always);
    expect(process.listeners('SIGINT')).not.toContain(mine);
    process.off('SIGINT', always);
  });
});
