import { randomUUID } from 'node:crypto';
import type { Snapshots } from '../../snapshots/index.ts';
import type { System } from '../../system/index.ts';
import type { SharedWorkbench } from '../shared-workbench.ts';
import { benchPrint } from './bench-print.ts';
import { isAnswer, type Assist, type PieceAnswer, type PieceArgs, type PieceName, type TakenThere } from './pieces.ts';

/** @param isLong as of {@link Assist.ask}. */
type AskFirst = <Name extends PieceName>(
  name: Name,
  args: PieceArgs<Name>,
  alone: () => Promise<PieceAnswer<Name>>,
  signal?: AbortSignal,
  isLong?: boolean,
) => Promise<PieceAnswer<Name>>;

/** Files of a workspace from which on its pieces are asked for: with fewer, the question takes longer than the work. */
const manyFiles = 1_500;
/** What git's index has for a file: 62 bytes and its path. */
const bytesOfEntry = 100;

/** The same workbench, of which some pieces of work are asked of another process first in a large workspace, and done here when that does not do them. */
export function assisted(bench: SharedWorkbench, assist: Assist): SharedWorkbench {
  const { system, vitals, workspace } = bench;
  let isLarge: Promise<boolean> | undefined;
  const askFirst = askFirstOf(bench, {
    ask: async (...asked) => ((await (isLarge ??= hasManyFiles(system, workspace.root))) ? assist.ask(...asked) : undefined),
  });
  let snapshots: Promise<Snapshots> | undefined;
  return {
    ...bench,
    vitals: {
      ...vitals,
      pulse(changed, signal) {
        if (changed === undefined) return askFirst('vitals.pulse', [], () => vitals.pulse(undefined, signal), signal);
        const call = randomUUID();
        return askFirst('vitals.pulse', [changed, call], () => vitals.pulse(changed, signal, call), signal);
      },
    },
    snapshots: () => (snapshots ??= assistedSnapshots(bench, askFirst)),
    assistance: () => assist.describe(),
  };
}

/** One piece of work: asked for, and done here where that fails. */
export function askFirstOf(bench: Pick<SharedWorkbench, 'settings' | 'workspace'>, assist: Pick<Assist, 'ask'>): AskFirst {
  const { root } = bench.workspace;
  let print: string | undefined;
  return async (name, args, alone, signal, isLong) => {
    const done = await assist.ask(root, name, [(print ??= benchPrint(bench)), ...args], signal, isLong);
    return done !== undefined && isAnswer(name, done.answer) ? done.answer : alone();
  };
}

/** What takes a snapshot, and says which rules had no effect on it. */
export type SnapshotTaker = Pick<Snapshots, 'take' | 'ineffectiveRules'>;

/**
 * Takes a snapshot there, or here: once, also where the other process takes it without its answer being heard.
 * @param here what takes it in this process, opened when it is needed.
 */
export function takeFirst(askFirst: AskFirst, here: <T>(use: (snapshots: SnapshotTaker) => Promise<T>) => Promise<T>): SnapshotTaker {
  let last: TakenThere | undefined;
  return {
    async take({ signal, progress, ...plain }) {
      const named = { ...plain, call: randomUUID() };
      const alone = async (): Promise<TakenThere> => ({
        taken: await here((snapshots) => snapshots.take({ ...named, signal, progress })),
      });
      last = await askFirst('snapshots.take', [named], alone, signal, true);
      return last.taken;
    },
    ineffectiveRules: async () => last?.ineffective ?? here((snapshots) => snapshots.ineffectiveRules()),
  };
}

/** Those of this process are opened when a piece has to be done here, or another method is called. */
async function assistedSnapshots(bench: SharedWorkbench, askFirst: AskFirst): Promise<Snapshots> {
  const snapshots = await bench.snapshots();
  return {
    ...snapshots,
    ...takeFirst(askFirst, (use) => use(snapshots)),
    async changes(from, to, options = {}) {
      const alone = () => snapshots.changes(from, to, options);
      const { paths, signal } = options;
      return to === 'working'
        ? askFirst('snapshots.changes', paths === undefined ? [from, to] : [from, to, paths], alone, signal)
        : alone();
    },
  };
}

/** Whether nothing is asked for in this workspace, by one look at the size of git's index; `undefined` where there is none. */
export async function isSmallByIndex(system: Pick<System, 'look'>, root: string): Promise<boolean | undefined> {
  const index = await system.look(`${root}/.git/index`);
  return index?.kind === 'file' ? index.size <= manyFiles * bytesOfEntry : undefined;
}

/** By git's index; without one the files are counted, no further than needed. */
async function hasManyFiles(system: System, root: string): Promise<boolean> {
  const isSmall = await isSmallByIndex(system, root);
  if (isSmall !== undefined) return !isSmall;
  let files = 0;
  await system.walk(root, {
    enters: (directory) => files < manyFiles && !/(?:^|\/)(?:node_modules|\.git)$/.test(directory),
    wants() {
      files += 1;
      return false;
    },
    maxFiles: manyFiles,
  });
  return files >= manyFiles;
}
