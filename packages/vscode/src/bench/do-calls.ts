import { core, type Snapshot, type Workbench } from '../core.ts';
import type { CallOptions, Calls, Content, Known, Plan } from './calls.ts';

/** The work behind each call: its arguments as a list, and how far it is. */
export type Works = { readonly [Name in keyof Calls]: (args: Parameters<Calls[Name]>, options: CallOptions) => ReturnType<Calls[Name]> };

/** What the calls do, on an open workspace. */
export function worksOf(bench: Workbench): Works {
  const { knowledge, settings, workspace } = bench;
  return {
    async list([isTrusted]) {
      const snapshots = await bench.snapshots();
      const all = await snapshots.list();
      // A restore that was interrupted is told from one that runs by the lock of the store.
      const interrupted = isTrusted && all.length > 0 ? (await snapshots.state()).interrupted : undefined;
      return { root: workspace.root, snapshots: all, interrupted };
    },
    async changes([from, to], { signal }) {
      const one = await found(bench, from);
      const other = to === 'working' ? to : (await found(bench, to)).id;
      return (await bench.snapshots()).changes(one.id, other, { signal });
    },
    content: ([id, path, isTrusted]) => contentOf(bench, id, path, isTrusted),
    async take([message], { signal, progress }) {
      const snapshots = await bench.snapshots();
      return snapshots.take({ kind: 'manual', signal, progress, ...(message === undefined ? {} : { message }) });
    },
    async planRestore([id, paths]) {
      const { id: target } = await found(bench, id);
      return plain(await (await bench.snapshots()).planRestore(target, { paths }));
    },
    async restore([id, paths], options) {
      const { id: target } = await found(bench, id);
      return (await bench.snapshots()).restore(target, { paths, ...options });
    },
    async planUndo() {
      const plan = await (await bench.snapshots()).planUndo();
      return plan === undefined ? undefined : plain(plan);
    },
    undo: async (_, options) => (await bench.snapshots()).undo(options),
    settle: async ([how], options) => (await bench.snapshots()).settle(how, options),
    known: () => knownOf(bench),
    judge: ([id, verdict]) => knowledge.judge([id], verdict, undefined),
    restoreLearning: ([id]) => knowledge.restore(id),
    gc: ([action]) => knowledge.gc(action, settings.learnings),
  };
}

/** Only the fields that can be sent to another thread: a full plan holds functions. */
function plain({ target, changes, conflicts, missing }: Plan): Plan {
  return { target, changes, conflicts, missing };
}

async function found(bench: Workbench, id: string): Promise<Snapshot> {
  const snapshots = await bench.snapshots();
  const snapshot = await snapshots.find(id);
  if (snapshot !== undefined) return snapshot;
  throw (await core.snapshots()).unknownSnapshot(id, await snapshots.list());
}

async function contentOf(bench: Workbench, id: string, path: string, isTrusted: boolean): Promise<Content> {
  const snapshot = await found(bench, id);
  if (!isTrusted && !snapshot.complete) return { kind: 'with-git' };
  const bytes = await (await bench.snapshots()).content(snapshot.id, path);
  return bytes === undefined ? { kind: 'absent' } : { kind: 'bytes', bytes };
}

async function knownOf({ knowledge, tasks }: Workbench): Promise<Known> {
  const own = await tasks.peek();
  const others = await tasks.others();
  return {
    open: [
      ...(own === undefined ? [] : [{ task: own, isOwn: true, isDead: false }]),
      ...others.map(({ task, isDead }) => ({ task, isOwn: false, isDead })),
    ],
    learnings: await knowledge.list(),
    archived: await knowledge.list({ archived: true }),
    violations: await knowledge.violationTypes(),
    faults: await knowledge.faults(),
  };
}
