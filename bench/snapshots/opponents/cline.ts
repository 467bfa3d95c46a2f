import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fromInput, gitIn, nul } from './git.ts';
import type { OpponentMaker } from './opponent.ts';

/** The person's own repository: stash commits under private refs. */
export const cline: OpponentMaker = {
  name: 'Cline',
  readsAll: false,
  isInRepository: true,
  open(place) {
    const git = gitIn(place);
    let count = 0;
    const bases = new Map<string, string>();
    return {
      stores: [join(place.root, '.git')],
      async prepare() {
        if ((await git(['rev-parse', '--is-inside-work-tree'], { mayFail: true })) !== 'true')
          throw new Error('no repository, so there are no checkpoints');
      },
      async take() {
        count += 1;
        const head = await git(['rev-parse', 'HEAD']);
        // When it fails the checkpoint is HEAD.
        const stash = await git(['stash', 'create', `cline checkpoint session=bench run=${count}`], { mayFail: true });
        const others = (await git(['ls-files', '--others', '--exclude-standard', '-z'])).split('\0').filter(Boolean);
        let id = stash === '' ? head : stash;
        if (others.length > 0) {
          const scratch = join(place.store, 'untracked-index');
          rmSync(scratch, { force: true });
          const env = { GIT_INDEX_FILE: scratch };
          await git(['add', '-f', ...fromInput], { env, input: nul(others) });
          const tree = await git(['write-tree'], { env });
          const untracked = await git(['commit-tree', tree, '-m', 'untracked']);
          // Like a stash: what HEAD has, the index, the files that are not tracked. Equal parents would become one.
          const index = stash === '' ? await git(['commit-tree', `${head}^{tree}`, '-p', head, '-m', 'index']) : `${stash}^2`;
          const parts = [`${stash === '' ? head : stash}^{tree}`, '-p', head, '-p', index];
          id = await git(['commit-tree', ...parts, '-p', untracked, '-m', `cline checkpoint session=bench run=${count}`]);
        }
        await git(['update-ref', `refs/cline/checkpoints/bench/${count}`, id]);
        bases.set(id, head);
        return id;
      },
      // It has no restore of single paths.
      async restore(id) {
        const base = bases.get(id) ?? 'HEAD';
        const before = await git(['rev-parse', '-q', '--verify', 'refs/stash'], { mayFail: true });
        await git(['stash', 'push', '-u', '-m', 'before restore']);
        const after = await git(['rev-parse', '-q', '--verify', 'refs/stash'], { mayFail: true });
        await git(['reset', '--hard', base]);
        await git(['clean', '-fd']);
        if (id !== base) await git(['stash', 'apply', id]);
        // The safety copy goes when all went well.
        if (after !== before) await git(['stash', 'drop']);
      },
      undo: async () => false,
      diesMidway: () => writeFileSync(join(place.root, '.git/index.lock'), ''),
    };
  },
};
