import type { SaidFiles } from '../forecast.ts';
import { type SourceAnswers, type SourceContext, type SourceKind, sourceKinds } from '../../sources/index.ts';
import type { Parts } from '../parts.ts';
import type { WorkspacePath } from '../../workspace/index.ts';
import { orMissing } from '../or-missing.ts';
import { type LocalContext, localContext } from './local-context.ts';

export const contextSources = [...sourceKinds, 'local'] as const;
export type ContextSource = SourceKind | 'local';
export const depths = ['shallow', 'deep'] as const;
export type Depth = (typeof depths)[number];

export interface ContextQuestion {
  readonly files: readonly WorkspacePath[];
  readonly sources: readonly ContextSource[];
  readonly depth: Depth;
}

export interface GatheredContext {
  readonly context: SourceContext & { readonly local?: LocalContext | undefined };
  /** ISO 8601. */
  readonly aggregatedAt: string;
  /** Those that answered. */
  readonly sources: readonly ContextSource[];
  readonly depth: Depth;
  /** What was asked for and is missing. */
  readonly left: SourceAnswers['left'];
  /** Of the oldest answer, in milliseconds; 0 when all is new. */
  readonly age: number;
  /** Files that one will probably need as well: with depth `deep`. */
  readonly needed: SaidFiles | undefined;
  /** What of this machine could not be read, in sentences. */
  readonly notes: readonly string[];
}

const maxNeeded = 5;

/** Everything that is known about the files: here, and at the servers that the person has connected. A server that fails is named and left out. */
export async function gatherContext(
  bench: Parts,
  { files, sources, depth }: ContextQuestion,
  signal?: AbortSignal,
): Promise<GatheredContext> {
  const kinds = sourceKinds.filter((kind) => sources.includes(kind));
  const wantsLocal = sources.includes('local');
  const notes: string[] = [];
  const text = (await orMissing(bench.tasks.peek(), 'The open task', notes))?.task ?? '';
  const [asked, local, needed] = await Promise.all([
    askSources(bench, kinds, { files, text, depth }, signal),
    wantsLocal ? orMissing(localContext(bench, files, notes, signal), 'The snapshots', notes) : undefined,
    depth === 'deep' && wantsLocal ? neededFiles(bench, text, files, signal) : undefined,
  ]);
  return {
    context: { ...asked.context, local },
    aggregatedAt: bench.system.now().toISOString(),
    sources: [...asked.answered, ...(local === undefined ? [] : (['local'] as const))],
    depth,
    left: asked.left,
    age: asked.age,
    needed,
    notes,
  };
}

/** Asks the servers of these kinds; nothing is opened where none is wanted. */
export async function askSources(
  bench: Pick<Parts, 'sources'>,
  kinds: readonly SourceKind[],
  question: { readonly files: readonly WorkspacePath[]; readonly text: string; readonly depth: Depth },
  signal?: AbortSignal,
): Promise<SourceAnswers> {
  if (kinds.length === 0 || question.files.length === 0) return { context: {}, answered: [], left: [], age: 0 };
  return (await bench.sources()).ask(kinds, question, signal);
}

async function neededFiles(
  bench: Pick<Parts, 'forecast'>,
  text: string,
  files: readonly WorkspacePath[],
  signal?: AbortSignal,
): Promise<SaidFiles | undefined> {
  return (await (await bench.forecast()).files({ text, files, max: maxNeeded }, signal)).said;
}
