import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { editAndDelete } from './cases-of-the-facts.ts';
import type { HostileCase } from './hostile-case.ts';
import { committed, type Place, usual } from './place.ts';

/** What git is and does around a snapshot. */
export const casesOfGit: readonly HostileCase[] = [
  {
    name: 'submodule: its file comes back',
    from: 'more',
    build(place) {
      library(place);
      committed(place);
      place.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', join(place.home, 'library'), 'lib');
      place.git('commit', '-q', '-m', 'with a submodule');
    },
    between(place) {
      place.put('lib/lib.txt', 'broken\n');
      place.put('src/one.ts', 'broken\n');
    },
    stays: ['lib/.git'],
  },
  {
    name: 'linked worktree: its files come back, the repository stays',
    from: 'more',
    build(place) {
      library(place);
      place.gitIn('../library', 'worktree', 'add', '-q', '-b', 'side', place.root);
      place.put('src/one.ts', 'export const one = 1;\n');
    },
    between(place) {
      place.put('lib.txt', 'broken\n');
      place.put('src/one.ts', 'broken\n');
    },
    ask: (place) => `${place.gitIn('../library', 'rev-parse', 'HEAD', 'side')}${place.git('ls-files', '-s')}`,
  },
  {
    name: 'a linked worktree inside of the workspace',
    from: 'more',
    build(place) {
      committed(place);
      place.git('worktree', 'add', '-q', '-b', 'side', 'trees/side');
    },
    between: (place) => place.put('trees/side/src/one.ts', 'broken\n'),
    stays: ['trees/side/.git'],
  },
  {
    name: 'LFS: what stands in the directory comes back, be it pointer or content',
    from: 'more',
    build(place) {
      committed(place);
      place.configure('filter.lfs.clean', "sed 's/^/cleaned /'");
      place.configure('filter.lfs.smudge', "sed 's/^/smudged /'");
      place.put('.gitattributes', '*.psd filter=lfs diff=lfs merge=lfs -text\n');
      place.put('pointer.psd', `version https://git-lfs.github.com/spec/v1\noid sha256:${'0'.repeat(64)}\nsize 12345\n`);
      place.put('content.psd', '\x89layers\n');
    },
    between(place) {
      place.put('pointer.psd', 'broken\n');
      place.put('content.psd', 'broken\n');
    },
  },
  {
    name: 'sparse checkout: what is not there stays away',
    from: 'more',
    build(place) {
      committed(place, { ...usual, 'docs/long.md': 'long\n', 'web/page.html': 'page\n' });
      place.git('sparse-checkout', 'set', 'src');
    },
    between: (place) => place.put('src/one.ts', 'broken\n'),
    wrong: (place) => (place.has('docs/long.md') ? 'a file outside of the sparse checkout came up' : undefined),
  },
  {
    name: 'a file with the assume-unchanged bit',
    from: 'more',
    build(place) {
      committed(place);
      place.git('update-index', '--assume-unchanged', 'src/one.ts');
      place.put('src/one.ts', 'export const one = "mine";\n');
    },
    between: (place) => place.put('src/one.ts', 'broken\n'),
  },
  {
    name: 'a tracked file that the patterns ignore',
    from: 'more',
    build(place) {
      committed(place);
      place.put('results/kept.csv', 'kept\n');
      place.git('add', '-f', 'results/kept.csv');
      place.git('commit', '-q', '-m', 'kept');
      place.put('results/kept.csv', 'kept, and edited\n');
    },
    between: (place) => place.remove('results'),
  },
  {
    name: 'ident and working-tree-encoding change no byte',
    from: 'more',
    build(place) {
      committed(place);
      place.put('.gitattributes', '*.id ident\n*.u16 text working-tree-encoding=UTF-16LE eol=crlf\n');
      place.put('a.id', '$Id$\n');
      place.put('b.u16', Buffer.from('one\ntwo\r\n', 'utf16le'));
    },
    between(place) {
      place.put('a.id', 'broken\n');
      place.put('b.u16', 'broken');
    },
  },
  {
    name: 'the branch was switched',
    from: 'more',
    build: committed,
    between(place) {
      place.git('checkout', '-q', '-b', 'other');
      editAndDelete(place);
      place.git('commit', '-q', '-a', '-m', 'elsewhere');
    },
    ask: heads,
  },
  {
    name: 'history rewritten and pruned: the clean files come back',
    from: 'more',
    build: committed,
    between(place) {
      place.put('src/one.ts', 'export const one = 9;\n');
      place.put('README.md', '# Another\n');
      place.git('commit', '-q', '-a', '--amend', '-m', 'first again');
      place.git('reflog', 'expire', '--expire=now', '--all');
      place.git('gc', '-q', '--prune=now');
    },
    ask: heads,
  },
  {
    name: '.git was deleted: the files come back, .git does not',
    from: 'more',
    build: committed,
    between(place) {
      editAndDelete(place);
      place.remove('.git');
    },
    wrong: (place) => (place.has('.git') ? 'a .git came up' : undefined),
  },
  {
    name: 'it becomes a repository after the snapshot',
    from: 'more',
    build: (place) => Object.entries(usual).forEach(([path, text]) => place.put(path, text)),
    between(place) {
      editAndDelete(place);
      place.git('init', '-q');
      place.git('add', '-A');
      place.git('commit', '-q', '-m', 'first');
    },
    stays: ['.git'],
  },
  {
    name: 'a stash took the changes away',
    from: 'more',
    build(place) {
      committed(place);
      place.put('src/one.ts', 'export const one = "not committed";\n');
    },
    between: (place) => void place.git('stash', 'push', '-q'),
    ask: (place) => place.git('stash', 'list', '--format=%H'),
  },
  {
    name: 'in the middle of a merge with conflicts',
    from: 'more',
    build(place) {
      committed(place);
      place.git('checkout', '-q', '-b', 'other');
      place.put('src/one.ts', 'export const one = "theirs";\n');
      place.git('commit', '-q', '-a', '-m', 'theirs');
      place.git('checkout', '-q', 'main');
      place.put('src/one.ts', 'export const one = "ours";\n');
      place.git('commit', '-q', '-a', '-m', 'ours');
      place.run('sh', '-c', 'git merge -q other >/dev/null 2>&1 || true');
    },
    between: editAndDelete,
    ask: (place) => `${place.git('ls-files', '-s')}${place.git('rev-parse', 'MERGE_HEAD')}`,
  },
  {
    name: 'a bare repository as a fixture is content like any other',
    from: 'more',
    build(place) {
      committed(place);
      place.git('init', '-q', '--bare', 'fixtures/bare');
    },
    between: (place) => place.put('fixtures/bare/HEAD', 'broken\n'),
  },
  {
    name: 'ignored directories stay as they are now',
    from: 'more',
    uncaptured: ['results', 'node_modules'],
    build(place) {
      committed(place);
      place.put('results/long-run.csv', 'one\n');
      place.put('node_modules/left/index.js', 'one\n');
    },
    between(place) {
      editAndDelete(place);
      place.put('results/long-run.csv', 'one\ntwo\n');
      place.put('results/new-run.csv', 'new\n');
      place.put('node_modules/right/index.js', 'installed since\n');
    },
  },
  {
    name: 'a line was taken out of .gitignore: what it ignored stays',
    from: 'more',
    uncaptured: ['results'],
    build(place) {
      committed(place);
      place.put('results/long-run.csv', '1,2,3\n'.repeat(20_000));
    },
    between(place) {
      editAndDelete(place);
      place.put('.gitignore', '.env\n');
    },
  },
  {
    name: "ignored only by the person's own rules",
    from: 'more',
    uncaptured: ['scratch'],
    build(place) {
      committed(place);
      place.put('.git/info/exclude', 'scratch/\n');
      place.put('scratch/notes.txt', 'mine\n');
    },
    between(place) {
      editAndDelete(place);
      place.put('scratch/more.txt', 'mine too\n');
    },
  },
  {
    name: 'a monitor and hooks that the person configured do not run',
    from: 'more',
    build(place) {
      committed(place);
      const monitor = join(place.home, 'monitor.sh');
      writeFileSync(monitor, `#!/bin/sh\n: > '${place.home}/monitor-ran'\n`, { mode: 0o755 });
      place.git('config', 'core.fsmonitor', monitor);
      place.git('config', 'core.hooksPath', place.home);
    },
    between: editAndDelete,
    wrong: (place) => (place.has('../monitor-ran') ? 'a program of the person ran' : undefined),
  },
];

function heads(place: Place): string {
  return `${place.git('symbolic-ref', 'HEAD')}${place.git('for-each-ref', 'refs/heads')}`;
}

/** A repository beside the workspace. */
function library(place: Place): void {
  place.put('../library/lib.txt', 'library\n');
  place.gitIn('../library', 'init', '-q');
  place.gitIn('../library', 'add', '-A');
  place.gitIn('../library', 'commit', '-q', '-m', 'library');
}
