import { chmodSync, existsSync, linkSync, mkdirSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { apply } from '../../src/changes/apply.ts';
import { interruptedChanges, readIndex } from '../../src/changes/journal/journal-index.ts';
import { nodeFileCalls, type FileCalls } from '../../src/system/writable.ts';
import { addLine, setText } from '../support/file-changes.ts';
import { memorySystem } from '../support/memory-system.ts';
import { type TemporaryHome, temporaryHome } from '../support/temporary-home.ts';

const options = { command: 'mcp add' };
const refusal = (path: string) => ({
  ...addLine(path, 'x'),
  compute: () => ({ kind: 'refused', message: 'no', hint: 'do this' }) as const,
});

/** A process that is over. */
const ended = { pid: 1, start: '1', boot: 'another', space: '' };

/** No call is done any more from the rename onto `path` on. */
function killedAtRename(path: string): FileCalls {
  let isDead = false;
  return new Proxy(nodeFileCalls, {
    get(table, name) {
      const call: unknown = Reflect.get(table, name);
      return (...args: unknown[]) => {
        isDead ||= name === 'rename' && args[1] === path;
        if (isDead || typeof call !== 'function') throw new Error('killed');
        return Reflect.apply(call, table, args);
      };
    },
  });
}

describe('apply', () => {
  it('writes a file and notes it', async () => {
    const home = temporaryHome();
    const path = home.put('a.json', 'one\n');
    const { change, outcomes } = await apply(home.run(), [addLine(path, 'two')], options);
    expect(outcomes).toMatchObject([{ kind: 'written', path }]);
    expect(change).toBe(1);
    expect(home.text('a.json')).toBe('one\ntwo\n');
    expect(home.tree()).toEqual(['a.json']);
    expect(await readIndex(home.system)).toMatchObject([
      { number: 1, state: 'done', command: 'mcp add', files: [{ path, parts: [{ servers: ['snap'] }] }] },
    ]);
    expect(home.ownTree().filter((name) => name.startsWith('runtime/'))).toEqual(['runtime/']);
  });

  it('touches nothing and notes nothing when nothing is to be changed', async () => {
    const home = temporaryHome();
    const path = home.put('a.json', 'one\n');
    utimesSync(path, 1_000_000, 1_000_000);
    const { ctimeMs } = statSync(path);
    const { change, outcomes } = await apply(home.run(), [addLine(path, 'one')], options);
    expect(outcomes).toEqual([{ kind: 'unchanged', path }]);
    expect(change).toBeUndefined();
    expect(statSync(path)).toMatchObject({ mtimeMs: 1_000_000_000, ctimeMs });
    expect(existsSync(join(home.system.own.data, 'journal'))).toBe(false);
  });

  it('answers every change in its place, and leaves out what is refused', async () => {
    const home = temporaryHome();
    const paths = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => home.put(name, 'one\n'));
    const [a = '', b = '', c = '', d = '', e = '', f = ''] = paths;
    chmodSync(b, 0o444);
    mkdirSync(home.at('directory'));
    symlinkSync('loop', home.at('loop'));
    const { outcomes } = await apply(
      home.run(),
      [
        addLine(a, 'two'),
        addLine(b, 'two'),
        addLine(c, 'one'),
        refusal(d),
        addLine(home.at('directory'), 'two'),
        addLine(home.at('loop'), 'two'),
        addLine(join(e, 'below'), 'two'),
        addLine(f, 'two'),
      ],
      options,
    );
    expect(outcomes.map(({ kind }) => kind)).toEqual([
      'written',
      'refused',
      'unchanged',
      'refused',
      'refused',
      'refused',
      'refused',
      'written',
    ]);
    expect(outcomes[1]).toMatchObject({ message: '~/b: this file is read-only.', hint: `chmod u+w ${b}` });
    expect(outcomes[3]).toEqual({ kind: 'refused', path: d, message: 'no', hint: 'do this' });
    expect(['a', 'b', 'f'].map((name) => home.text(name))).toEqual(['one\ntwo\n', 'one\n', 'one\ntwo\n']);
  });

  it('writes nothing at all when one is refused and all or nothing was asked for', async () => {
    const home = temporaryHome();
    const [a, b, c] = [home.put('a', 'one\n'), home.put('b', 'one\n'), home.put('c', 'two\n')];
    const { change, outcomes } = await apply(home.run(), [addLine(a, 'two'), refusal(b), addLine(c, 'two')], {
      ...options,
      strictAll: true,
    });
    expect(outcomes.map(({ kind }) => kind)).toEqual(['refused', 'refused', 'unchanged']);
    expect(outcomes[0]).toMatchObject({ message: expect.stringContaining('another file was refused') });
    expect(change).toBeUndefined();
    expect(home.text('a')).toBe('one\n');
  });

  it('builds several changes of one file on each other, by whatever names they come', async () => {
    const home = temporaryHome();
    home.put('real.json', 'one\n');
    symlinkSync('real.json', home.at('cursor.json'));
    symlinkSync('cursor.json', home.at('windsurf.json'));
    const names = ['real.json', 'cursor.json', 'windsurf.json'].map((name) => home.at(name));
    const { outcomes } = await apply(
      home.run(),
      [...names.map((path, i) => addLine(path, `new ${i}`)), addLine(home.at('cursor.json'), 'one')],
      options,
    );
    expect(outcomes.map(({ kind, path }) => [kind, path])).toEqual([
      ...names.map((path) => ['written', path]),
      ['unchanged', home.at('cursor.json')],
    ]);
    expect(home.text('real.json')).toBe('one\nnew 0\nnew 1\nnew 2\n');
    const [change] = await readIndex(home.system);
    expect(change?.files).toHaveLength(1);
    expect(change?.files[0]?.parts.map(({ path }) => path)).toEqual(names);
  });

  it('asks again when the file moved on between reading and writing', async () => {
    const home = temporaryHome();
    const path = home.put('a.json', 'one\n');
    let isDone = false;
    const fsync: FileCalls['fsync'] = (fd) => {
      nodeFileCalls.fsync(fd);
      if (isDone || !home.tree().includes('.a.json.snap-mcp.tmp')) return;
      isDone = true;
      writeFileSync(path, 'theirs\n');
    };
    await apply(home.run({ calls: { ...nodeFileCalls, fsync } }), [addLine(path, 'two')], options);
    expect(home.text('a.json')).toBe('theirs\ntwo\n');
    expect((await readIndex(home.system)).map(({ state }) => state)).toEqual(['rolled-back', 'done']);
  });

  it('notices a program that writes right after us with what it had read before', async () => {
    const home = temporaryHome();
    const path = home.put('a.json', 'one\n');
    let isDone = false;
    const rename: FileCalls['rename'] = (from, to) => {
      nodeFileCalls.rename(from, to);
      if (to !== path || isDone) return;
      isDone = true;
      writeFileSync(path, 'one\ntheirs\n');
    };
    await apply(home.run({ calls: { ...nodeFileCalls, rename } }), [addLine(path, 'two')], options);
    expect(home.text('a.json')).toBe('one\ntheirs\ntwo\n');
  });

  describe('of ten files', () => {
    const names = [...Array(10).keys()].map((i) => `client${i}/mcp.json`);
    const build = (home: TemporaryHome) => {
      for (const name of names.slice(0, 8)) home.put(name, `content of ${name}\n`);
      linkSync(home.at(names[3] ?? ''), home.at('hard link'));
      return names.map((name) => addLine(home.at(name), 'new'));
    };

    it.each(names.map((_, k) => k))('puts all back when file %i cannot be written', async (k) => {
      const home = temporaryHome();
      const changes = build(home);
      const tree = home.tree();
      const failing = home.at(names[k] ?? '');
      const refuse = (path: string) => {
        if (path === failing) throw Object.assign(new Error('EIO'), { code: 'EIO' });
      };
      const calls: FileCalls = {
        ...nodeFileCalls,
        rename: (from, to) => (refuse(to), nodeFileCalls.rename(from, to)),
        link: (from, to) => (refuse(to), nodeFileCalls.link(from, to)),
        open: (path, flags, mode) => (flags === 'r+' ? refuse(path) : undefined, nodeFileCalls.open(path, flags, mode)),
      };
      await expect(apply(home.run({ calls }), changes, options)).rejects.toMatchObject({
        code: 'io',
        message: `~/${names[k]}: could not be written: the disk reported an error.`,
      });
      expect(home.tree()).toEqual(tree);
      for (const name of names.slice(0, 8)) expect(home.text(name)).toBe(`content of ${name}\n`);
      expect((await readIndex(home.system)).map(({ state }) => state)).toEqual(['rolled-back']);
      // And nothing is in the way of the next try.
      const { outcomes } = await apply(home.run(), changes, options);
      expect(outcomes.every(({ kind }) => kind === 'written')).toBe(true);
    });
  });

  it('lets those who only look see an interrupted change, and ends it before the next one', async () => {
    const home = temporaryHome();
    const [a, b] = [home.put('a', 'one\n'), home.put('b', 'one\n')];
    const changes = [addLine(a, 'two'), addLine(b, 'two')];
    await expect(apply(home.run({ calls: killedAtRename(b), run: ended }), changes, options)).rejects.toThrow();
    expect(home.text('a')).toBe('one\ntwo\n');
    expect(await interruptedChanges(home.system)).toMatchObject([{ number: 1, command: 'mcp add', files: [{ path: a }, { path: b }] }]);

    const { recovered } = await apply(home.run(), [addLine(home.at('c'), 'three')], options);
    expect(recovered).toEqual([{ number: 1, command: 'mcp add', kind: 'put-back', leftAlone: [] }]);
    expect(home.text('a')).toBe('one\n');
    expect(home.tree()).toEqual(['a', 'b', 'c']);
    expect(await interruptedChanges(home.system)).toEqual([]);
  });

  it('works on a machine in memory too', async () => {
    const system = memorySystem({ files: { '/home/ada/a.json': 'one\n' }, links: { '/home/ada/link': 'a.json' } });
    await apply(system, [addLine('/home/ada/link', 'two'), setText('/home/ada/new', 'x')], options);
    expect(system.text('/home/ada/a.json')).toBe('one\ntwo\n');
    expect(system.text('/home/ada/new')).toBe('x');
    expect(await readIndex(system)).toMatchObject([{ number: 1, state: 'done' }]);
  });
});
