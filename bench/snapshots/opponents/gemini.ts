import { copyFileSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fromInput, gitIn, nul } from './git.ts';
import type { OpponentMaker } from './opponent.ts';

/** A shadow repository with a configuration of its own; commits. */
export const gemini: OpponentMaker = {
  name: 'Gemini CLI',
  readsAll: true,
  open(place) {
    const directory = join(place.store, '.git');
    const config = { GIT_CONFIG_GLOBAL: join(place.store, '.gitconfig'), GIT_CONFIG_SYSTEM: join(place.store, '.gitconfig_system_empty') };
    const git = gitIn(place, { GIT_DIR: directory, GIT_WORK_TREE: place.root, ...config });
    return {
      stores: [place.store],
      async prepare() {
        const identity = '[user]\n  name = Gemini CLI\n  email = gemini-cli@google.com\n[commit]\n  gpgsign = false\n';
        writeFileSync(config.GIT_CONFIG_GLOBAL, identity);
        writeFileSync(config.GIT_CONFIG_SYSTEM, '');
        const setUp = gitIn({ ...place, root: place.store }, config);
        await setUp(['init', '--initial-branch', 'main']);
        await setUp(['commit', '-m', 'Initial commit', '--allow-empty']);
        // The ignore rules stand in the work tree as well.
        const ignore = join(place.root, '.gitignore');
        if (existsSync(ignore)) copyFileSync(ignore, join(place.store, '.gitignore'));
      },
      async take() {
        await git(['add', '.']);
        const status = await git(['status', '--porcelain', '-b', '-u', '--null']);
        if (status.split('\0').filter((line) => line !== '' && !line.startsWith('##')).length > 0) {
          await git(['commit', '-m', 'snapshot', '--no-verify']);
        }
        return git(['rev-parse', 'HEAD']);
      },
      async restore(id, paths = ['.']) {
        await git(['restore', '--source', id, ...fromInput], { input: nul(paths) });
        await git(['clean', '-f', '-d', ...(paths[0] === '.' ? [] : ['--', ...paths])]);
      },
      undo: async () => false,
      diesMidway: () => writeFileSync(join(directory, 'index.lock'), ''),
    };
  },
};
