import { RelativePattern, Uri, window, workspace, type Disposable } from 'vscode';
import type { Checkup } from '../core.ts';
import type { Desk } from '../desk.ts';
import { editorPath } from '../editor-path.ts';
import { examinerOf } from './examiner.ts';
import { watchedFolders } from './watched-folders.ts';

/** Judges again when a config file is saved, changes, comes or goes. */
export function registerFileWatch(desk: Desk): Disposable {
  const examiner = examinerOf(desk);
  let paths: ReadonlySet<string> = new Set();
  const watches = new Map<string, Disposable>();
  const touched = ({ fsPath }: Uri): void => {
    if (paths.has(fsPath)) examiner.soon();
  };
  const follow = ({ setup }: Checkup): void => {
    paths = new Set(setup.files.flatMap(({ path, target }) => [path, target ?? path]).map(editorPath));
    const wanted = watchedFolders(setup.files);
    for (const [folder, watch] of watches)
      if (!wanted.has(folder)) {
        watch.dispose();
        watches.delete(folder);
      }
    for (const folder of wanted) {
      if (watches.has(folder)) continue;
      // Not below the folder: a home directory has a million files.
      const watch = workspace.createFileSystemWatcher(new RelativePattern(Uri.file(folder), '*'));
      watches.set(folder, watch);
      watch.onDidChange(touched);
      watch.onDidCreate(touched);
      watch.onDidDelete(touched);
    }
  };
  const listening = [
    examiner.onDidChange(follow),
    workspace.onDidSaveTextDocument(({ uri }) => {
      if (uri.scheme === 'file') touched(uri);
    }),
    // For files in a folder that was created later, and for disks that report no changes.
    window.onDidChangeWindowState(({ focused }) => {
      if (focused && examiner.last !== undefined) examiner.soon();
    }),
    workspace.onDidGrantWorkspaceTrust(() => examiner.soon()),
    desk.folders.onDidChange(() => examiner.soon()),
  ];
  return {
    dispose() {
      for (const each of [...listening, ...watches.values()]) each.dispose();
    },
  };
}
