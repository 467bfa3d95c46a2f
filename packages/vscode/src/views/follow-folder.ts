import { basename } from 'node:path';
import type { Disposable, TreeView } from 'vscode';
import type { Desk } from '../desk.ts';

/** Shows the current folder, and says which one it is where the window has several. */
export function followFolder({ folders }: Desk, view: TreeView<unknown>, refresh: () => void): Disposable {
  const name = (): void => {
    const { all, current } = folders;
    // The editor takes an empty text for none.
    view.description = all.length < 2 || current === undefined ? '' : basename(current);
  };
  name();
  return folders.onDidChange(() => {
    name();
    refresh();
  });
}
