import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fromInput, gitIn, literal, nul } from './git.ts';
import type { OpponentMaker } from './opponent.ts';
import { seed } from './seed.ts';

const untouchedLine = ['-c', 'core.autocrlf=false', '-c', 'core.longpaths=true', '-c', 'core.symlinks=true'];
const unquoted = [...untouchedLine, '-c', 'core.quotepath=false'];
const largest = 2 * 1024 * 1024;

/** A shadow repository seeded from the person's index and objects; trees without commits. */
export const opencode: OpponentMaker = {
  name: 'opencode, seeded',
  readsAll: false,
  rewritesAll: true,
  open(place) {
    const directory = place.store;
    const users = gitIn(place);
    const at = ['--git-dir', directory, '--work-tree', place.root];
    let last: string | undefined;
    const writeExclude = async (large: readonly string[]): Promise<void> => {
      const file = await users(['rev-parse', '--path-format=absolute', '--git-path', 'info/exclude']);
      const text = existsSync(file) ? readFileSync(file, 'utf8').trimEnd() : '';
      mkdirSync(join(directory, 'info'), { recursive: true });
      writeFileSync(join(directory, 'info/exclude'), `${[text, ...large.map((path) => `/${path}`)].join('\n')}\n`);
    };
    const add = async (): Promise<void> => {
      await writeExclude([]);
      const [changed, others] = await Promise.all([
        users([...unquoted, ...at, 'diff-files', '--name-only', '-z', '--', '.']),
        users([...unquoted, ...at, 'ls-files', '--full-name', '--others', '--exclude-standard', '-z', '--', '.']),
      ]);
      const untracked = others.split('\0').filter(Boolean);
      const all = [...new Set([...changed.split('\0').filter(Boolean), ...untracked])];
      if (all.length === 0) return;
      const check = [
        ...unquoted,
        '--git-dir',
        join(place.root, '.git'),
        '--work-tree',
        place.root,
        'check-ignore',
        '--no-index',
        '--stdin',
        '-z',
      ];
      const ignored = new Set((await users(check, { input: nul(all), mayFail: true })).split('\0').filter(Boolean));
      if (ignored.size > 0) {
        const drop = ['rm', '--cached', '-f', '--ignore-unmatch', ...fromInput];
        await users([...untouchedLine, ...at, ...drop], { input: nul([...ignored].map(literal)), mayFail: true });
      }
      const allowed = all.filter((path) => !ignored.has(path));
      const large = new Set(allowed.filter((path) => sizeOf(place.root, path) > largest));
      const blocked = new Set(untracked.filter((path) => large.has(path)));
      await writeExclude([...blocked]);
      const staged = allowed.filter((path) => !blocked.has(path)).map(literal);
      // A failure is logged and nothing else.
      if (staged.length > 0)
        await users([...untouchedLine, ...at, 'add', '--all', '--sparse', ...fromInput], { input: nul(staged), mayFail: true });
    };
    const take = async (): Promise<string> => {
      await add();
      return users([...at, 'write-tree']);
    };
    return {
      stores: [place.store],
      async prepare() {
        if (!existsSync(join(place.root, '.git'))) throw new Error('no repository, so the feature is off');
        await users(['init'], { env: { GIT_DIR: directory, GIT_WORK_TREE: place.root } });
        for (const [key, value] of [
          ['core.autocrlf', 'false'],
          ['core.longpaths', 'true'],
          ['core.symlinks', 'true'],
          ['core.fsmonitor', 'false'],
          ['feature.manyFiles', 'true'],
          ['index.version', '4'],
          ['index.threads', 'true'],
          ['core.untrackedCache', 'true'],
        ] as const) {
          await users(['--git-dir', directory, 'config', key, value]);
        }
        await seed(users, directory);
      },
      take,
      async restore(id, paths) {
        // What its users can undo: the state is taken before a revert.
        last = await take();
        if (paths === undefined) {
          const changed = await users([...unquoted, ...at, 'diff', '--name-only', '-z', id, '--', '.']);
          if (changed === '') return;
          await users([...untouchedLine.slice(2), ...at, 'read-tree', id]);
          await users([...untouchedLine.slice(2), ...at, 'checkout-index', '-a', '-f']);
          return;
        }
        for (let i = 0; i < paths.length; i += 100) {
          const some = paths.slice(i, i + 100);
          const has = new Set((await users([...untouchedLine.slice(2), ...at, 'ls-tree', '--name-only', id, '--', ...some])).split('\n'));
          const held = some.filter((path) => has.has(path));
          if (held.length > 0) await users([...untouchedLine.slice(2), ...at, 'checkout', id, '--', ...held]);
          for (const path of some) if (!has.has(path)) rmSync(join(place.root, path), { force: true });
        }
      },
      async undo() {
        if (last === undefined) return false;
        const id = last;
        await users([...untouchedLine.slice(2), ...at, 'read-tree', id]);
        await users([...untouchedLine.slice(2), ...at, 'checkout-index', '-a', '-f']);
        return true;
      },
      diesMidway: () => writeFileSync(join(directory, 'index.lock'), ''),
    };
  },
};

function sizeOf(root: string, path: string): number {
  try {
    return statSync(Buffer.concat([Buffer.from(`${root}/`), Buffer.from(path, 'latin1')])).size;
  } catch {
    // Gone, or a link that leads nowhere: no size, as with them.
    return 0;
  }
}
