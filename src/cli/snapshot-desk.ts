import { isAbsolute, relative, resolve } from 'node:path';
import { noteOpened } from '../daemon/local/index.ts';
import { readSettings } from '../settings/index.ts';
import type { Snapshot, Snapshots, StoreState } from '../snapshots/index.ts';
import { SnapError, type WritableSystem } from '../system/index.ts';
import { openWorkspace, type Workspace } from '../workspace/index.ts';
import type { SnapshotTaker } from '../workbench/assist/index.ts';
import type { Invocation } from './command.ts';
import { plain } from './terminal/style.ts';
import { rootFor } from './options/workspace-root.ts';

/** What the commands about snapshots work with. Smaller than a desk: without tools and learnings. */
export interface SnapshotDesk {
  readonly system: WritableSystem;
  readonly workspace: Workspace;
  readonly snapshots: Snapshots;
  /** @throws SnapError `refused` for an unknown id, `usage` for the start of several ids. */
  find(id: string): Promise<Snapshot>;
  /** The arguments after `--` as paths from the root, with `/`. @throws SnapError `usage` for a path outside the workspace. */
  paths(typed: readonly string[] | undefined): { readonly paths?: readonly string[] };
}

/** Opens the snapshots of the workspace, and closes them afterwards. */
export async function atSnapshots<T>(invocation: Invocation, use: (desk: SnapshotDesk) => Promise<T>): Promise<T> {
  const root = await rootFor(invocation, false);
  const system = await invocation.writable();
  const workspace = await openWorkspace(system, root);
  await noteOpened(system, workspace);
  const { exclude, snapshots: bounds } = (await readSettings(system, workspace)).settings;
  const { boundsOf, openSnapshots, unknownSnapshot } = await import('../snapshots/index.ts');
  // Called only when snapshots have to be deleted.
  const holdsOf = async (directory: string) => (await import('../memory/index.ts')).heldSnapshots(system, directory);
  const { telling } = await import('../workbench/assist/index.ts');
  const opened = openSnapshots(system, workspace, {
    exclude,
    yields: false,
    ...boundsOf(bounds),
    holds: () => holdsOf(workspace.privateDirectory),
    holdsOf,
  });
  const snapshots = telling(opened, (...event) => invocation.tell(workspace.root, ...event));
  const here = (await system.look(system.cwd))?.target ?? system.cwd;
  try {
    return await use({
      system,
      workspace,
      snapshots,
      async find(id) {
        const found = await snapshots.find(id);
        if (found !== undefined) return found;
        throw unknownSnapshot(id, await snapshots.list());
      },
      paths: (typed) =>
        typed === undefined || typed.length === 0 ? {} : { paths: typed.map((path) => fromRoot(workspace.root, here, path)) },
    });
  } finally {
    snapshots.close();
  }
}

/**
 * As {@link atSnapshots}, for taking one: a daemon that runs has the files prepared, so it is asked first, and nothing of what takes a snapshot is
 * loaded unless it is taken here.
 */
export async function atTaking<T>(
  invocation: Invocation,
  use: (snapshots: SnapshotTaker & Pick<Snapshots, 'protect'>) => Promise<T>,
): Promise<T> {
  const daemon = await (await import('./daemon/command-assist.ts')).daemonFor(invocation);
  if (daemon === undefined) return atSnapshots(invocation, ({ snapshots }) => use(snapshots));
  try {
    const system = await invocation.writable();
    const workspace = await openWorkspace(system, await rootFor(invocation, false));
    const { settings } = await readSettings(system, workspace);
    const { askFirstOf, takeFirst } = await import('../workbench/assist/index.ts');
    const askFirst = askFirstOf({ settings, workspace }, daemon);
    const here = <A>(work: (snapshots: Snapshots) => Promise<A>): Promise<A> => atSnapshots(invocation, ({ snapshots }) => work(snapshots));
    return await use({
      ...takeFirst(askFirst, here),
      protect: (id, isProtected) => here((snapshots) => snapshots.protect(id, isProtected)),
    });
  } finally {
    daemon.close();
  }
}

/**
 * A path or a pattern as typed in the current directory, relative to the root. Not resolved on the disk: links are not followed, and
 * files to be restored may not exist.
 */
export function fromRoot(root: string, here: string, typed: string): string {
  const isInside = relative(root, here) === '' || isBelow(relative(root, here));
  const isPattern = !typed.includes('/') && /[*?[]/.test(typed);
  const path = relative(root, resolve(isInside ? here : root, typed));
  if (path !== '' && !isBelow(path)) {
    throw new SnapError('usage', `${plain(typed).slice(0, 200)} is not a path inside the project.`, {
      hint: 'Name files, directories or patterns in it: src/app.ts, src, "*.test.ts".',
    });
  }
  const from = path.replaceAll('\\', '/');
  // A pattern without a directory matches at any depth below the current directory.
  const [name = ''] = from.split('/').slice(-1);
  const above = from.slice(0, from.length - name.length);
  return isPattern && above !== '' ? `${above}**/${name}` : from === '' ? '.' : from;
}

function isBelow(path: string): boolean {
  return path !== '..' && !path.startsWith('../') && !path.startsWith('..\\') && !isAbsolute(path);
}

/** The id as it was typed. @throws SnapError `usage` without one. */
export function requireSnapshotId({ positionals: [id], words }: Pick<Invocation, 'positionals' | 'words'>): string {
  if (id !== undefined) return id;
  throw new SnapError('usage', 'The id of the snapshot is missing.', { hint: `See "snap snapshot list", and "snap ${words} --help".` });
}

/** The message about a restore that a killed process left unfinished. */
export function interruptedText({ target, safety }: NonNullable<StoreState['interrupted']>): string {
  return `A restore of ${target} was interrupted. "snap snapshot undo --finish" finishes it, "snap snapshot undo --back" undoes it and restores ${safety}, the files before it.`;
}
