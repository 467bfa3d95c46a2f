import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { differencesOf, treeChanges } from '../../../src/snapshots/compare/changes.ts';
import { equalPieces } from '../../../src/snapshots/store/stored-contents.ts';
import { parseObjectId } from '../../../src/snapshots/store/object-id.ts';
import { pathFilter } from '../../../src/snapshots/compare/path-filter.ts';
import { encodeTree } from '../../../src/snapshots/store/tree-node.ts';
import { SnapError } from '../../../src/system/index.ts';
import { pictureOfTree, type Plan, plans, storedTrees } from '../../support/stored-trees.ts';
import { cpuTime } from '../../support/cpu-time.ts';

async function changesBetween(before: Plan, after: Plan, paths?: readonly string[]) {
  const trees = storedTrees();
  return treeChanges(await differencesOf(trees.contents, trees.keep(before), trees.keep(after), { isMeant: pathFilter(paths) }));
}

const short = async (before: Plan, after: Plan, paths?: readonly string[]) =>
  (await changesBetween(before, after, paths)).map(({ path, kind, isSecret }) => `${kind} ${path}${isSecret ? ' secret' : ''}`);

describe('what differs between two trees', () => {
  const file = { text: 'x' };
  it.each<[string, Plan, Plan, readonly string[]]>([
    ['nothing', { a: file }, { a: file }, []],
    [
      'a file that came, one that went, one that changed',
      { b: file, c: file },
      { a: file, c: { text: 'y' } },
      ['added a', 'deleted b', 'modified c'],
    ],
    ['a mode', { a: file }, { a: { text: 'x', mode: 0o755 } }, ['mode a']],
    ['a mode of a directory', { a: { directory: {} } }, { a: { directory: {}, mode: 0o700 } }, ['mode a']],
    ['a file that became a link', { a: file }, { a: { link: 'x' } }, ['type a']],
    ['a link that leads elsewhere', { a: { link: 'y' } }, { a: { link: 'x' } }, ['modified a']],
    ['a file that became a directory', { a: file }, { a: { directory: { b: file } } }, ['type a', 'added a/b']],
    ['an empty directory', {}, { d: { directory: {} } }, ['added d']],
    ['a directory that went with what was in it', { d: { directory: { a: file } }, 'd.txt': file }, {}, ['deleted d.txt', 'deleted d/a']],
    ['a sealed file that is the same', { x: { text: 'k', isSealed: true } }, { x: { text: 'k', isSealed: true } }, []],
    ['a sealed file that changed', { x: { text: 'k', isSealed: true } }, { x: { text: 'l', isSealed: true } }, ['modified x secret']],
    [
      'a sealed file of another mode',
      { x: { text: 'k', isSealed: true } },
      { x: { text: 'k', isSealed: true, mode: 0o600 } },
      ['mode x secret'],
    ],
    ['a name that tells a secret', {}, { '.env': file, '.env.example': file }, ['added .env secret', 'added .env.example']],
  ])('%s', async (_, before, after, expected) => {
    expect(await short(before, after)).toEqual(expected);
  });

  it('leads from the one to the other, whatever they are', async () => {
    await fc.assert(
      fc.asyncProperty(plans(), plans(), async (before, after) => {
        const trees = storedTrees();
        const [one, other] = [trees.keep(before), trees.keep(after)];
        const lines = async (root: typeof one) =>
          new Map(
            (await pictureOfTree(trees, root)).map((line) => [
              line.replace(/^(file \d+|directory \d+|link) ([^]*?)( -> [^]*|)$/, '$2'),
              line,
            ]),
          );
        const [had, has] = [await lines(one), await lines(other)];
        const differences = await differencesOf(trees.contents, one, other);
        const counted = new Set(
          [...had.values(), ...has.values()].filter((line) => ![...had.values()].includes(line) || ![...has.values()].includes(line)),
        );
        const told = differences.reduce(
          (sum, { before: was, after: is }) => sum + (was === undefined ? 0 : 1) + (is === undefined ? 0 : 1),
          0,
        );
        expect(told).toBe(counted.size);
        const paths = differences.map(({ path }) => path);
        expect(paths).toEqual([...paths].sort((a, b) => (a < b ? -1 : 1)));
      }),
      { numRuns: 200 },
    );
  });

  it('looks into no directory that is the same', async () => {
    const trees = storedTrees();
    const same: Plan = { x: { text: 'x' } };
    const [one, other] = [
      trees.keep({ d: { directory: same }, a: { text: '1' } }),
      trees.keep({ d: { directory: same }, a: { text: '2' } }),
    ];
    const asked: string[] = [];
    const contents = { ...trees.contents, node: (id: typeof one) => (asked.push(id), trees.contents.node(id)) };
    await differencesOf(contents, one, other);
    expect(asked).toEqual([one, other]);
  });

  it('takes a file that git has and one of ours for the same where they are', async () => {
    const trees = storedTrees();
    const text = Buffer.from('the same\n');
    const gitId = createHash('sha1').update(`blob ${text.length}\0`).update(text).digest('hex');
    const borrowed = (size: number) =>
      trees.put('tree', encodeTree([{ kind: 'borrowed', name: Buffer.from('a'), mode: 0o644, size, gitId }]));
    const changes = async (size: number, now: string) => differencesOf(trees.contents, borrowed(size), trees.keep({ a: { text: now } }));
    expect(await changes(text.length, 'the same\n')).toEqual([]);
    expect(await changes(text.length, 'the sane\n')).toHaveLength(1);
    expect(await changes(3, 'the same\n')).toHaveLength(1);
  });

  it('names a file whose contents are lost instead of failing', async () => {
    const trees = storedTrees();
    const sealed = (text: string): Plan => ({ a: { text, isSealed: true } });
    const [one, other] = [trees.keep(sealed('k')), trees.keep(sealed('k'))];
    for (const [id, { kind }] of trees.objects) if (kind === 'blob') trees.objects.delete(id);
    expect(await differencesOf(trees.contents, one, other)).toHaveLength(1);
  });

  it('fails when a directory is lost', async () => {
    const trees = storedTrees();
    const lost = parseObjectId('0'.repeat(64));
    await expect(differencesOf(trees.contents, lost, trees.keep({}))).rejects.toThrow(SnapError);
  });
});

describe('the paths that are meant', () => {
  it.each<[readonly string[] | undefined, string, boolean]>([
    [undefined, 'any/thing', true],
    [[], 'any/thing', true],
    [['.'], 'any/thing', true],
    [['src'], 'src', true],
    [['src'], 'src/a/b.ts', true],
    [['./src/'], 'src/a.ts', true],
    [['src'], 'srcs/a.ts', false],
    [['src'], 'lib/src', false],
    [['*.ts'], 'a/b/c.ts', true],
    [['*.ts'], 'a.tsx', false],
    [['src/*.ts'], 'src/a.ts', true],
    [['src/*.ts'], 'src/a/b.ts', false],
    [['src/**/*.ts'], 'src/a.ts', true],
    [['src/**/*.ts'], 'src/a/b/c.ts', true],
    [['src/**'], 'src/a', true],
    [['**/test'], 'a/test/b.ts', true],
    [['node?'], 'node1/x', true],
    [['[id].tsx'], '[id].tsx', true],
    [['app/[id]/page.tsx'], 'app/[id]/page.tsx', true],
    [['[a-c].ts'], 'b.ts', true],
    [['[!a-c].ts'], 'b.ts', false],
    [['a', 'b'], 'b', true],
    [['a*b*c'], 'aXbYbc', true],
    [['a*b*c'], 'aXbYb', false],
    [['caf\u00e9'], 'cafe\u0301', true],
  ])('%j takes %s: %s', (names, path, expected) => {
    expect(pathFilter(names)(path)).toBe(expected);
  });

  it.each(['', '..', '../x', '/etc', 'a/../../b'])('refuses %j', (name) => {
    expect(() => pathFilter([name])).toThrow(SnapError);
  });

  it('needs no long time for a bad pattern', () => {
    const cost = cpuTime(() => {
      expect(pathFilter([`${'*a'.repeat(200)}b`])('a'.repeat(4000))).toBe(false);
      expect(pathFilter([`${'**/a/'.repeat(200)}b`])(Array.from({ length: 400 }, () => 'a').join('/'))).toBe(false);
    });
    expect(cost).toBeLessThan(5_000);
  });
});

describe('pieces', () => {
  it('are equal however they are cut', () => {
    const cut = (text: string, at: readonly number[]) => {
      const bytes = Buffer.from(text);
      const places = [0, ...at.map((one) => one % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
      return places.slice(1).map((end, i) => bytes.subarray(places[i], end));
    };
    const cuts = fc.array(fc.nat(50), { maxLength: 5 });
    fc.assert(
      fc.property(fc.string({ maxLength: 20 }), fc.string({ maxLength: 20 }), cuts, cuts, (one, other, a, b) => {
        expect(equalPieces(cut(one, a), cut(one, b))).toBe(true);
        expect(equalPieces(cut(one, a), cut(other, b))).toBe(one === other);
      }),
    );
  });
});
