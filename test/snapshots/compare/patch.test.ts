import { execFileSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { differencesOf } from '../../../src/snapshots/compare/changes.ts';
import { patchOf } from '../../../src/snapshots/compare/patch.ts';
import { areLinkAndDirectory, layOut, pictureOf, plans, type Plan, storedTrees } from '../../support/stored-trees.ts';
import { rounds } from '../../support/storm.ts';

const runs = rounds(100);

async function patchBetween(before: Plan, after: Plan, options = {}): Promise<string> {
  const trees = storedTrees();
  const differences = await differencesOf(trees.contents, trees.keep(before), trees.keep(after));
  return patchOf(trees.contents, differences, options);
}

function temporary(): string {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'snap-patch-')));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** Git and patch keep no empty directories and know one mode bit. */
const visible = (picture: readonly string[]) => picture.filter((line) => !line.startsWith('directory'));

function gitApply(base: string, patch: string): void {
  if (!/^diff --git/m.test(patch)) return;
  const env = { ...process.env, GIT_CEILING_DIRECTORIES: base, GIT_CONFIG_NOSYSTEM: '1', HOME: base };
  execFileSync('git', ['apply', '--whitespace=nowarn', '-p1'], {
    cwd: join(base, 'tree'),
    input: patch,
    env,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
}

/** Git does not see them, and does not write a file where one stands. */
function dropEmpty(path: string): void {
  execFileSync('find', [path, '-mindepth', '1', '-depth', '-type', 'd', '-empty', '-delete']);
}

describe('the patch between two trees', () => {
  it('applied by git apply to the one gives the other', async () => {
    const base = temporary();
    await fc.assert(
      fc.asyncProperty(plans(), plans(), async (before, after) => {
        fc.pre(!areLinkAndDirectory(before, after));
        const patch = await patchBetween(before, after);
        layOut(join(base, 'tree'), before);
        dropEmpty(join(base, 'tree'));
        gitApply(base, patch);
        const is = visible(pictureOf(join(base, 'tree')));
        layOut(join(base, 'tree'), after);
        expect(is).toEqual(visible(pictureOf(join(base, 'tree'))));
      }),
      { numRuns: runs },
    );
  });

  // A file in the place of a directory patch does not take from git either.
  it('is taken by patch -p1 too', async () => {
    const base = temporary();
    const before: Plan = {
      'a b.txt': { text: 'one\r\ntwo\r\n' },
      'gone.txt': { text: 'x\n' },
      last: { text: 'no end' },
      'run.sh': { text: 'echo\n' },
    };
    const after: Plan = {
      'a b.txt': { text: 'one\r\n2\r\n' },
      last: { text: 'no end\n' },
      'empty one': { text: '' },
      'tab\tname': { text: 't\n' },
      '\xc3\xa9.txt': { text: 'e\n' },
      'run.sh': { text: 'echo 2\n', mode: 0o755 },
    };
    layOut(join(base, 'tree'), before);
    writeFileSync(join(base, 'p'), await patchBetween(before, after));
    execFileSync('patch', ['-p1', '-s', '-i', '../p'], { cwd: join(base, 'tree') });
    const is = visible(pictureOf(join(base, 'tree')));
    layOut(join(base, 'tree'), after);
    expect(is).toEqual(visible(pictureOf(join(base, 'tree'))));
  });

  it.each<[string, Plan, Plan, string]>([
    [
      'a sealed file',
      { x: { text: 'K=1\n', isSealed: true } },
      { x: { text: 'K=2\n', isSealed: true } },
      '# x: changed; its contents are not shown\n',
    ],
    ['.env by name', {}, { '.env.local': { text: 'K=canary\n' } }, '# .env.local: added; its contents are not shown\n'],
    ['a key', { 'k.pem': { text: 'canary' } }, {}, '# k.pem: deleted; its contents are not shown\n'],
    ['a binary file', {}, { x: { text: Buffer.of(1, 0, 2) } }, '# x: added; it is a binary file\n'],
    ['another encoding', {}, { x: { text: Buffer.of(0xe9, 10) } }, '# x: added; its text is not UTF-8\n'],
    ['a large file', {}, { x: { text: 'x'.repeat(101) } }, '# x: added; it is too large to be shown\n'],
    ['an empty directory', {}, { d: { directory: {} } }, '# d: directory added\n'],
    ['a mode git does not know', { x: { text: 'x', mode: 0o644 } }, { x: { text: 'x', mode: 0o600 } }, '# x: mode 0644 became 0600\n'],
    ['a name that would forge a line', {}, { 'x\n+++ b/y': { text: Buffer.of(0) } }, '# "x\\n+++ b/y": added; it is a binary file\n'],
    [
      'a name that turns the text round',
      {},
      { '\xe2\x80\xaex': { text: Buffer.of(0) } },
      '# "\\342\\200\\256x": added; it is a binary file\n',
    ],
  ])('says in a remark what it does not show: %s', async (_, before, after, expected) => {
    expect(await patchBetween(before, after, { maxShownFile: 100 })).toBe(expected);
  });

  it('shows a template of secrets', async () => {
    expect(await patchBetween({}, { '.env.example': { text: 'K=\n' } })).toContain('+K=\n');
  });

  it('looks as git writes it', async () => {
    const text = (changed: string) => ['1', '2', '3', '4', '5', changed, '7', '8', '9', '10'].join('\n');
    const patch = await patchBetween({ f: { text: text('6') } }, { f: { text: text('six'), mode: 0o755 } });
    const lines = ['--- a/f', '+++ b/f', '@@ -3,7 +3,7 @@', ' 3', ' 4', ' 5', '-6', '+six', ' 7', ' 8', ' 9'];
    const idOf = (input: string) => execFileSync('git', ['hash-object', '--stdin'], { input, encoding: 'utf8' }).trim();
    const index = `index ${idOf(text('6'))}..${idOf(text('six'))}`;
    expect(patch.split('\n')).toEqual(['diff --git a/f b/f', 'old mode 100644', 'new mode 100755', index, ...lines, '']);
  });

  it('goes on without a file whose contents are damaged', async () => {
    const trees = storedTrees();
    const root = trees.keep({ a: { text: 'lost\n' }, b: { text: 'there\n' } });
    for (const [id, { bytes }] of trees.objects) if (Buffer.from(bytes).toString() === 'lost\n') trees.objects.delete(id);
    const patch = await patchOf(trees.contents, await differencesOf(trees.contents, undefined, root));
    expect(patch).toContain('# a: added; its contents in the store are damaged\n');
    expect(patch).toContain('+there\n');
  });
});
