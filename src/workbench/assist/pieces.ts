import type { Snapshots, TakeOptions } from '../../snapshots/index.ts';
import type { Vitals } from '../../insight/index.ts';
import type { WorkspacePath } from '../../workspace/index.ts';

/** Another process that may do pieces of work for this one, and may be absent, slow or gone at any time. */
export interface Assist {
  /**
   * Asks for a piece of work on the workspace at `root`. @param isLong it writes, under a lock that others wait for: a process that is only slow is waited for. @returns `undefined` when it was not done there: then it is done here.
   * @throws SnapError when the work itself was refused there, as it would be here; the signal's reason when that fires.
   */
  ask(
    root: string,
    piece: string,
    args: readonly unknown[],
    signal?: AbortSignal,
    isLong?: boolean,
  ): Promise<{ readonly answer: unknown } | undefined>;
  /** A workspace was opened here. @param client the assistant's own name for itself. */
  opened(root: string, client?: string): void;
  /** What it is to this process, and whether it answers now, in one sentence. */
  describe(): Promise<string>;
}

/**
 * Work on a large workspace for which all its files are looked at, so that a process that watches them does it far sooner. Arguments and answers are plain
 * data. A piece that was asked for and never answered is done again, by this process. So one that writes carries a name of its call, which the store
 * keeps with what was written: done again, it writes nothing and answers as before.
 */
export interface Pieces {
  'snapshots.take': Piece<(options: Omit<TakeOptions, 'signal' | 'progress'>) => Promise<TakenThere>>;
  'snapshots.changes': Piece<(from: string, to: string, paths?: readonly string[]) => ReturnType<Snapshots['changes']>>;
  'vitals.pulse': Piece<(changed?: WorkspacePath, call?: string) => ReturnType<Vitals['pulse']>>;
}

/** `ineffective`: the rules that had no effect on it, where they are known. */
export interface TakenThere {
  readonly taken: Awaited<ReturnType<Snapshots['take']>>;
  readonly ineffective?: Awaited<ReturnType<Snapshots['ineffectiveRules']>>;
}

interface Piece<Work extends (...args: never[]) => Promise<unknown>> {
  readonly args: Parameters<Work>;
  readonly answer: Awaited<ReturnType<Work>>;
}

export type PieceName = keyof Pieces;
export type PieceArgs<Name extends PieceName> = Pieces[Name]['args'];
export type PieceAnswer<Name extends PieceName> = Pieces[Name]['answer'];

/** What each answers, as far as it is looked at: what answers runs the same code, or says that it does not. */
const answers: Readonly<Record<PieceName, 'object' | 'list'>> = {
  'snapshots.take': 'object',
  'snapshots.changes': 'list',
  'vitals.pulse': 'object',
};

export function isPiece(name: string): name is PieceName {
  return Object.hasOwn(answers, name);
}

export function isAnswer<Name extends PieceName>(name: Name, value: unknown): value is PieceAnswer<Name> {
  return typeof value === 'object' && value !== null && Array.isArray(value) === (answers[name] === 'list');
}
