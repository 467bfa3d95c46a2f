// The directory of one case: a home, a project, a place for temporary files, and files outside that nobody may touch.
import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export function boxAt(root) {
  const at = (path) => join(root, path);
  for (const name of ['home', 'work', 'data', 'tmp', 'outside']) mkdirSync(at(name), { recursive: true });
  writeFileSync(at('outside/kept.txt'), 'not ours\n');
  writeFileSync(at('made'), '');
  return {
    root,
    home: at('home'),
    work: at('work'),
    data: at('data'),
    at,
    put(path, content) {
      mkdirSync(dirname(at(path)), { recursive: true });
      writeFileSync(at(path), content);
    },
    link(path, target) {
      mkdirSync(dirname(at(path)), { recursive: true });
      symlinkSync(target, at(path));
    },
    /** What Node's file functions cannot make; in the root of the case. */
    sh(script) {
      const { status, stderr } = spawnSync('/bin/bash', ['-ec', script], {
        cwd: root,
        env: {
          PATH: '/usr/bin:/bin',
          HOME: at('outside'),
          GIT_CONFIG_NOSYSTEM: '1',
          GIT_AUTHOR_NAME: 'a',
          GIT_AUTHOR_EMAIL: 'a@b.c',
          GIT_COMMITTER_NAME: 'a',
          GIT_COMMITTER_EMAIL: 'a@b.c',
        },
        encoding: 'utf8',
      });
      if (status !== 0) throw new Error(`${root}: ${script.slice(0, 200)}: ${stderr.slice(0, 500)}`);
      // What was prepared is older than what a step does.
      spawnSync('/usr/bin/touch', [at('made')]);
    },
  };
}
