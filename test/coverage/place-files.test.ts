import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FilesByName, placeFiles } from '../../src/coverage/place-files.ts';

const workspace = [
  'src/a.ts',
  'src/index.ts',
  'packages/core/src/index.ts',
  'packages/core/src/point.ts',
  'packages/web/src/index.ts',
  'packages/web/src/app.ts',
  'app/src/main/java/org/bank/Account.java',
  'queue.go',
  'internal/ring/ring.go',
  'index.ts',
];
const placed = (
  paths: readonly string[],
  {
    base = '',
    roots = [],
    modules = [],
    files = workspace,
  }: { base?: string; roots?: readonly string[]; modules?: readonly { path: string; directory: string }[]; files?: readonly string[] } = {},
) => {
  const found = placeFiles(paths, { root: '/home/ada/shop', base, roots, modules }, new FilesByName(files));
  return paths.map((path) => {
    const each = found.get(path);
    return each === undefined ? 'missing' : 'file' in each ? each.file : each.problem;
  });
};

describe('paths of a report', () => {
  it.each<[string, readonly string[], Parameters<typeof placed>[1], readonly string[]]>([
    ['of this machine', ['/home/ada/shop/src/a.ts', '/home/ada/shop/src/gone.ts'], {}, ['src/a.ts', 'absent']],
    ['from the root', ['src/a.ts', './src/a.ts', 'src//a.ts'], {}, ['src/a.ts', 'src/a.ts', 'src/a.ts']],
    [
      'from a package',
      ['src/index.ts', '../core/src/index.ts'],
      { base: 'packages/web' },
      ['packages/web/src/index.ts', 'packages/core/src/index.ts'],
    ],
    ['from the root, in the report of a package', ['packages/core/src/index.ts'], { base: 'packages/web' }, ['packages/core/src/index.ts']],
    [
      'of another machine',
      ['/ci/build/src/a.ts', '/ci/build/src/index.ts', '/ci/build/index.ts'],
      {},
      ['src/a.ts', 'src/index.ts', 'index.ts'],
    ],
    ['of Windows', ['C:\\ci\\shop\\src\\a.ts', 'src\\a.ts'], {}, ['src/a.ts', 'src/a.ts']],
    ['as addresses', ['file:///ci/shop/src/a.ts?v=1', 'file:///C:/ci/shop/src/a.ts'], {}, ['src/a.ts', 'src/a.ts']],
    ['below directories that the report names', ['core/src/point.ts'], { roots: ['/ci/x/packages'] }, ['packages/core/src/point.ts']],
    [
      'below one of this machine',
      ['ledger.py'],
      { roots: ['/home/ada/shop/lib'], files: ['lib/ledger.py', 'ledger.py'] },
      ['lib/ledger.py'],
    ],
    [
      'below one of several',
      ['ledger.py', 'book.py'],
      { roots: ['/ci/x/src', '/ci/x/lib'], files: ['lib/ledger.py', 'src/book.py', 'ledger.py'] },
      ['lib/ledger.py', 'src/book.py'],
    ],
    ['of packages of Java', ['org/bank/Account.java'], {}, ['app/src/main/java/org/bank/Account.java']],
    [
      'of modules of Go',
      ['example.com/q/queue.go', 'example.com/q/internal/ring/ring.go', 'example.com/q/gone.go'],
      { modules: [{ path: 'example.com/q', directory: '' }] },
      ['queue.go', 'internal/ring/ring.go', 'absent'],
    ],
  ])('%s', (_, paths, question, expected) => expect(placed(paths, question)).toEqual(expected));

  it('of a file that was deleted are not taken for another one of its name', () => {
    expect(placed(['/ci/x/src/a.ts', '/ci/x/packages/core/src/point.ts', '/ci/x/old/app.ts'])).toEqual([
      'src/a.ts',
      'packages/core/src/point.ts',
      'absent',
    ]);
    // Alone, a name says nothing.
    expect(placed(['/ci/x/old/app.ts'])).toEqual(['absent']);
  });

  it('are not guessed where several files may be meant', () => {
    const files = ['one/src/index.ts', 'two/src/index.ts'];
    expect(placed(['/ci/x/src/index.ts'], { files })).toEqual(['ambiguous']);
    // Another path tells which directory it is.
    expect(placed(['/ci/x/src/index.ts', '/ci/x/src/b.ts'], { files: [...files, 'two/src/b.ts'] })).toEqual([
      'two/src/index.ts',
      'two/src/b.ts',
    ]);
  });

  it('never lead out of the workspace', () => {
    const paths = [
      '../../etc/passwd',
      '/etc/passwd',
      '/home/ada/shop/../../../etc/passwd',
      'src/../../etc/passwd',
      '..\\..\\etc\\passwd',
      '',
      '/',
      '.',
    ];
    expect(new Set(placed(paths))).toEqual(new Set(['absent']));
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.constantFrom('..', '.', 'src', 'etc', 'a.ts', 'home', 'ada', 'shop', '', 'C:'), { maxLength: 8 })),
        (all) => {
          for (const each of placed(all.map((names) => names.join('/')))) expect([...workspace, 'absent', 'ambiguous']).toContain(each);
        },
      ),
    );
  });

  it('are found again wherever the report was made', () => {
    const file = fc.constantFrom(...workspace);
    const root = fc.constantFrom('/ci/build', '/home/runner/work/shop/shop', 'D:/a/shop/shop', '/home/ada/shop');
    fc.assert(
      fc.property(fc.uniqueArray(file, { minLength: 1 }), root, (files, at) => {
        const found = placed(files.map((each) => `${at}/${each}`));
        for (const [i, each] of found.entries()) expect([files[i], 'ambiguous', 'absent']).toContain(each);
        // With the whole workspace in the report, nothing is left open.
        expect(placed(workspace.map((each) => `${at}/${each}`))).toEqual(workspace);
      }),
    );
  });
});
