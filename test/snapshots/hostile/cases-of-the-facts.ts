import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HostileCase } from './hostile-case.ts';
import { committed, type Place, usual } from './place.ts';

/** An assistant that edits one file and deletes another. */
export function editAndDelete(place: Place): void {
  place.put('src/one.ts', 'export const one = 2;\n');
  place.remove('README.md');
}

/** A time long ago, so that nothing is read again because it is new. */
const longAgo = 1_500_000_000;

const filter = (place: Place) => {
  place.configure('filter.lost.clean', 'no-such-program-here');
  place.configure('filter.lost.smudge', 'no-such-program-here');
  place.configure('filter.lost.required', 'true');
};

/** The workspaces that four shipped engines were measured with. */
export const casesOfTheFacts: readonly HostileCase[] = [
  { name: 'plain edit + delete come back', from: 'facts', build: committed, between: editAndDelete },
  {
    name: 'user file made after the snapshot is not lost',
    from: 'facts',
    build: committed,
    between(place) {
      editAndDelete(place);
      place.put('notes.md', 'my own\n');
    },
    notLost: ['notes.md'],
  },
  {
    name: 'restore can be undone',
    from: 'facts',
    build: committed,
    between(place) {
      place.put('src/one.ts', 'export const one = 2;\n');
      place.put('src/two.ts', 'export const two = 2;\n');
    },
    undo: true,
  },
  {
    name: 'commit made after the snapshot stays on the branch',
    from: 'facts',
    build: committed,
    between(place) {
      editAndDelete(place);
      place.git('commit', '-q', '-a', '-m', 'second');
    },
    ask: (place) => place.git('rev-parse', 'HEAD', 'refs/heads/main'),
  },
  {
    name: "user's staged index survives",
    from: 'facts',
    build(place) {
      committed(place);
      place.put('src/one.ts', 'export const one = 10;\n');
      place.put('src/staged.ts', 'staged\n');
      place.git('add', '-A');
      place.put('src/staged.ts', 'staged, then edited\n');
    },
    between: (place) => place.put('src/one.ts', 'export const one = 3;\n'),
    ask: (place) => place.git('ls-files', '-s'),
  },
  {
    name: 'not a git repository',
    from: 'facts',
    build: (place) => Object.entries(usual).forEach(([path, text]) => place.put(path, text)),
    between: editAndDelete,
  },
  {
    name: 'repository without any commit',
    from: 'facts',
    build(place) {
      place.git('init', '-q');
      for (const [path, text] of Object.entries(usual)) place.put(path, text);
    },
    between: editAndDelete,
  },
  {
    name: 'nested repository: its file comes back',
    from: 'facts',
    build(place) {
      committed(place);
      nested(place, 'vendor/inner');
    },
    between: (place) => place.put('vendor/inner/inner.txt', 'broken\n'),
    stays: ['vendor/inner/.git'],
  },
  {
    name: 'nested repository made later survives',
    from: 'facts',
    build: committed,
    between(place) {
      editAndDelete(place);
      nested(place, 'later');
    },
    stays: ['later/.git'],
    // Snap leaves the whole repository; a copy of the tree puts it back.
    either: ['later/inner.txt'],
    notLost: ['later/inner.txt'],
  },
  {
    name: 'nested repository without commit',
    from: 'facts',
    build(place) {
      committed(place);
      place.directory('inner');
      place.gitIn('inner', 'init', '-q');
      place.put('inner/inner.txt', 'not committed\n');
    },
    between(place) {
      editAndDelete(place);
      place.put('inner/inner.txt', 'broken\n');
    },
    stays: ['inner/.git'],
  },
  {
    name: 'CRLF file, autocrlf=input',
    from: 'facts',
    build(place) {
      committed(place);
      place.configure('core.autocrlf', 'input');
      place.put('dos.txt', 'one\r\ntwo\r\n');
    },
    between: (place) => place.put('dos.txt', 'broken\n'),
  },
  {
    name: 'CRLF file, text=auto',
    from: 'facts',
    build(place) {
      committed(place);
      place.put('.gitattributes', '* text=auto\n');
      place.put('dos.txt', 'one\r\ntwo\r\n');
    },
    between: (place) => place.put('dos.txt', 'broken\n'),
  },
  {
    name: 'LF file, eol=crlf',
    from: 'facts',
    build(place) {
      committed(place);
      place.put('.gitattributes', '*.txt text eol=crlf\n');
      place.put('unix.txt', 'one\ntwo\n');
    },
    between: (place) => place.put('unix.txt', 'broken\n'),
  },
  {
    name: 'filter driver missing (required)',
    from: 'facts',
    build(place) {
      committed(place);
      filter(place);
      place.put('.gitattributes', '*.blob filter=lost\n');
      place.put('a.blob', 'binary\0one');
      place.put('b.txt', 'beside it\n');
    },
    between(place) {
      place.put('a.blob', 'broken');
      place.put('b.txt', 'broken');
    },
  },
  {
    name: 'commit.gpgsign without key',
    from: 'facts',
    build(place) {
      committed(place);
      place.configure('commit.gpgsign', 'true');
      place.configure('gpg.program', 'no-such-program-here');
    },
    between: editAndDelete,
  },
  {
    name: "hook in the user's template directory",
    from: 'facts',
    build(place) {
      const hooks = join(place.home, 'template/hooks');
      place.run('mkdir', '-p', hooks);
      for (const name of ['pre-commit', 'post-commit', 'post-checkout', 'post-index-change', 'reference-transaction']) {
        writeFileSync(join(hooks, name), `#!/bin/sh\n: > '${place.home}/hook-ran'\n`, { mode: 0o755 });
      }
      place.configure('init.templateDir', join(place.home, 'template'));
      committed(place);
      place.run('rm', '-f', join(place.home, 'hook-ran'));
    },
    between: editAndDelete,
    ask: (place) => String(place.has('../hook-ran')),
    wrong: (place) => (place.has('../hook-ran') ? 'a hook of the person ran' : undefined),
  },
  {
    name: 'GIT_INDEX_FILE leaking in',
    from: 'facts',
    build(place) {
      committed(place);
      place.put('src/one.ts', 'export const one = 11;\n');
      place.put('untracked.txt', 'untracked\n');
      staged.set(place, place.git('ls-files', '-s'));
      place.environment['GIT_INDEX_FILE'] = join(place.root, '.git/index');
    },
    between: editAndDelete,
    wrong: (place) => (place.git('ls-files', '-s') === staged.get(place) ? undefined : 'the index of the person is another one'),
  },
  {
    name: 'stale lock after a kill',
    from: 'facts',
    build: committed,
    dies: true,
    between: (place) => place.put('src/one.ts', 'export const one = 2;\n'),
    again: editAndBreak,
  },
  {
    name: 'ignored .env changed by the assistant comes back',
    from: 'facts',
    build(place) {
      committed(place);
      place.put('.env', 'KEY=one\n', 0o600);
    },
    between(place) {
      editAndDelete(place);
      place.put('.env', 'KEY=two\n');
    },
  },
  {
    name: '.gitignore edited, ignored files survive',
    from: 'facts',
    uncaptured: ['output'],
    build: committed,
    // Whoever puts the old rules back first, and then clears up by them, deletes it.
    between(place) {
      editAndDelete(place);
      place.put('.gitignore', `${usual['.gitignore']}output/\n`);
      place.put('output/long-run.csv', '1,2,3\n'.repeat(20_000));
    },
  },
  {
    name: 'tracked file in build/ comes back',
    from: 'facts',
    build: (place) => committed(place, { ...usual, 'build/make.sh': '#!/bin/sh\necho one\n' }),
    between: (place) => place.put('build/make.sh', 'broken\n'),
  },
  {
    name: '3 MiB untracked file comes back',
    from: 'facts',
    build(place) {
      committed(place);
      place.put('data.blob', Buffer.alloc(3 * 1024 * 1024, 'data'));
    },
    between: (place) => place.remove('data.blob'),
  },
  {
    name: 'exec bit and mode 0600',
    from: 'facts',
    build(place) {
      committed(place);
      place.put('run.sh', '#!/bin/sh\n', 0o755);
      place.put('private.txt', 'mine\n', 0o600);
    },
    between(place) {
      place.put('run.sh', 'broken\n', 0o644);
      place.remove('private.txt');
    },
  },
  {
    name: 'symlink, dangling, loop',
    from: 'facts',
    build(place) {
      committed(place);
      place.link('good', 'README.md');
      place.link('dangling', 'nowhere/at/all');
      place.link('loop', 'loop');
      place.link('src/up', '..');
    },
    between(place) {
      for (const path of ['good', 'dangling', 'loop', 'src/up']) place.remove(path);
      place.put('good', 'a file now\n');
    },
  },
  {
    name: 'no write through a symlinked directory',
    from: 'facts',
    build(place) {
      committed(place);
      writeFileSync(join(place.outside, 'one.ts'), 'of somebody else\n');
    },
    between(place) {
      place.remove('src');
      place.link('src', place.outside);
    },
  },
  {
    name: 'empty directory comes back',
    from: 'facts',
    build(place) {
      committed(place);
      place.directory('uploads');
    },
    between: (place) => place.remove('uploads'),
  },
  {
    name: 'newline and non-UTF-8 names',
    from: 'facts',
    build(place) {
      committed(place);
      place.put('two\nlines.txt', 'newline\n');
      place.put('caf\xe9.txt', 'latin1\n');
      place.put('dir\xff\xfe/file', 'below one\n');
    },
    between(place) {
      place.put('two\nlines.txt', 'broken\n');
      place.remove('caf\xe9.txt');
      place.remove('dir\xff\xfe');
    },
  },
  {
    name: 'FIFO does not hang',
    from: 'facts',
    build(place) {
      committed(place);
      place.run('mkfifo', 'pipe');
    },
    between: editAndDelete,
    stays: ['pipe'],
  },
  {
    name: 'one unreadable file does not cost the rest',
    from: 'facts',
    asOther: true,
    build(place) {
      committed(place);
      place.put('closed.txt', 'closed\n', 0o000);
    },
    between: editAndDelete,
    stays: ['closed.txt'],
  },
  {
    name: 'untouched files keep their mtime',
    from: 'facts',
    times: true,
    build(place) {
      committed(place);
      for (const path of Object.keys(usual)) place.time(path, longAgo);
      place.git('status', '--short');
    },
    between: editAndDelete,
  },
  {
    name: 'edit with same size and same mtime is seen',
    from: 'facts',
    build(place) {
      committed(place);
      place.time('src/one.ts', longAgo);
    },
    between(place) {
      place.put('src/one.ts', 'export const one = 7;\n');
      place.time('src/one.ts', longAgo);
    },
    again: editAndBreak,
  },
];

/** What the person had staged, remembered from building to judging. */
const staged = new WeakMap<Place, string>();

function editAndBreak(place: Place): void {
  place.put('src/one.ts', 'broken, and longer than before\n');
}

function nested(place: Place, path: string): void {
  place.put(`${path}/inner.txt`, 'inner\n');
  place.gitIn(path, 'init', '-q');
  place.gitIn(path, 'add', '-A');
  place.gitIn(path, 'commit', '-q', '-m', 'inner');
}
