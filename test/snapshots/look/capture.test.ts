import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { describe, expect, it } from 'vitest';
import { nodeSnapshotCalls } from '../../../src/snapshots/disk.ts';
import { doubtStored, emptyCache } from '../../../src/snapshots/look/node-cache.ts';
import { openObjectStore } from '../../../src/snapshots/store/object-store.ts';
import { testKey, triedCapture } from '../../support/capture-in-memory.ts';
import { fullFrom } from '../../support/faulty-snapshot-calls.ts';
import { incompressible } from '../../support/small-trees.ts';
import { temporaryStore } from '../../support/temporary-store.ts';

const isRoot = process.getuid?.() === 0;
const git = (at: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', '-C', at, ...args], {
    stdio: 'pipe',
    env: { PATH: process.env['PATH'], HOME: at },
  });

describe('what is captured', () => {
  it('exact bytes, names, modes, links, empty directories and kinds', async () => {
    const { home, lines, take } = await triedCapture();
    home.put('w/a.txt', 'x\r\n');
    home.put('w/src/run.sh', '#!');
    chmodSync(home.at('w/src/run.sh'), 0o750);
    chmodSync(home.put('w/own', 'me'), 0o600);
    home.put('w/new\nline', '1');
    writeFileSync(Buffer.concat([Buffer.from(`${home.at('w')}/`), Buffer.from([0x62, 0xff, 0xfe])]), 'bytes');
    home.put('w/\u00e9', 'utf8');
    mkdirSync(home.at('w/empty'), { mode: 0o711 });
    mkdirSync(Buffer.concat([Buffer.from(`${home.at('w')}/`), Buffer.from([0xe9])]), { mode: 0o755 });
    writeFileSync(Buffer.concat([Buffer.from(`${home.at('w')}/`), Buffer.from([0xe9]), Buffer.from('/in')]), 'in');
    symlinkSync('nowhere', home.at('w/dangling'));
    symlinkSync('.', home.at('w/loop'));
    symlinkSync('/etc', home.at('w/outside'));
    execFileSync('mkfifo', [home.at('w/pipe')]);
    const { root, files, bytes, skipped, skippedCount } = await take();
    const e9 = String.fromCharCode(0xe9);
    expect(await lines(root)).toEqual([
      '.keep 644 ',
      'a.txt 644 x\r\n',
      `b${String.fromCharCode(0xff, 0xfe)} 644 bytes`,
      'dangling -> nowhere',
      'empty/ 711',
      'loop -> .',
      'new\nline 644 1',
      'outside -> /etc',
      'own 600 me',
      'pipe fifo',
      'src/ 755',
      'src/run.sh 750 #!',
      `${String.fromCharCode(0xc3, 0xa9)} 644 utf8`,
      `${e9}/ 755`,
      `${e9}/in 644 in`,
    ]);
    expect(files).toBe(11);
    expect(bytes).toBe(3 + 2 + 2 + 1 + 5 + 4 + 2);
    expect(skipped).toEqual([{ path: 'pipe', reason: 'special' }]);
    expect(skippedCount).toBe(1);
  });

  it('not what is ignored, but small ignored files a person would miss, sealed', async () => {
    const { home, lines, take, store } = await triedCapture();
    home.put('w/.gitignore', '.env*\n*.pem\nbuild/\n.vscode/\n*.o\n');
    for (const name of ['.env', '.env.local', 'app/.env', 'key.pem', '.vscode/settings.json']) home.put(`w/${name}`, `SECRET ${name}`);
    home.put('w/.npmrc', 'SECRET npm');
    for (const name of ['build/x', 'a.o', 'node_modules/p/index.js', 'x.log', '.vscode/cache.bin', '.git/config'])
      home.put(`w/${name}`, 'no');
    home.put('w/big/.env', Buffer.alloc(64 * 1024 + 1));
    const { root, skipped } = await take();
    expect(await lines(root)).toEqual([
      '.env sealed 644 SECRET .env',
      '.env.local sealed 644 SECRET .env.local',
      '.gitignore 644 .env*\n*.pem\nbuild/\n.vscode/\n*.o\n',
      '.keep 644 ',
      '.npmrc sealed 644 SECRET npm',
      '.vscode/ 755',
      '.vscode/settings.json sealed 644 SECRET .vscode/settings.json',
      'app/ 755',
      'app/.env sealed 644 SECRET app/.env',
      'big/ 755',
      'big/.env skipped',
      'key.pem sealed 644 SECRET key.pem',
    ]);
    expect(skipped).toEqual([{ path: 'big/.env', reason: 'too-large', size: 64 * 1024 + 1 }]);
    for (const { bytes } of store.objects.values()) expect(Buffer.from(bytes).includes('SECRET')).toBe(false);
  });

  it('at most 200 ignored files; the rest is named', async () => {
    const { home, take } = await triedCapture();
    home.put('w/.gitignore', '*.local\n');
    for (let i = 0; i < 203; i += 1) home.put(`w/${String(i).padStart(3, '0')}.local`, 'x');
    const { skipped } = await take();
    expect(skipped.map(({ path, reason }) => `${path} ${reason}`)).toEqual(
      ['200.local', '201.local', '202.local'].map((name) => `${name} over-budget`),
    );
  });

  it('what git tracks although a pattern leaves it out', async () => {
    const { home, lines, take } = await triedCapture();
    git(home.at('w'), 'init', '-q');
    home.put('w/build/kept.txt', 'tracked');
    home.put('w/build/out.txt', 'made');
    home.put('w/own.log', 'tracked');
    home.put('w/.gitignore', 'build/\n');
    git(home.at('w'), 'add', '-f', 'build/kept.txt', 'own.log');
    expect((await lines((await take()).root)).filter((line) => !line.startsWith('.'))).toEqual([
      'build/ 755',
      'build/kept.txt 644 tracked',
      'own.log 644 tracked',
    ]);
  });

  it('the files of nested repositories, and not their .git', async () => {
    const { home, lines, take } = await triedCapture();
    git(home.at('w'), 'init', '-q', 'inner');
    home.put('w/inner/a', 'a');
    home.put('w/tree/.git', 'gitdir: /nowhere');
    home.put('w/tree/b', 'b');
    const head = readFileSync(home.at('w/inner/.git/HEAD'));
    expect(await lines((await take()).root)).toEqual(['.keep 644 ', 'inner/ 755', 'inner/a 644 a', 'tree/ 755', 'tree/b 644 b']);
    expect(readFileSync(home.at('w/inner/.git/HEAD'))).toEqual(head);
  });

  it('not its own store, nor what a dead restore left', async () => {
    const { system, store, cache, home, rules, limits } = await triedCapture();
    const { capture } = await import('../../../src/snapshots/look/capture.ts');
    const { captureRules } = await import('../../../src/snapshots/look/capture-rules.ts');
    home.put('w/.data/packs/1.pk', 'store');
    home.put('w/.snap-0a1b.tmp', 'half');
    const inside = { ...system, own: { ...system.own, data: home.at('w/.data') } };
    const workspace = {
      root: home.at('w'),
      privateDirectory: home.at('w/.data/x'),
      knowledgeDirectory: home.at('k'),
      projectDirectory: home.at('w/.snap'),
    };
    const plain = await rules();
    const own = captureRules(inside, workspace, {
      exclusions: { enters: (path) => plain.enters(path) !== 'no', wants: (path) => plain.takes(path) !== 'no' || path.includes('.snap') },
    });
    const { files } = await capture(inside, workspace, { store, cache, rules: own, limits, yields: false });
    expect(files).toBe(1);
  });

  it.skipIf(isRoot)('names what it may not read, and takes the rest', async () => {
    const { home, lines, take } = await triedCapture();
    home.put('w/a', 'a');
    chmodSync(home.put('w/closed', 'x'), 0o000);
    mkdirSync(home.at('w/dir'), { mode: 0o000 });
    const { root, skipped } = await take();
    expect(await lines(root)).toEqual(['.keep 644 ', 'a 644 a', 'closed skipped', 'dir skipped']);
    expect(skipped.map(({ path, reason }) => `${path} ${reason}`)).toEqual(['closed unreadable', 'dir unreadable']);
    chmodSync(home.at('w/closed'), 0o644);
    chmodSync(home.at('w/dir'), 0o755);
    expect(await lines((await take()).root)).toEqual(['.keep 644 ', 'a 644 a', 'closed 644 x', 'dir/ 755']);
  });

  it('names what cannot be opened or listed, whoever asks', async () => {
    const { home, lines, take } = await triedCapture();
    home.put('w/a', 'a');
    home.put('w/closed', 'x');
    home.put('w/dir/in', 'x');
    const refuse = (path: unknown, name: string) => {
      if (String(path).endsWith(name)) throw Object.assign(new Error('EACCES'), { code: 'EACCES' });
    };
    const calls = {
      ...nodeSnapshotCalls,
      openRaw: (path: string | Buffer, flags: number) => {
        refuse(path, '/closed');
        return nodeSnapshotCalls.openRaw(path, flags);
      },
      rawNames: (path: string | Buffer) => {
        refuse(path, '/dir');
        return nodeSnapshotCalls.rawNames(path);
      },
    };
    const { root, skippedCount } = await take({ calls });
    expect(await lines(root)).toEqual(['.keep 644 ', 'a 644 a', 'closed skipped', 'dir skipped']);
    expect(skippedCount).toBe(2);
    expect(await lines((await take()).root)).toEqual(['.keep 644 ', 'a 644 a', 'closed 644 x', 'dir/ 755', 'dir/in 644 x']);
  });

  it('a path longer than the platform takes is named', async () => {
    const { home, take } = await triedCapture();
    const name = 'd'.repeat(250);
    // Step by step more fits than in one path.
    const steps = `for (let i = 0; i < 18; i += 1) { fs.mkdirSync(process.argv[1]); process.chdir(process.argv[1]); } fs.writeFileSync('deepest', 'x')`;
    execFileSync(process.execPath, ['-e', steps, name], { cwd: home.at('w') });
    try {
      const { skipped } = await take();
      expect(skipped.map(({ reason }) => reason)).toEqual(['unreadable']);
    } finally {
      execFileSync('rm', ['-rf', home.at('w', name)]);
    }
  });

  it('nothing in the workspace is written', async () => {
    const { home, take } = await triedCapture();
    home.put('w/a/b', 'x');
    const before = ['w', 'w/a', 'w/a/b'].map((path) => statSync(home.at(path)).ctimeMs);
    await take();
    expect(['w', 'w/a', 'w/a/b'].map((path) => statSync(home.at(path)).ctimeMs)).toEqual(before);
    expect(home.tree().filter((name) => name.startsWith('w/'))).toEqual(['w/', 'w/.keep', 'w/a/', 'w/a/b']);
  });
});

describe('a second capture', () => {
  it('reads nothing when nothing changed, and gives the same root', async () => {
    const { home, opened, store, take } = await triedCapture();
    home.put('w/.gitignore', '.env\n');
    home.put('w/.env', 'S=1');
    home.put('w/a/b', 'x');
    const first = await take();
    opened.length = 0;
    store.added = 0;
    const again = await take();
    const told = await take({ changed: [] });
    expect([again.root, told.root]).toEqual([first.root, first.root]);
    expect([again.isFullWalk, told.isFullWalk]).toEqual([true, false]);
    expect(opened).toEqual([]);
    expect(store.added).toBe(0);
    expect({ ...told, isFullWalk: true }).toEqual({ ...again });
  });

  it('sees an edit with the same size and the same mtime', async () => {
    const { home, lines, take } = await triedCapture();
    const path = home.put('w/a', 'one');
    const { atime, mtime } = statSync(path);
    await take();
    writeFileSync(path, 'two');
    utimesSync(path, atime, mtime);
    expect(await lines((await take()).root)).toContain('a 644 two');
  });

  it('reads again what changed so shortly before that its times could stay', async () => {
    const { home, opened, take } = await triedCapture({ clockAhead: 0 });
    home.put('w/a', 'x');
    await take();
    opened.length = 0;
    await take();
    expect(opened).toContain('a');
  });

  it('never believes a time in the future', async () => {
    const { home, opened, take } = await triedCapture();
    utimesSync(home.put('w/a', 'x'), new Date(), new Date(Date.now() + 10 * 3_600_000));
    await take();
    opened.length = 0;
    const { root } = await take();
    expect(opened).toEqual(['a']);
    expect((await take()).root).toBe(root);
  });

  it('keeps the object of a secret that comes back, and of one that the cache does not know', async () => {
    const { home, take, cache, store } = await triedCapture();
    home.put('w/.env', 'A=1');
    const first = await take();
    home.put('w/.env', 'A=2');
    expect((await take()).root).not.toBe(first.root);
    home.put('w/.env', 'A=1');
    expect((await take()).root).toBe(first.root);
    cache.sealed.ids.clear();
    store.added = 0;
    expect((await take({ cache: emptyCache(testKey), base: first.root })).root).toBe(first.root);
    expect(store.added).toBe(0);
  });

  it('with other rules judges every name again', async () => {
    const { home, lines, rules, take } = await triedCapture();
    home.put('w/a.o', 'o');
    home.put('w/b', 'b');
    await take();
    home.put('w/.gitignore', '*.o');
    const { root, isFullWalk } = await take({ rules: await rules(), changed: ['.gitignore'] });
    expect(isFullWalk).toBe(true);
    expect(await lines(root)).toEqual(['.gitignore 644 *.o', '.keep 644 ', 'b 644 b']);
  });

  it('reads again what the store has lost', async () => {
    const { home, lines, store, take, cache } = await triedCapture();
    home.put('w/a', 'one');
    home.put('w/d/b', 'two');
    const { root } = await take();
    store.objects.clear();
    doubtStored(cache);
    const again = await take({ changed: [] });
    expect(again.root).toBe(root);
    expect(again.isFullWalk).toBe(true);
    expect(await lines(root)).toEqual(['.keep 644 ', 'a 644 one', 'd/ 755', 'd/b 644 two']);
  });
});

describe('bounds', () => {
  it('names what is too large, and what there is no room for; small files come first', async () => {
    const { home, lines, limits, take } = await triedCapture();
    home.put('w/a-large', Buffer.alloc(2 * 1024 * 1024, 'l'));
    home.put('w/b-larger', Buffer.alloc(3 * 1024 * 1024, 'm'));
    home.put('w/c-small', 's');
    truncateSync(home.put('w/d-huge', ''), 5 * 1024 ** 3);
    const { root, skipped } = await take({ limits: { ...limits, room: 3 * 1024 * 1024 } });
    expect(skipped).toEqual([
      { path: 'b-larger', reason: 'over-budget', size: 3 * 1024 * 1024 },
      { path: 'd-huge', reason: 'too-large', size: 5 * 1024 ** 3 },
    ]);
    expect((await lines(root)).map((line) => line.slice(0, 12))).toEqual([
      '.keep 644 ',
      'a-large 644 ',
      'b-larger ski',
      'c-small 644 ',
      'd-huge skipp',
    ]);
  });

  it('has room for what the store has already', async () => {
    const { home, limits, take } = await triedCapture();
    home.put('w/a', 'content');
    await take();
    utimesSync(home.at('w/a'), new Date(1), new Date(1));
    expect((await take({ limits: { ...limits, room: 0 } })).skipped).toEqual([]);
    home.put('w/b', 'other');
    expect((await take({ limits: { ...limits, room: 0 } })).skipped).toEqual([{ path: 'b', reason: 'over-budget', size: 5 }]);
  });

  it('refuses more files than the bound', async () => {
    const { home, limits, take } = await triedCapture();
    home.put('w/a', '');
    home.put('w/b', '');
    await expect(take({ limits: { ...limits, files: 2 } })).rejects.toMatchObject({
      code: 'refused',
      message: '~/w: it has more than 2 files, so no snapshot is taken.',
    });
    expect((await take({ limits: { ...limits, files: 3 } })).files).toBe(3);
  });

  // With how little memory, faults/large-file.test.ts measures in a process of its own.
  it('takes a sparse file of 4 GiB as one chunk', async () => {
    const { home, lines, store, take } = await triedCapture({ keeps: false });
    truncateSync(home.put('w/sparse', ''), 4 * 1024 ** 3);
    const { root, stored } = await take();
    expect(stored).toBeLessThan(8 * 1024 * 1024);
    expect(store.objects.size).toBe(4);
    expect((await lines(root)).includes('sparse 644 chunks 1024')).toBe(true);
  });

  it('keeps the bytes of a large file, chunk by chunk', async () => {
    const { home, store, take } = await triedCapture();
    const bytes = Buffer.alloc(17 * 1024 * 1024 + 5);
    for (let i = 0; i < bytes.length; i += 4096) bytes.writeUInt32LE(i, Math.min(i, bytes.length - 4));
    home.put('w/large', bytes);
    const { root } = await take();
    const { decodeChunks, decodeTree } = await import('../../../src/snapshots/store/tree-node.ts');
    const entry = decodeTree(store.get(root)?.bytes ?? Buffer.alloc(0)).find(({ kind }) => kind === 'chunked');
    if (entry?.kind !== 'chunked') throw new Error('no chunks');
    const parts = decodeChunks(store.get(entry.id)?.bytes ?? Buffer.alloc(0)).map((id) => store.get(id)?.bytes ?? Buffer.alloc(0));
    expect(Buffer.concat(parts).equals(bytes)).toBe(true);
    expect(entry.size).toBe(bytes.length);
  });
});

describe('what happens meanwhile', () => {
  it('a file that changes at every read is unstable, and one that settles is read whole', async () => {
    const { home, lines, take } = await triedCapture();
    home.put('w/a', 'a');
    home.put('w/b', 'b');
    let reads = 0;
    let settling = 0;
    const fds = new Map<number, string>();
    const calls = {
      ...nodeSnapshotCalls,
      openRaw(path: string | Buffer, flags: number) {
        const fd = nodeSnapshotCalls.openRaw(path, flags);
        fds.set(fd, String(path));
        return fd;
      },
      read(fd: number, into: Uint8Array, position: number) {
        const path = fds.get(fd) ?? '';
        reads += 1;
        if (path.endsWith('/b')) settling += 1;
        if (path.endsWith('/a')) writeFileSync(path, 'a'.repeat(reads + 1));
        if (path.endsWith('/b') && settling < 3) writeFileSync(path, 'settled');
        return nodeSnapshotCalls.read(fd, into, position);
      },
    };
    const { root, skipped } = await take({ calls });
    expect(skipped.map(({ path, reason }) => `${path} ${reason}`)).toEqual(['a unstable']);
    expect(await lines(root)).toContain('b 644 settled');
  });

  it('a disk that fails under a file costs that file', async () => {
    const { home, lines, take } = await triedCapture();
    home.put('w/a', 'a');
    home.put('w/bad', 'x');
    home.put('w/large', Buffer.alloc(17 * 1024 * 1024));
    const bad = new Set<number>();
    const calls = {
      ...nodeSnapshotCalls,
      openRaw(path: string | Buffer, flags: number) {
        const fd = nodeSnapshotCalls.openRaw(path, flags);
        if (/(bad|large)$/.test(String(path))) bad.add(fd);
        else bad.delete(fd);
        return fd;
      },
      read(fd: number, into: Uint8Array, position: number) {
        if (bad.has(fd)) throw Object.assign(new Error('EIO'), { code: 'EIO' });
        return nodeSnapshotCalls.read(fd, into, position);
      },
    };
    const { root, skipped } = await take({ calls });
    expect(skipped.map(({ path, reason }) => `${path} ${reason}`)).toEqual(['bad unreadable', 'large unreadable']);
    expect(await lines(root)).toEqual(['.keep 644 ', 'a 644 a', 'bad skipped', 'large skipped']);
  });

  it('a file or directory that goes is not there', async () => {
    const { home, lines, take } = await triedCapture();
    home.put('w/a', 'a');
    home.put('w/d/x', 'x');
    const calls = {
      ...nodeSnapshotCalls,
      openRaw(path: string | Buffer, flags: number) {
        if (String(path).endsWith('/a')) unlinkSync(path);
        return nodeSnapshotCalls.openRaw(path, flags);
      },
      rawNames(path: string | Buffer) {
        if (String(path).endsWith('/d')) rmSync(String(path), { recursive: true });
        return nodeSnapshotCalls.rawNames(path);
      },
    };
    expect(await lines((await take({ calls })).root)).toEqual(['.keep 644 ']);
  });

  it('a link or FIFO that takes the place of a file is neither followed nor waited for', async () => {
    const { home, store, take } = await triedCapture();
    home.put('w/a', 'a');
    home.put('w/b', 'b');
    home.put('outside', 'OUTSIDE');
    const calls = {
      ...nodeSnapshotCalls,
      openRaw(path: string | Buffer, flags: number) {
        if (String(path).endsWith('/a')) {
          unlinkSync(path);
          symlinkSync(home.at('outside'), String(path));
        }
        if (String(path).endsWith('/b')) {
          unlinkSync(path);
          execFileSync('mkfifo', [String(path)]);
        }
        return nodeSnapshotCalls.openRaw(path, flags);
      },
    };
    const { skipped } = await take({ calls });
    expect(skipped.map(({ path, reason }) => `${path} ${reason}`)).toEqual(['a unstable', 'b unstable']);
    for (const { bytes } of store.objects.values()) expect(Buffer.from(bytes).includes('OUTSIDE')).toBe(false);
  });

  it('a root that is gone is not an empty tree', async () => {
    const { home, take } = await triedCapture();
    await take();
    renameSync(home.at('w'), home.at('moved'));
    await expect(take()).rejects.toMatchObject({ code: 'io' });
  });

  it('ends with the signal, and the next one is whole', async () => {
    const { home, take } = await triedCapture();
    for (let i = 0; i < 100; i += 1) home.put(`w/d${i % 7}/${i}`, String(i));
    const whole = (await take({ cache: emptyCache(testKey) })).root;
    for (let stop = 0; stop < 8; stop += 1) {
      const controller = new AbortController();
      let calls = 0;
      const signal = controller.signal;
      const stopping = {
        ...nodeSnapshotCalls,
        lstatRaw(path: string | Buffer) {
          calls += 1;
          if (calls === 2 + stop * 15) controller.abort();
          return nodeSnapshotCalls.lstatRaw(path);
        },
      };
      await expect(take({ signal, calls: stopping })).rejects.toThrow(/abort/i);
    }
    expect((await take({ changed: [] })).root).toBe(whole);
  });

  it('ends in the middle, and what was seen by then is in the next one though the store had all of it', async () => {
    const { home, take } = await triedCapture();
    const was = (content: string, mode: number) => {
      home.put('w/out/m/in/file', content);
      chmodSync(home.at('w/out/m/in'), mode);
    };
    was('one', 0o755);
    home.put('w/out/z/file', '');
    const first = (await take()).root;
    was('other', 0o700);
    expect((await take()).root).not.toBe(first);
    was('one', 0o755);
    for (let i = 0; i < 40; i += 1) home.put(`w/out/z/${i}`, '');
    const controller = new AbortController();
    const calls = {
      ...nodeSnapshotCalls,
      lstatRaw(path: string | Buffer) {
        if (String(path).endsWith('out/z')) controller.abort();
        return nodeSnapshotCalls.lstatRaw(path);
      },
    };
    await expect(take({ signal: controller.signal, calls })).rejects.toThrow(/abort/i);
    for (let i = 0; i < 40; i += 1) rmSync(home.at(`w/out/z/${i}`));
    expect((await take()).root).toBe(first);
  });

  it('a full disk ends it with io, and the next one is whole', async () => {
    const { home, take } = await triedCapture();
    for (let i = 0; i < 40; i += 1) home.put(`w/d${i % 5}/${i}`, incompressible(`${i}`, 300_000));
    const whole = (await take({ cache: emptyCache(testKey) })).root;
    const cache = emptyCache(testKey);
    for (const at of [1, 3, 9, 20]) {
      const place = temporaryStore(fullFrom(at).calls);
      const store = openObjectStore(place);
      try {
        await expect(
          (async () => {
            store.begin();
            await take({ store, cache });
            store.sync();
          })(),
        ).rejects.toMatchObject({ code: 'io' });
      } finally {
        store.close();
      }
    }
    doubtStored(cache);
    const store = openObjectStore(temporaryStore());
    store.begin();
    const { root } = await take({ store, cache, changed: [] });
    store.sync();
    expect(root).toBe(whole);
    expect(store.get(root)?.kind).toBe('tree');
    store.close();
  });

  it('hard links are files like others', async () => {
    const { home, lines, take } = await triedCapture();
    linkSync(home.put('w/a', 'x'), home.at('w/b'));
    expect(await lines((await take()).root)).toEqual(['.keep 644 ', 'a 644 x', 'b 644 x']);
  });
});
