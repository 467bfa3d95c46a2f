import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fromInput, gitIn, literal, nul } from './git.ts';
import type { OpponentMaker } from './opponent.ts';
import { seed } from './seed.ts';

/** What git can do at its best with such a design; nobody ships it. */
export const gitTuned: OpponentMaker = {
  name: 'git tuned',
  readsAll: false,
  open(place) {
    const directory = join(place.store, 'shadow.git');
    const git = gitIn(place, { GIT_DIR: directory, GIT_WORK_TREE: place.root, GIT_CONFIG_GLOBAL: '/dev/null' });
    let last: string | undefined;
    const take = async (): Promise<string> => {
      await git(['add', '-A', '.']);
      return git(['write-tree']);
    };
    return {
      stores: [place.store],
      async prepare() {
        await gitIn(place, { GIT_CONFIG_GLOBAL: '/dev/null' })(['init', '-q', '--bare', '--template=', directory]);
        const settings = [
          'core.bare false',
          'index.version 4',
          'core.untrackedCache true',
          'core.autocrlf false',
          'core.preloadIndex true',
          'index.threads true',
        ];
        for (const setting of settings) await git(['config', ...setting.split(' ')]);
        if (existsSync(join(place.root, '.git'))) await seed(gitIn(place), directory);
      },
      take,
      async restore(id, paths) {
        last = await take();
        if (paths === undefined) await git(['read-tree', '--reset', '-u', id]);
        else await git(['restore', '--source', id, '--staged', '--worktree', ...fromInput], { input: nul(paths.map(literal)) });
      },
      async undo() {
        if (last === undefined) return false;
        await git(['read-tree', '--reset', '-u', last]);
        return true;
      },
      diesMidway: () => writeFileSync(join(directory, 'index.lock'), ''),
    };
  },
};
