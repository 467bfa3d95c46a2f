import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openSnapshots, type OpenSnapshotsOptions } from '../../../src/snapshots/index.ts';
import { openWorkspace } from '../../../src/workspace/index.ts';
import { foldingCalls } from '../../support/case-folding-calls.ts';
import { mountedDisk } from '../../support/mounted-disk.ts';
import { pictureOf } from '../../support/stored-trees.ts';
import { temporaryHome } from '../../support/temporary-home.ts';

const manual = { kind: 'manual' } as const;
/** The same letter in two forms, each one name of its own on Linux. */
const [composed, decomposed] = ['caf\u00e9', 'cafe\u0301'];

async function opened(root?: string) {
  const home = temporaryHome();
  const at = root ?? home.at('w');
  mkdirSync(at, { recursive: true });
  const workspace = await openWorkspace(home.run(), at);
  const open = (more: Partial<OpenSnapshotsOptions> = {}) => {
    const snapshots = openSnapshots(home.run(), workspace, { exclude: [], yields: false, ...more });
    onTestFinished(() => snapshots.close());
    return snapshots;
  };
  const put = (name: string, text: string) => {
    mkdirSync(join(at, name, '..'), { recursive: true });
    writeFileSync(join(at, name), text);
  };
  return { at, open, put, picture: () => pictureOf(at) };
}

const two = (put: (name: string, text: string) => void) => {
  put('Makefile', 'one');
  put('makefile', 'two');
  put('Lib/a', 'three');
  put('lib/a', 'four');
  put('lib/only', 'five');
  put(composed, 'six');
  put(decomposed, 'seven');
  put('plain', 'eight');
};

describe('names that are one on some disks', () => {
  it('are two in a snapshot, and come back as two where the disk knows both', async () => {
    const { at, open, picture, put } = await opened();
    two(put);
    const had = picture();
    expect(had).toHaveLength(10);
    const { snapshot } = await open().take(manual);
    for (const name of ['makefile', 'Lib', decomposed]) rmSync(join(at, name), { recursive: true });
    expect(await open().restore(snapshot.id)).toMatchObject({ isExact: true });
    expect(picture()).toEqual(had);
  });

  it('are never merged where the disk takes them for one: one comes back, the other is named', async () => {
    const { at, open, picture, put } = await opened();
    two(put);
    const { snapshot } = await open().take(manual);
    // As the workspace of another machine: empty, on a disk that folds names.
    for (const name of readdirSync(at)) rmSync(join(at, name), { recursive: true });
    put('UPPER', 'so that the disk can be asked');
    const folding = foldingCalls(at);
    const done = await open(folding).restore(snapshot.id);
    expect(done.isExact).toBe(false);
    const lines = picture();
    // Each name that is there has its own content, whole.
    const contents: Readonly<Record<string, string>> = {
      Makefile: 'one',
      makefile: 'two',
      plain: 'eight',
      [composed]: 'six',
      [decomposed]: 'seven',
    };
    const inLib = new Set(['three', 'four', 'five']);
    for (const line of lines.filter((one) => one.startsWith('file'))) {
      const [, , name = '', text = ''] = line.split(' ');
      const spelled = Buffer.from(name, 'latin1').toString('utf8');
      if (spelled.toLowerCase().startsWith('lib/')) expect(inLib.has(text), line).toBe(true);
      else expect(text, line).toBe(contents[spelled]);
    }
    const folded = lines.map((line) =>
      Buffer.from(line.split(' ')[2] ?? '', 'latin1')
        .toString('utf8')
        .normalize('NFC')
        .toLowerCase(),
    );
    expect(new Set(folded).size).toBe(folded.length);
    const named = done.conflicts
      .filter(({ reason }) => reason.includes('does not tell its name'))
      .map(({ path }) => path.normalize('NFC').toLowerCase());
    expect(new Set(named)).toEqual(new Set(['makefile', 'lib', 'caf\u00e9']));
    expect(await open(folding).undo()).toMatchObject({ isExact: true });
    expect(picture()).toEqual(['file 644 UPPER so that the disk can be asked']);
  });

  it('a change of spelling alone is taken back there', async () => {
    const { at, open, picture, put } = await opened();
    put('README.md', 'one');
    put('src/a', 'two');
    const had = picture();
    const folding = foldingCalls(at);
    const { snapshot } = await open(folding).take(manual);
    rmSync(join(at, 'README.md'));
    rmSync(join(at, 'src'), { recursive: true });
    put('readme.md', 'one');
    put('Src/a', 'edited');
    expect(await open(folding).restore(snapshot.id)).toMatchObject({ isExact: true });
    expect(picture()).toEqual(had);
  });

  it('on a real disk of that sort too', async ({ skip }) => {
    const disk = mountedDisk('folding', 16);
    if (typeof disk === 'string') skip(disk);
    else {
      const source = await opened();
      two(source.put);
      const there = await opened(join(disk.path, 'w'));
      there.put('README.md', 'one');
      there.put('src/a', 'two');
      const had = there.picture();
      const { snapshot } = await there.open().take(manual);
      rmSync(join(there.at, 'README.md'));
      there.put('readme.md', 'other');
      expect(await there.open().restore(snapshot.id)).toMatchObject({ isExact: true });
      expect(there.picture()).toEqual(had);
    }
  });
});
