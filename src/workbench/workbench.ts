import { openHistory, type History } from '../history/index.ts';
import { openKnowledge, type Knowledge } from '../learnings/index.ts';
import { readSettings, type Settings } from '../settings/index.ts';
import type { Snapshots } from '../snapshots/index.ts';
import type { WritableSystem } from '../system/index.ts';
import { heldSnapshots, openTasks, type Owner, type Tasks } from '../tasks/index.ts';
import { openVitals, type Vitals } from '../vitals/index.ts';
import { openWorkspace, type Workspace } from '../workspace/index.ts';
import { snapshotsOf } from './snapshots-of.ts';

/** Everything that belongs to one workspace, put together once for a connection or a command. */
export interface Workbench {
  readonly system: WritableSystem;
  readonly workspace: Workspace;
  readonly settings: Settings;
  /** What stood in a settings file and could not be used. */
  readonly settingsProblems: readonly string[];
  readonly history: History;
  readonly knowledge: Knowledge;
  readonly tasks: Tasks;
  readonly vitals: Vitals;
  /** Opened when they are first asked for: most calls do without, and so does the start of the server. */
  snapshots(): Promise<Snapshots>;
  close(): void;
}

/**
 * Opens what belongs to the workspace at `root`; whoever opens it closes it.
 * @param options `owner`: who works on the tasks; `watch`: for a process that lives long, so that it sees changes as they happen.
 */
export async function openWorkbench(
  system: WritableSystem,
  root: string,
  { owner, watch }: { readonly owner: Owner; readonly watch: boolean },
): Promise<Workbench> {
  const workspace = await openWorkspace(system, root);
  const { settings, problems } = await readSettings(system, workspace);
  const { exclude, goals } = settings;
  const history = openHistory(system, workspace);
  const snapshots = snapshotsOf(system, workspace, {
    exclude,
    bounds: settings.snapshots,
    watch,
    holds: () => tasks.held(),
    holdsOf: (directory) => heldSnapshots(system, directory),
  });
  const vitals = openVitals(system, workspace, { history, exclude, watch, snapshots: snapshots.open });
  const tasks = openTasks(system, workspace, { owner, history, exclude, goals, snapshots: snapshots.open });
  return {
    system,
    workspace,
    settings,
    settingsProblems: problems,
    history,
    knowledge: openKnowledge(system, workspace),
    tasks,
    vitals,
    snapshots: snapshots.open,
    close() {
      vitals.close();
      snapshots.close();
    },
  };
}
