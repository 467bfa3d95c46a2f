import { spawnSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { differencesOf } from '../../../src/snapshots/compare/changes.ts';
import { patchOf } from '../../../src/snapshots/compare/patch.ts';
import { areLinkAndDirectory, layOut, pictureOf, plans, type Plan, storedTrees } from '../../support/stored-trees.ts';
import { rounds } from '../../support/storm.ts';

// A patch that somebody takes back: `snap snapshot diff 12 | git apply -R`, or with patch.

const runs = rounds(100);

async function patchBetween(before: Plan, after: Plan): Promise<string> {
  const trees = storedTrees();
  return patchOf(trees.contents, await differencesOf(trees.contents, trees.keep(before), trees.keep(after)));
}

function temporary(): string {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'snap-patch-')));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** Git and patch keep no empty directories. */
const visible = (tree: string) => pictureOf(tree).filter((line) => !line.startsWith('directory'));

function dropEmpty(path: string): void {
  spawnSync('find', [path, '-mindepth', '1', '-depth', '-type', 'd', '-empty', '-delete']);
}

const programs = {
  git: ['git', 'apply', '--whitespace=nowarn', '-p1'],
  // As a person types it, but for what it says.
  patch: ['patch', '-p1', '-s', '-f'],
} as const;

function apply(base: string, patch: string, name: keyof typeof programs, ...more: readonly string[]): void {
  if (!/^diff --git/m.test(patch)) return;
  const [program, ...args] = programs[name];
  const env = { ...process.env, GIT_CEILING_DIRECTORIES: base, GIT_CONFIG_NOSYSTEM: '1', HOME: base };
  writeFileSync(join(base, 'p'), patch);
  const given = name === 'git' ? ['../p'] : ['-i', '../p'];
  const { status, stderr, stdout } = spawnSync(program, [...args, ...more, ...given], { cwd: join(base, 'tree'), env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${more.join(' ')}: ${stdout}${stderr}\n${patch}`);
}

function picturesOf(base: string, plan: Plan): readonly string[] {
  layOut(join(base, 'tree'), plan);
  return visible(join(base, 'tree'));
}

const mixed = {
  before: {
    'CRLF.txt': { text: 'one\r\ntwo\r\nthree' },
    'a b.txt': { text: 'one\ntwo\n' },
    'deleted and empty': { text: '' },
    'gone.sh': { text: 'echo\n', mode: 0o755 },
    'new\nline': { text: 'x\n' },
    'no end': { text: 'one\ntwo' },
    'picture.png': { text: Buffer.of(0, 1, 2) },
    'quo"te': { text: 'q\n' },
    'run.sh': { text: 'echo\n' },
    '\xff\xfe': { text: 'bytes\n' },
    'latin.txt': { text: Buffer.from([0x63, 0x61, 0x66, 0xe9, 0x0a]) },
    ' lead and end ': { text: 'spaces\n' },
  },
  after: {
    'CRLF.txt': { text: 'one\r\n2\r\nthree\r\n' },
    'a b.txt': { text: 'one\n2\n' },
    'new\nline': { text: 'y\n' },
    'no end': { text: 'one\n2' },
    'picture.png': { text: Buffer.of(0, 1, 3) },
    'quo"te': { text: 'r\n' },
    'run.sh': { text: 'echo 2\n', mode: 0o755 },
    '\xff\xfe': { text: 'other\n' },
    'latin.txt': { text: Buffer.from([0x63, 0x61, 0x66, 0xe8, 0x0a]) },
    ' lead and end ': { text: 'spaces 2\n' },
    'added.txt': { text: 'new without an end' },
    'deep er': { directory: { 'down\there': { text: 'd\n', mode: 0o755 } } },
  },
} as const satisfies Record<string, Plan>;

/** What the patch only names stays as it is. */
const carried = (picture: readonly string[]) => picture.filter((line) => !/ (picture\.png|latin\.txt) /.test(line));

describe('the patch between two trees', () => {
  it('taken back by git apply -R gives the first again', async () => {
    const base = temporary();
    await fc.assert(
      fc.asyncProperty(plans(), plans(), async (before, after) => {
        // git does not put a directory where a link stands.
        fc.pre(!areLinkAndDirectory(before, after));
        const patch = await patchBetween(before, after);
        layOut(join(base, 'tree'), after);
        dropEmpty(join(base, 'tree'));
        apply(base, patch, 'git', '-R');
        expect(visible(join(base, 'tree'))).toEqual(picturesOf(base, before));
      }),
      { numRuns: runs },
    );
  });

  it.each(['git', 'patch'] as const)('of files of every sort is taken and taken back by %s', async (program) => {
    const base = temporary();
    const patch = await patchBetween(mixed.before, mixed.after);
    const [before, after] = [picturesOf(base, mixed.before), picturesOf(base, mixed.after)];
    expect(patch).toContain('# picture.png: changed; it is a binary file');
    expect(patch).toContain('# latin.txt: changed; its text is not UTF-8');
    apply(base, patch, program, '-R');
    expect(carried(visible(join(base, 'tree')))).toEqual(carried(before));
    picturesOf(base, mixed.before);
    apply(base, patch, program);
    expect(carried(visible(join(base, 'tree')))).toEqual(carried(after));
  });

  it('of texts alone is taken and taken back by patch', async () => {
    const base = temporary();
    const names = ['a', 'c.txt', 'a b', '-x', "it's", 'tab\there', '\xc3\xa9', '[id].tsx', '.hidden'];
    const texts = fc.dictionary(
      fc.constantFrom(...names),
      fc.record({
        // Two files with nothing in them differ in nothing that patch could be told.
        text: fc
          .array(fc.constantFrom('one\n', 'two\n', 'crlf\r\n', '-- x\n', '\n'), { minLength: 1, maxLength: 9 })
          .map((all) => all.join('')),
        mode: fc.constantFrom(0o644, 0o755),
      }),
    );
    await fc.assert(
      fc.asyncProperty(texts, texts, async (before, after) => {
        const patch = await patchBetween(before, after);
        const wanted = picturesOf(base, before);
        picturesOf(base, after);
        apply(base, patch, 'patch', '-R');
        expect(visible(join(base, 'tree'))).toEqual(wanted);
      }),
      { numRuns: runs },
    );
  });
});
