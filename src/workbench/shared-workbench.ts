import { setImmediate } from 'node:timers/promises';
import type { Code } from '../code/index.ts';
import { type Forecast, openVitals, type Vitals, type VitalsOptions } from '../insight/index.ts';
import { openHistory, PathLog, type History } from '../history/index.ts';
import { openKnowledge, type Knowledge, heldSnapshots } from '../memory/index.ts';
import { readSettings, type Settings } from '../settings/index.ts';
import type { Snapshots } from '../snapshots/index.ts';
import type { WritableSystem } from '../system/index.ts';
import type { Sources } from '../sources/index.ts';
import { openWorkspace, type Workspace } from '../workspace/index.ts';
import { snapshotsOf, type SnapshotsLater } from './snapshots-of.ts';
import type { Publish } from './work-events.ts';

/** What all connections to one workspace share: its settings, stores and watchers. Each exists once, however many work on it. */
export interface SharedWorkbench {
  readonly system: WritableSystem;
  readonly workspace: Workspace;
  readonly settings: Settings;
  /** What a settings file holds that cannot be used, in sentences. */
  readonly settingsProblems: readonly string[];
  readonly history: History;
  readonly knowledge: Knowledge;
  readonly vitals: Vitals;
  /** Opened when they are first asked for: most calls do without, and so does the start of the server. */
  snapshots(): Promise<Snapshots>;
  /** The code as a graph. Opened when it is first asked for, once. */
  code(): Promise<Code>;
  /** What a change will probably need. Opened when it is first asked for, once. */
  forecast(): Promise<Forecast>;
  /** The person's own servers that may be asked. Opened when they are first needed, once; ended with the workbench. */
  sources(): Promise<Sources>;
  /**
   * Does in the background what the first calls would have to do: looks at the files and watches them, asks git, reads the history. Never
   * fails; what cannot be prepared is done by the call that needs it, which says what is wrong.
   */
  prepare(signal: AbortSignal): Promise<void>;
  /** Publishes an event; without a daemon it is dropped. */
  readonly publish: Publish;
  /** Which other process does pieces of its work, in one sentence; absent where none is asked. */
  assistance?(): Promise<string>;
  close(): void;
}

export interface SharedOptions {
  /** For a process that lives long, so that it sees changes as they happen. */
  readonly watch: boolean;
  readonly publish?: Publish | undefined;
}

/**
 * Opens what belongs to the workspace at `root`. Reads the settings, nothing else; the caller closes it.
 */
export async function openSharedWorkbench(
  system: WritableSystem,
  root: string,
  { watch, publish = () => undefined }: SharedOptions,
): Promise<SharedWorkbench> {
  const workspace = await openWorkspace(system, root);
  const { settings, problems } = await readSettings(system, workspace);
  const { exclude } = settings;
  const watched = new PathLog();
  const history = openHistory(system, workspace, { watched, keep: system.ownFiles });
  const snapshots = snapshotsOf(system, workspace, {
    exclude,
    bounds: settings.snapshots,
    watch,
    observer: watched,
    publish,
    holds: () => heldSnapshots(system, workspace.privateDirectory),
    holdsOf: (directory) => heldSnapshots(system, directory),
  });
  let code: Promise<Code> | undefined;
  let opened: Promise<Forecast> | undefined;
  const forecast = (): Promise<Forecast> =>
    (opened ??= import('../insight/open-forecast.ts').then(({ openForecast }) => openForecast(system, workspace, { history, exclude })));
  const riskOf: VitalsOptions['riskOf'] = async (files, signal) => (await forecast()).risk(files, [], signal);
  const vitals = openVitals(system, workspace, { history, exclude, watch, riskOf, snapshots: snapshots.open });
  let sources: Promise<Sources> | undefined;
  const knowledge = openKnowledge(system, workspace);
  return {
    system,
    workspace,
    settings,
    settingsProblems: problems,
    history,
    knowledge,
    vitals,
    snapshots: snapshots.open,
    publish,
    prepare: (signal) =>
      prepareWorkspace({ history, vitals, snapshots, past: () => openHistory(system, workspace, { keep: system.ownFiles }) }, signal),
    code: () => (code ??= import('../code/index.ts').then(({ openCode }) => openCode(system, workspace, { exclude }))),
    forecast,
    sources: () => (sources ??= import('../sources/index.ts').then(({ openSources }) => openSources(system, workspace, settings.sources))),
    close() {
      // Ends programs that were started; nobody waits for them.
      void sources?.then((opened) => opened.close());
      vitals.close();
      snapshots.close();
    },
  };
}

/**
 * One step after the other, each in slices of its own: a call that comes meanwhile is served in between. The files come first, because all others
 * gain by their watcher.
 * @param past a history of its own: what it reads is kept on the disk for the servers, and not in this process.
 */
async function prepareWorkspace(
  {
    history,
    vitals,
    snapshots,
    past,
  }: Pick<SharedWorkbench, 'history' | 'vitals'> & { readonly snapshots: SnapshotsLater; past(): History },
  signal: AbortSignal,
): Promise<void> {
  const steps: readonly (() => Promise<unknown>)[] = [
    () => snapshots.prepare(signal),
    () => history.changed(signal),
    // Twice: the first sets its own watcher up, and the last one reads what there is by then.
    () => vitals.pulse(undefined, signal),
    () => past().churn(signal),
    () => vitals.pulse(undefined, signal),
  ];
  for (const step of steps) {
    if (signal.aborted) return;
    await step().catch(() => undefined);
    await setImmediate();
  }
}
