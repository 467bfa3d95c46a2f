import { commands, Disposable, RelativePattern, Uri, window, workspace, type TreeView } from 'vscode';
import { core } from '../../core.ts';
import type { Desk } from '../../desk.ts';
import { toldErrors } from '../../tell-error.ts';
import type { Benches } from '../desk-bench.ts';
import { followFolder } from '../follow-folder.ts';
import { problemText } from '../problem-text.ts';
import { snapshotContent } from './content-provider.ts';
import type { SnapshotDesk } from './desk.ts';
import type { Node } from './nodes.ts';
import { SnapshotTree } from './tree.ts';
import { scheme } from './uri.ts';
import { say } from '../../say.ts';
import { soon } from '../../soon.ts';

type Run = (desk: SnapshotDesk, given: unknown, selected: unknown) => Promise<void>;

/** By the id of the command: what it does, loaded at the first call. */
const table: Readonly<Record<string, () => Promise<Run>>> = {
  'snap.takeSnapshot': async () => (await import('./take.ts')).takeSnapshot,
  'snap.openSnapshotDiff': async () => (await import('./compare.ts')).openDiff,
  'snap.compareSnapshots': async () => (await import('./compare.ts')).compareSnapshots,
  'snap.copySnapshotId': async () => (await import('./compare.ts')).copyId,
  'snap.restoreFile': async () => (await import('./restore.ts')).restoreFile,
  'snap.restoreSnapshot': async () => (await import('./restore.ts')).restoreSnapshot,
  'snap.undoRestore': async () => (await import('./undo.ts')).undoRestore,
};

const minuteMs = 60_000;
/** From a change of a file until what differs is looked at again. A build or a checkout writes for long, and each look reads the whole folder. */
const [quietMs, lateMs] = [1_000, 10_000];

/** The view of snapshots, its commands, and the documents that show a file as it is in one. */
export function registerSnapshots(desk: Desk, benches: Benches): Disposable {
  const source = sourceOf(desk, benches);
  const tree = new SnapshotTree(source, (error) => void problemText(desk, error));
  const view = window.createTreeView('snap.snapshots', { treeDataProvider: tree, showCollapseAll: true, canSelectMany: true });
  source.say = (text) => (view.message = text ?? '');
  const refresh = (): void => void tree.refresh();
  return Disposable.from(
    tree,
    view,
    workspace.registerTextDocumentContentProvider(scheme, snapshotContent(benches.current)),
    commands.registerCommand('snap.refreshSnapshots', refresh),
    ...Object.entries(table).map(([id, load]) =>
      commands.registerCommand(id, (given: unknown, selected: unknown) =>
        toldErrors(desk, async () => {
          const opened = await snapshotDesk(desk, benches, refresh);
          if (opened !== undefined) await (await load())(opened, given, selected);
        }),
      ),
    ),
    desk.daemon.onEvent(({ type }) => {
      if (view.visible && (type === 'snapshot.created' || type === 'snapshot.restored')) refresh();
    }),
    workspace.onDidGrantWorkspaceTrust(refresh),
    followFolder(desk, view, () => tree.clear()),
    whileVisible(desk, view, tree),
  );
}

interface Source {
  say(text: string | undefined): void;
  list: ConstructorParameters<typeof SnapshotTree>[0]['list'];
  changes: ConstructorParameters<typeof SnapshotTree>[0]['changes'];
}

/** What the view lists; what cannot be listed is said above it. */
function sourceOf(desk: Desk, benches: Benches): Source {
  const source: Source = {
    say: () => undefined,
    async list() {
      try {
        const bench = benches.current();
        if (bench === undefined) return undefined;
        const listed = await bench.call('list', [workspace.isTrusted]);
        const isEmpty = listed.snapshots.length === 0;
        await commands.executeCommand('setContext', 'snap.snapshots.state', isEmpty ? 'none' : 'some');
        // The last step of the walkthrough.
        if (!isEmpty) await commands.executeCommand('setContext', 'snap.hasSnapshot', true);
        source.say(saidAbove(listed.interrupted?.target));
        return listed;
      } catch (error) {
        source.say(await problemText(desk, error));
        return undefined;
      }
    },
    async changes(from, signal) {
      const bench = benches.current();
      return bench === undefined ? [] : bench.call('changes', [from, 'working'], { signal });
    },
  };
  return source;
}

function saidAbove(interrupted: string | undefined): string | undefined {
  if (!workspace.isTrusted)
    return 'Restricted Mode: snapshots are listed and compared. Taking and restoring is off until you trust this workspace.';
  return interrupted === undefined ? undefined : 'A restore was interrupted. "Undo Last Restore" finishes it or undoes it.';
}

async function snapshotDesk(desk: Desk, benches: Benches, refresh: () => void): Promise<SnapshotDesk | undefined> {
  const [bench, folder, words] = [benches.current(), desk.folder(), await core.system()];
  if (bench !== undefined && folder !== undefined)
    return { desk, bench, folder, words, refresh, snapshots: async () => (await bench.call('list', [workspace.isTrusted])).snapshots };
  const open = 'Open Folder';
  const answer = await say.info('Snapshots belong to a folder, and no folder is open.', open);
  if (answer === open) await commands.executeCommand('vscode.openFolder');
  return undefined;
}

/** Watches the files and updates the times while the view is visible. */
function whileVisible(desk: Desk, view: TreeView<Node>, tree: SnapshotTree): Disposable {
  let following: Disposable | undefined;
  const follow = (): void => {
    following?.dispose();
    following = view.visible ? followFiles(desk.folder(), tree) : undefined;
  };
  const seen = (): void => {
    follow();
    // The files were not watched while the view was hidden.
    if (view.visible) void tree.refresh();
  };
  follow();
  return Disposable.from(view.onDidChangeVisibility(seen), desk.folders.onDidChange(follow), new Disposable(() => following?.dispose()));
}

function followFiles(folder: string | undefined, tree: SnapshotTree): Disposable {
  const later = soon(() => void tree.refresh(), { quietMs, lateMs });
  const changed = (): void => later.call();
  const clock = setInterval(() => tree.retell(), minuteMs);
  const watcher = folder === undefined ? undefined : workspace.createFileSystemWatcher(new RelativePattern(Uri.file(folder), '**/*'));
  return Disposable.from(
    ...(watcher === undefined ? [] : [watcher, watcher.onDidChange(changed), watcher.onDidCreate(changed), watcher.onDidDelete(changed)]),
    new Disposable(() => {
      later.dispose();
      clearInterval(clock);
    }),
  );
}
