import type { Parts } from '../parts.ts';
import { isAmong } from '../is-among.ts';
import { orMissing } from '../or-missing.ts';
import type { WorkspacePath } from '../../workspace/index.ts';

/**
 * Something that was recorded of how these files were changed. `task`: a task of an assistant changed one. `pace`: files change faster now than
 * a person types. It does not say who wrote a text.
 */
export interface ChangeSignal {
  readonly kind: 'task' | 'pace';
  readonly text: string;
  readonly file?: WorkspacePath | undefined;
  /** The assistant, by the name it gives itself. */
  readonly client?: string | undefined;
  readonly task?: string | undefined;
  /** ISO 8601. */
  readonly at: string;
}

export interface LocalContext {
  /** Snapshots of the workspace. */
  readonly snapshots: number;
  /** Commits a week that changed one of the files, of the last four weeks. */
  readonly changeVelocity: number;
  readonly aiDetectionSignals: readonly ChangeSignal[];
}

const weeks = 4;
const weekMs = 7 * 86_400_000;
const maxTasks = 20;
const maxSignals = 10;

/**
 * What this machine knows of the files, without asking any server.
 * @param notes gets a sentence on each store that cannot be read.
 * @throws SnapError where the snapshots cannot be read: a number would be a claim.
 */
export async function localContext(
  { system, snapshots, history, tasks, vitals }: Pick<Parts, 'system' | 'snapshots' | 'history' | 'tasks' | 'vitals'>,
  files: readonly WorkspacePath[],
  notes: string[],
  signal?: AbortSignal,
): Promise<LocalContext> {
  const isMeant = (path: WorkspacePath): boolean => isAmong(path, files);
  const since = (system.now().getTime() - weeks * weekMs) / 1_000;
  const [all, window, recent, pulse] = await Promise.all([
    (await snapshots()).list(),
    history.commits(signal),
    orMissing(tasks.recent(maxTasks), 'The tasks', notes),
    orMissing(vitals.pulse(undefined, signal), 'The pace of changes', notes),
  ]);
  const commits = window.commits.filter(({ at, files: changed }) => at >= since && changed.some(isMeant)).length;
  return {
    snapshots: all.length,
    changeVelocity: Math.round((10 * commits) / weeks) / 10,
    aiDetectionSignals: [
      ...taskSignals(recent ?? [], isMeant),
      ...(pulse === undefined ? [] : paceSignals(pulse, isMeant, system.now())),
    ].slice(0, maxSignals),
  };
}

type Recent = Awaited<ReturnType<Parts['tasks']['recent']>>;

function taskSignals(recent: Recent, isMeant: (path: WorkspacePath) => boolean): readonly ChangeSignal[] {
  return recent.flatMap(({ id, owner, end }): readonly ChangeSignal[] => {
    const file = end?.change.paths.find(isMeant);
    if (end === undefined || file === undefined || owner.kind !== 'connection') return [];
    const client = owner.client ?? 'an assistant';
    return [{ kind: 'task', text: `changed in a task of ${client}`, file, client, task: id, at: end.at }];
  });
}

function paceSignals(
  { state, changesPerMinute, recent }: Awaited<ReturnType<Parts['vitals']['pulse']>>,
  isMeant: (path: WorkspacePath) => boolean,
  now: Date,
): readonly ChangeSignal[] {
  const file = recent.find(isMeant);
  if (file === undefined || (state !== 'racing' && state !== 'critical')) return [];
  return [{ kind: 'pace', text: `${changesPerMinute} changes in the last minute`, file, at: now.toISOString() }];
}
