import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openSnapshots } from '../../src/snapshots/index.ts';
import { ineffectiveText, openWorkspace } from '../../src/workspace/index.ts';
import { temporaryHome, type TemporaryHome } from '../support/temporary-home.ts';

// Whoever sends a repository writes its ignore files. None of them may stop a snapshot, a task or a restore, and what is not honoured is named.

const gib = 1024 * 1024 * 1024;

async function opened(home: TemporaryHome) {
  const workspace = await openWorkspace(home.run(), home.at('w'));
  const snapshots = openSnapshots(home.run(), workspace, { exclude: ['node_modules/'], yields: false });
  onTestFinished(() => snapshots.close());
  return snapshots;
}

function sparse(path: string, size: number): void {
  writeFileSync(path, '');
  truncateSync(path, size);
}

const isRoot = process.getuid?.() === 0;

describe('a hostile ignore file', () => {
  it.each<[string, (home: TemporaryHome) => void, RegExp | undefined]>([
    [
      'with a line of 40,000 characters',
      (home) => home.put('w/.gitignore', `${'x'.repeat(40_000)}\n`),
      /\.gitignore:1 \(longer than 4,096/,
    ],
    ['of 32 MiB of zeros', (home) => sparse(home.at('w/.gitignore'), gib / 32), /\.gitignore:1 \(the file is larger than 256 KiB/],
    [
      "of 4 GiB that is git's own",
      (home) => sparse(home.at('w/.git/info/exclude'), 4 * gib),
      /\.git\/info\/exclude:1 \(the file is larger than 256 KiB/,
    ],
    ['of 300,000 lines', (home) => home.put('w/.gitignore', 'ab\n'.repeat(300_000)), /\.gitignore:87382 \(the file is larger/],
    [
      'of lines with many stars',
      (home) => home.put('w/.gitignore', `${'*a'.repeat(60)}\n`.repeat(500)),
      /:34 \(too many wildcards.*466 more/,
    ],
    ['in UTF-16', (home) => home.put('w/.gitignore', Buffer.from('\uFEFFno-such/\r\n', 'utf16le')), /\.gitignore:1 \(not text\)/],
    ['that is a FIFO', (home) => execFileSync('mkfifo', [home.at('w/.gitignore')]), /\.gitignore \(not a regular file\)/],
    ['that is a directory', (home) => mkdirSync(home.at('w/.gitignore')), undefined],
    ['that is a dangling link', (home) => symlinkSync('nowhere', home.at('w/.gitignore')), undefined],
    ['that is a link to itself', (home) => symlinkSync('.gitignore', home.at('w/.gitignore')), undefined],
    ['with invalid UTF-8, CRLF and a BOM', (home) => home.put('w/.gitignore', Buffer.from('\uFEFFno\xFFsuch\r\n', 'latin1')), undefined],
    [
      'three hundred times',
      (home) => {
        for (let i = 0; i < 300; i += 1) home.put(`w/d${i}/.gitignore`, `${'x'.repeat(5_000)}\nno-such\n`);
      },
      /, and 299 more/,
    ],
  ])('%s stops nothing and is named', async (_, prepare, said) => {
    const home = temporaryHome({ inMemory: true });
    mkdirSync(home.at('w/.git/info'), { recursive: true });
    home.put('w/a.ts', 'one');
    prepare(home);
    const snapshots = await opened(home);
    const { snapshot } = await snapshots.take({ kind: 'manual' });
    const text = ineffectiveText(await snapshots.ineffectiveRules(), 1);
    if (said === undefined) expect(text).toBeUndefined();
    else expect(text).toMatch(said);
    home.put('w/a.ts', 'two');
    expect(await snapshots.restore(snapshot.id)).toMatchObject({ written: ['a.ts'], deleted: [] });
    expect(home.text('w/a.ts')).toBe('one');
  });

  it('hides nothing by a rule without effect: what it names is captured, and comes back', async () => {
    const home = temporaryHome({ inMemory: true });
    mkdirSync(home.at('w'));
    home.put('w/.gitignore', `hidden\n${'x'.repeat(5_000)}\0kept\n`);
    for (const name of ['hidden', 'kept']) home.put(`w/${name}`, name);
    const snapshots = await opened(home);
    const { snapshot } = await snapshots.take({ kind: 'manual' });
    expect(snapshot.files).toBe(2);
    expect(await snapshots.content(snapshot.id, 'kept')).toEqual(Buffer.from('kept'));
  });

  it.skipIf(isRoot)('that may not be read is named', async () => {
    const home = temporaryHome({ inMemory: true });
    mkdirSync(home.at('w'));
    chmodSync(home.put('w/.gitignore', 'x\n'), 0);
    const snapshots = await opened(home);
    await snapshots.take({ kind: 'manual' });
    expect(ineffectiveText(await snapshots.ineffectiveRules())).toMatch(/\.gitignore \(it cannot be read\)/);
  });

  it.each([
    ['.git/index', 4 * gib],
    ['.git/HEAD', 4 * gib],
    ['.git/packed-refs', 4 * gib],
    ['.git/config', 4 * gib],
    ['.snap/settings.json', gib / 64],
  ])('is no worse than a %s of %i bytes', async (name, size) => {
    const home = temporaryHome({ inMemory: true });
    mkdirSync(home.at('w/.git/info'), { recursive: true });
    home.put('w/a.ts', 'one');
    sparse(home.put(`w/${name}`, ''), size);
    const snapshots = await opened(home);
    const { snapshot } = await snapshots.take({ kind: 'manual' });
    home.put('w/a.ts', 'two');
    expect(await snapshots.restore(snapshot.id)).toMatchObject({ written: ['a.ts'] });
  });
});
