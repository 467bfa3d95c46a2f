import { spawn } from 'node:child_process';
import { linkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { editAndDelete } from './cases-of-the-facts.ts';
import type { HostileCase } from './hostile-case.ts';
import { committed } from './place.ts';

const composed = Buffer.from('caf\u00e9.txt').toString('latin1');
const decomposed = Buffer.from('cafe\u0301.txt').toString('latin1');
const longName = `${'n'.repeat(251)}.txt`;
const deep = Array.from({ length: 24 }, (_, i) => `level-${i}-${'d'.repeat(60)}`).join('/');
const oddNames = [
  '-rf',
  ' ',
  'a  b',
  'quote"s\'',
  'back\\slash',
  '*',
  '[ab]',
  '!not',
  '#hash',
  ':(top)x',
  'tab\there',
  'dot.',
  'bell\x07',
  '~',
  '$(touch x)',
];

/** Below more directories than one path can name. */
const tooDeep = (inner: string) =>
  `i=0; while [ $i -lt 20 ]; do mkdir -p ${'p'.repeat(240)} && cd -P ${'p'.repeat(240)} || exit 1; i=$((i+1)); done; ${inner}`;

/** What file systems allow. */
export const casesOfFiles: readonly HostileCase[] = [
  {
    name: 'names that differ in case only',
    from: 'more',
    build(place) {
      committed(place);
      place.put('Makefile', 'one\n');
      place.put('makefile', 'two\n');
      place.put('Lib/a', 'three\n');
      place.put('lib/a', 'four\n');
    },
    between(place) {
      place.remove('makefile');
      place.put('Lib/a', 'broken\n');
      place.remove('lib');
    },
  },
  {
    name: 'one name in two Unicode forms',
    from: 'more',
    build(place) {
      committed(place);
      place.put(composed, 'composed\n');
      place.put(decomposed, 'decomposed\n');
    },
    between(place) {
      place.remove(composed);
      place.put(decomposed, 'broken\n');
    },
  },
  {
    name: 'renamed in case only',
    from: 'more',
    build: committed,
    between(place) {
      place.move('README.md', 'readme.md');
      place.move('src', 'Src');
    },
    gone: ['readme.md', 'Src'],
  },
  {
    name: 'names of 255 bytes',
    from: 'more',
    build(place) {
      committed(place);
      place.put(longName, 'long\n');
      place.put(`${'d'.repeat(255)}/${'f'.repeat(255)}`, 'long\n');
    },
    between(place) {
      place.put(longName, 'broken\n');
      place.remove('d'.repeat(255));
    },
  },
  {
    name: 'a path of 1,700 bytes',
    from: 'more',
    build(place) {
      committed(place);
      place.put(`${deep}/file`, 'deep\n');
    },
    between: (place) => place.remove(deep.slice(0, deep.indexOf('/'))),
  },
  {
    name: 'a path longer than the system takes costs nothing else',
    from: 'more',
    build(place) {
      committed(place);
      place.directory('far');
      place.run('sh', '-c', `cd far; ${tooDeep('echo far > file')}`);
    },
    between: editAndDelete,
    either: ['far'],
    wrong(place) {
      place.run('sh', '-c', `cd far; ${tooDeep('test "$(cat file)" = far')}`);
      return undefined;
    },
  },
  {
    name: 'names that shells, options and patterns take for something else',
    from: 'more',
    build(place) {
      committed(place);
      for (const name of oddNames) place.put(`odd/${name}`, `${name}\n`);
    },
    between(place) {
      for (const [i, name] of oddNames.entries()) {
        if (i % 2 === 0) place.remove(`odd/${name}`);
        else place.put(`odd/${name}`, 'broken\n');
      }
    },
  },
  {
    name: 'a hard link shared with somebody else',
    from: 'more',
    build(place) {
      committed(place);
      writeFileSync(join(place.outside, 'shared'), 'shared\n');
      linkSync(join(place.outside, 'shared'), place.at('linked'));
      place.put('one-of-two', 'pair\n');
      linkSync(place.at('one-of-two'), place.at('two-of-two'));
    },
    between(place) {
      // Both names change with it.
      place.put('linked', 'changed by the assistant\n');
      place.put('one-of-two', 'broken\n');
    },
  },
  {
    name: 'setuid, setgid and sticky bits',
    from: 'more',
    build(place) {
      committed(place);
      place.put('helper', 'program\n', 0o4755);
      place.directory('shared', 0o2775);
      place.put('shared/file', 'file\n', 0o640);
      place.directory('drop', 0o1777);
    },
    between(place) {
      place.put('helper', 'broken\n', 0o755);
      place.remove('shared');
      place.mode('drop', 0o755);
    },
  },
  {
    name: 'a read-only file that was changed',
    from: 'more',
    asOther: true,
    build(place) {
      committed(place);
      place.put('frozen.txt', 'frozen\n', 0o444);
    },
    between(place) {
      place.mode('frozen.txt', 0o644);
      place.put('frozen.txt', 'broken\n', 0o444);
    },
  },
  {
    name: 'a read-only directory costs nothing else',
    from: 'more',
    asOther: true,
    build(place) {
      committed(place);
      place.put('frozen/file.txt', 'frozen\n');
      place.mode('frozen', 0o555);
    },
    between(place) {
      editAndDelete(place);
      place.put('frozen/file.txt', 'broken\n');
    },
    either: ['frozen'],
  },
  {
    name: 'a directory nobody may look into costs nothing else',
    from: 'more',
    asOther: true,
    build(place) {
      committed(place);
      place.put('closed/file.txt', 'closed\n');
      place.mode('closed', 0o000);
    },
    between: editAndDelete,
    stays: ['closed'],
  },
  {
    name: 'a file that grows while it is read',
    from: 'more',
    build(place) {
      committed(place);
      place.put('grows.txt', 'line\n'.repeat(1_000));
    },
    during(place) {
      // It ends by itself, should its killer fail: after so many lines, and when the directory is gone.
      const lines = 'i=0; while [ $i -lt 200000 ] && echo line >> grows.txt; do i=$((i+1)); done';
      const writer = spawn('sh', ['-c', lines], { cwd: place.root, stdio: 'ignore' });
      return () => writer.kill('SIGKILL');
    },
    between: editAndDelete,
    either: ['grows.txt'],
    wrong: (place) => (/^(line\n)*$/.test(place.text('grows.txt')) ? undefined : 'the file that grew is torn'),
  },
  {
    name: 'times in the future: an edit is seen',
    from: 'more',
    build(place) {
      committed(place);
      place.time('src/one.ts', 4_000_000_000);
    },
    between(place) {
      place.put('src/one.ts', 'export const one = 7;\n');
      place.time('src/one.ts', 4_000_000_000);
    },
    again: (place) => place.put('src/one.ts', 'broken, and longer than before\n'),
  },
  {
    name: 'times before 1970: an edit is seen',
    from: 'more',
    build(place) {
      committed(place);
      place.time('src/one.ts', -86_400);
      place.time('README.md', 0);
    },
    between(place) {
      place.put('src/one.ts', 'export const one = 7;\n');
      place.time('src/one.ts', -86_400);
      place.put('README.md', '# A Project\n');
      place.time('README.md', 0);
    },
    again: editAndDelete,
  },
  {
    name: 'the clock went back a day',
    from: 'more',
    build: committed,
    between(place) {
      place.clockShift = -86_400_000;
      place.put('src/one.ts', 'export const one = 7;\n');
    },
    again: editAndDelete,
  },
  {
    name: 'a sparse file of 160 MiB',
    from: 'more',
    build(place) {
      committed(place);
      place.put('disk.raw', 'head');
      truncateSync(place.at('disk.raw'), 160 * 1024 * 1024);
    },
    between: (place) => place.put('disk.raw', 'broken\n'),
  },
  {
    name: 'a file became a directory, a directory a file, a link either',
    from: 'more',
    build(place) {
      committed(place);
      place.put('plain', 'a file\n');
      place.put('folder/inner/file', 'in a folder\n');
      place.link('pointer', 'README.md');
    },
    between(place) {
      place.remove('plain');
      place.put('plain/inner/file', 'in its place\n');
      place.remove('folder');
      place.put('folder', 'in its place\n');
      place.remove('pointer');
      place.directory('pointer');
      place.put('pointer/file', 'in its place\n');
    },
  },
  {
    name: 'a directory became a link to another one',
    from: 'more',
    build(place) {
      committed(place);
      place.put('old/one.ts', 'of old\n');
    },
    between(place) {
      place.remove('src');
      place.link('src', 'old');
    },
    undo: true,
  },
  {
    name: 'directories were renamed, files moved between them',
    from: 'more',
    build(place) {
      committed(place);
      place.put('a/b/c/file', 'one\n');
      place.put('a/other', 'two\n');
    },
    between(place) {
      place.move('a/b', 'b');
      place.move('a/other', 'b/c/other');
      place.move('src', 'a/src');
    },
    gone: ['b', 'a/src'],
  },
  {
    name: 'everything was deleted',
    from: 'more',
    build: committed,
    between: (place) => ['README.md', 'src', '.gitignore'].forEach((path) => place.remove(path)),
  },
  {
    name: 'empty files, zero bytes, a last line without an end',
    from: 'more',
    build(place) {
      committed(place);
      place.put('empty', '');
      place.put('zeros', '\0\0\0');
      place.put('no-end', 'last');
      place.put('bom', '\xef\xbb\xbftext\r\n\rold\n');
    },
    between(place) {
      place.put('empty', 'not empty\n');
      place.put('zeros', '');
      place.put('no-end', 'last\n');
      place.put('bom', 'text\n');
    },
  },
  {
    name: 'a socket stays',
    from: 'more',
    build(place) {
      committed(place);
      // Bound and left, as a server leaves it that was killed.
      place.run('python3', '-c', "import socket; socket.socket(socket.AF_UNIX).bind('live.sock')");
    },
    between: editAndDelete,
    stays: ['live.sock'],
  },
  {
    name: 'one path is restored, the other edits stay',
    from: 'more',
    paths: ['src/one.ts'],
    build: committed,
    between(place) {
      editAndDelete(place);
      place.put('src/main.ts', 'my other work\n');
      place.put('src/new.ts', 'new\n');
    },
  },
];
