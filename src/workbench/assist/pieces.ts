import type { Forecast } from '../../forecast/index.ts';
import type { History } from '../../history/index.ts';
import type { Knowledge } from '../../learnings/index.ts';
import type { Snapshots } from '../../snapshots/index.ts';
import type { Vitals } from '../../vitals/index.ts';
import type { WorkspacePath } from '../../workspace/index.ts';

/**
 * Pieces of work on a workspace that another process may do as well: one that has it open, watched and prepared. Arguments and answers are plain
 * data. A piece that was asked for and never answered is done again, by this process. So one that writes carries a name of its call, which the store
 * keeps with what was written: done again, it writes nothing and answers as before.
 */
export interface Pieces {
  'knowledge.search': Piece<Knowledge['search']>;
  'knowledge.find': Piece<Knowledge['find']>;
  'knowledge.matchingViolations': Piece<Knowledge['matchingViolations']>;
  'vitals.pulse': Piece<(changed?: WorkspacePath, call?: string) => ReturnType<Vitals['pulse']>>;
  'history.changed': Piece<() => ReturnType<History['changed']>>;
  'history.companions': Piece<(files: readonly WorkspacePath[]) => ReturnType<History['companions']>>;
  'history.hot': Piece<(files: readonly WorkspacePath[]) => ReturnType<History['hot']>>;
  'forecast.files': Piece<(question: Parameters<Forecast['files']>[0]) => ReturnType<Forecast['files']>>;
  'forecast.tests': Piece<(question: Parameters<Forecast['tests']>[0]) => ReturnType<Forecast['tests']>>;
  'forecast.forgotten': Piece<(changed: readonly WorkspacePath[]) => ReturnType<Forecast['forgotten']>>;
  'forecast.before': Piece<(files: readonly WorkspacePath[]) => ReturnType<Forecast['before']>>;
  'forecast.after': Piece<(change: Change) => ReturnType<Forecast['after']>>;
  'forecast.uncommitted': Piece<() => ReturnType<Forecast['uncommitted']>>;
  'forecast.factors': Piece<(files: readonly WorkspacePath[], change: Change) => ReturnType<Forecast['factors']>>;
  'snapshots.take': Piece<(options: PlainTakeOptions) => ReturnType<Snapshots['take']>>;
  'snapshots.changes': Piece<(from: string, to: string, paths?: readonly string[]) => ReturnType<Snapshots['changes']>>;
  'snapshots.present': Piece<() => ReturnType<Snapshots['present']>>;
  'snapshots.ineffectiveRules': Piece<Snapshots['ineffectiveRules']>;
}

interface Piece<Work extends (...args: never[]) => Promise<unknown>> {
  readonly args: Parameters<Work>;
  readonly answer: Awaited<ReturnType<Work>>;
}

type Change = Parameters<Forecast['after']>[0];
type PlainTakeOptions = Pick<Parameters<Snapshots['take']>[0], 'kind' | 'message' | 'task' | 'call'>;

export type PieceName = keyof Pieces;
export type PieceArgs<Name extends PieceName> = Pieces[Name]['args'];
export type PieceAnswer<Name extends PieceName> = Pieces[Name]['answer'];

/** What each answers, as far as it is looked at: what answers runs the same code, or says that it does not. */
const answers: Readonly<Record<PieceName, 'object' | 'list' | 'object or nothing'>> = {
  'knowledge.search': 'list',
  'knowledge.find': 'object or nothing',
  'knowledge.matchingViolations': 'list',
  'vitals.pulse': 'object',
  'history.changed': 'object',
  'history.companions': 'list',
  'history.hot': 'list',
  'forecast.files': 'object',
  'forecast.tests': 'object',
  'forecast.forgotten': 'list',
  'forecast.before': 'object',
  'forecast.after': 'object',
  'forecast.uncommitted': 'list',
  'forecast.factors': 'object',
  'snapshots.take': 'object',
  'snapshots.changes': 'list',
  'snapshots.present': 'object',
  'snapshots.ineffectiveRules': 'object',
};

export function isPiece(name: string): name is PieceName {
  return Object.hasOwn(answers, name);
}

export function isAnswer<Name extends PieceName>(name: Name, value: unknown): value is PieceAnswer<Name> {
  const kind = answers[name];
  if (kind === 'list') return Array.isArray(value);
  return value === undefined || value === null ? kind === 'object or nothing' : typeof value === 'object' && !Array.isArray(value);
}
