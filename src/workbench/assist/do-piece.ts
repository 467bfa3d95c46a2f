import { isRecord, SnapError } from '../../system/index.ts';
import type { SharedWorkbench } from '../shared-workbench.ts';
import { isPiece, type PieceAnswer, type PieceArgs, type PieceName } from './pieces.ts';

type Kind = 'object' | 'text' | 'text?' | 'texts?';

interface Work<Name extends PieceName> {
  readonly takes: readonly Kind[];
  readonly run: (bench: SharedWorkbench, args: PieceArgs<Name>, signal: AbortSignal) => Promise<PieceAnswer<Name>>;
}

const works: { readonly [Name in PieceName]: Work<Name> } = {
  'snapshots.take': {
    takes: ['object'],
    async run(bench, [options], signal) {
      const snapshots = await bench.snapshots();
      const taken = await snapshots.take({ ...options, signal });
      return { taken, ineffective: await snapshots.ineffectiveRules() };
    },
  },
  'snapshots.changes': {
    takes: ['text', 'text', 'texts?'],
    async run(bench, [from, to, paths], signal) {
      // Loaded when it is needed, as by the workbench.
      const { parseSnapshotId } = await import('../../snapshots/index.ts');
      const id = parseSnapshotId(from);
      const other = to === 'working' ? to : parseSnapshotId(to);
      if (id === undefined || other === undefined) throw wrongArguments('snapshots.changes');
      return (await bench.snapshots()).changes(id, other, { paths, signal });
    },
  },
  'vitals.pulse': {
    takes: ['text?', 'text?'],
    run: ({ vitals }, [changed, call], signal) => vitals.pulse(changed, signal, call),
  },
};

/**
 * Does a piece of work that another process has asked for by its name. @throws SnapError `not-available` for a name that this build does not
 * know, `invalid-input` for other arguments; what the work itself throws.
 */
export async function doPiece(bench: SharedWorkbench, name: string, args: readonly unknown[], signal: AbortSignal): Promise<unknown> {
  if (!isPiece(name))
    throw new SnapError('not-available', `There is no piece of work "${name}" in this build of snap.`, {
      hint: 'Run "snap daemon restart".',
    });
  return run(name, bench, args, signal);
}

async function run<Name extends PieceName>(
  name: Name,
  bench: SharedWorkbench,
  args: readonly unknown[],
  signal: AbortSignal,
): Promise<PieceAnswer<Name>> {
  const work = works[name];
  if (!hasArguments(work, args)) throw wrongArguments(name);
  signal.throwIfAborted();
  return work.run(bench, args, signal);
}

/** As far as a mistake would be worse than an answer that refuses: what is inside of objects is checked by the work. */
function hasArguments<Name extends PieceName>({ takes }: Work<Name>, args: readonly unknown[]): args is PieceArgs<Name> {
  if (args.length > takes.length) return false;
  return takes.every((kind, i) => {
    const value = args[i];
    if (kind.endsWith('?') && (value === undefined || value === null)) return true;
    if (kind === 'object') return isRecord(value);
    if (kind === 'texts?') return Array.isArray(value) && value.every((each) => typeof each === 'string');
    return typeof value === 'string';
  });
}

function wrongArguments(name: string): SnapError {
  return new SnapError('invalid-input', `The piece of work "${name}" was asked for with other arguments than it takes.`, {
    hint: 'Run "snap daemon restart".',
  });
}
