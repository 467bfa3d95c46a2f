import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gitIn } from './git.ts';
import type { OpponentMaker } from './opponent.ts';
import { rooExcludes } from './roo-excludes.ts';

/** A shadow repository per task, with the person's configuration; commits. */
export const roo: OpponentMaker = {
  name: 'Roo Code',
  readsAll: true,
  open(place) {
    const directory = join(place.store, '.git');
    // The commands run in the directory of the checkpoints; core.worktree leads to the workspace.
    const git = gitIn({ ...place, root: place.store });
    const stage = () => git(['add', '.', '--ignore-errors'], { mayFail: true });
    return {
      stores: [place.store],
      async prepare() {
        // It looks for repositories in the workspace by their .git/HEAD and switches itself off.
        const found = await new Promise<string>((done) => {
          execFile('find', ['.', '-mindepth', '3', '-path', '*/.git/HEAD', '-not', '-path', './.git/*'], { cwd: place.root }, (_, out) =>
            done(out.trim()),
          );
        });
        if (found !== '') throw new Error(`nested repository: ${found.split('\n')[0]}`);
        await git(['init', '--template=']);
        await git(['config', 'core.worktree', place.root]);
        await git(['config', 'commit.gpgSign', 'false']);
        await git(['config', 'user.name', 'Roo Code']);
        await git(['config', 'user.email', 'noreply@example.com']);
        mkdirSync(join(directory, 'info'), { recursive: true });
        writeFileSync(join(directory, 'info/exclude'), rooExcludes.join('\n'));
      },
      async take() {
        await stage();
        const isFirst =
          !existsSync(join(directory, 'refs/heads')) || (await git(['rev-parse', '-q', '--verify', 'HEAD'], { mayFail: true })) === '';
        await git(['commit', '-m', 'checkpoint', ...(isFirst ? ['--allow-empty'] : [])], { mayFail: !isFirst });
        return git(['rev-parse', 'HEAD']);
      },
      // It has no restore of single paths.
      async restore(id) {
        await git(['clean', '-f', '-d', '-f']);
        await git(['reset', '--hard', id]);
      },
      undo: async () => false,
      diesMidway: () => writeFileSync(join(directory, 'index.lock'), ''),
    };
  },
};
