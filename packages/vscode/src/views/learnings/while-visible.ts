import { join } from 'node:path';
import { Disposable, type TreeView } from 'vscode';
import type { Desk } from '../../desk.ts';
import { watchedPaths } from '../../observe/watched-paths.ts';
import { soon } from '../../soon.ts';

/** From a change of a file until everything is read again: a learning is written in several steps, and an import writes many. */
const [quietMs, lateMs] = [200, 2_000];

/**
 * Reads again when the files change in which learnings and tasks are kept, as long as the view is visible: whoever writes them, with a daemon or
 * without one, and no event tells of a learning that was saved.
 */
export function whileVisible(
  desk: Pick<Desk, 'folders' | 'log' | 'workspace'>,
  view: Pick<TreeView<unknown>, 'visible' | 'onDidChangeVisibility'>,
  refresh: () => void,
): Disposable {
  const later = soon(refresh, { quietMs, lateMs });
  const paths = watchedPaths(() => later.call());
  const follow = async (): Promise<void> => {
    const folder = view.visible ? await desk.workspace() : undefined;
    const { knowledgeDirectory, privateDirectory, projectDirectory } = folder?.workspace ?? {};
    const directories = [knowledgeDirectory, privateDirectory, projectDirectory].filter((directory) => directory !== undefined);
    await paths.follow(directories.map((directory) => join(directory, '/')));
  };
  const followed = (): void => {
    follow().catch((error: unknown) => desk.log.warn(String(error)));
  };
  followed();
  return Disposable.from(
    view.onDidChangeVisibility(({ visible }) => {
      followed();
      if (visible) refresh();
    }),
    desk.folders.onDidChange(followed),
    {
      dispose() {
        later.dispose();
        paths.close();
      },
    },
  );
}
