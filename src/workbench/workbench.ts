import type { WritableSystem } from '../system/index.ts';
import { openTasks, type Owner, type Tasks } from '../memory/index.ts';
import type { Assist } from './assist/pieces.ts';
import { assisted } from './assist/assisted.ts';
import { openSharedWorkbench, type SharedOptions, type SharedWorkbench } from './shared-workbench.ts';

/** A workspace as one connection or one command works with it: what all share, and its own view of the tasks. */
export interface Workbench extends SharedWorkbench {
  readonly tasks: Tasks;
}

/** Adds the part of one connection to what all share; closing it closes the shared part as `close` says. */
export function workbenchOf(shared: SharedWorkbench, owner: Owner, close: () => void): Workbench {
  const { system, workspace, settings, snapshots } = shared;
  return { ...shared, tasks: openTasks(system, workspace, { owner, goals: settings.goals, snapshots }), close };
}

/**
 * Opens the workspace at `root` for one command or one connection alone; the caller closes it.
 * @param options `owner`: who works on the tasks; `watch`: for a process that lives long; `assist`: who is asked first for pieces of work;
 * `publish`: who is told what is done here.
 */
export async function openWorkbench(
  system: WritableSystem,
  root: string,
  { owner, watch, assist, publish }: SharedOptions & { readonly owner: Owner; readonly assist?: Assist | undefined },
): Promise<Workbench> {
  const shared = await openSharedWorkbench(system, root, { watch, publish });
  return workbenchOf(assist === undefined ? shared : assisted(shared, assist), owner, () => shared.close());
}
