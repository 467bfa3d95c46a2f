import type { Learning, ViolationType } from '../../memory/index.ts';
import type { Sources } from './advice.ts';

/** A recurring theme, with the records that show it. */
export interface Theme {
  readonly kind: 'violation' | 'file' | 'word';
  readonly name: string;
  /** Number of records; commits of a file are in `commits`. */
  readonly count: number;
  /** Ids of learnings and violations, oldest first, at most ten. */
  readonly evidence: readonly string[];
  /** Of a file that changes far more often than others. */
  readonly commits?: number;
}

const maxEvidence = 10;
/** The order among equally frequent ones. */
const kinds: readonly Theme['kind'][] = ['violation', 'file', 'word'];
const minRecords = { violation: 2, file: 2, word: 3 } as const;

/** Words too common to be a theme. */
const common = new Set(
  'about after again always because before being cannot could does doing done each else every file files from have into just like make more most must need never none only other over same should some such than that their them then there these they this those through under unless until using very want what when where which while will with without would your'.split(
    ' ',
  ),
);

/**
 * Recurring themes over learnings, violations and history, most frequent first: types of violations, files that several records are
 * about, words that several triggers share.
 */
export async function patterns(
  { knowledge, history }: Sources,
  { max, signal }: { readonly max: number; readonly signal?: AbortSignal },
): Promise<readonly Theme[]> {
  const learnings = (await knowledge.list()).toSorted(byTime);
  const types = await knowledge.violationTypes();
  const themes = [...ofTypes(types), ...ofFiles(learnings, types), ...ofWords(learnings)]
    .toSorted((a, b) => b.count - a.count || kinds.indexOf(a.kind) - kinds.indexOf(b.kind) || a.name.localeCompare(b.name, 'en'))
    .slice(0, max);
  const files = themes.filter(({ kind }) => kind === 'file').map(({ name }) => name);
  const busy = files.length === 0 ? [] : await history.hot(files, signal);
  return themes.map((theme) => {
    const commits = theme.kind === 'file' ? busy.find(({ file }) => file === theme.name)?.commits : undefined;
    return commits === undefined ? theme : { ...theme, commits };
  });
}

function byTime(a: { readonly at: string; readonly id: string }, b: { readonly at: string; readonly id: string }): number {
  return a.at.localeCompare(b.at, 'en') || a.id.localeCompare(b.id, 'en');
}

function ofTypes(types: readonly ViolationType[]): readonly Theme[] {
  return types
    .filter(({ count }) => count >= minRecords.violation)
    .map(({ type, count, violations }) => ({
      kind: 'violation',
      name: type,
      count,
      evidence: violations.slice(0, maxEvidence).map(({ id }) => id),
    }));
}

function ofFiles(learnings: readonly Learning[], types: readonly ViolationType[]): readonly Theme[] {
  const records = [
    ...learnings.map(({ id, files }) => ({ id, files })),
    ...types.flatMap(({ violations }) => violations.map(({ id, file }) => ({ id, files: [file] }))),
  ];
  return grouped(
    records.flatMap(({ id, files }) => files.map((name) => ({ name, id }))),
    'file',
  );
}

function ofWords(learnings: readonly Learning[]): readonly Theme[] {
  return grouped(
    learnings.flatMap(({ id, trigger }) => {
      const words = trigger.toLowerCase().match(/\p{L}[\p{L}\p{N}_-]{3,30}/gu) ?? [];
      return [...new Set(words)].filter((word) => !common.has(word)).map((name) => ({ name, id }));
    }),
    'word',
  );
}

function grouped(pairs: readonly { readonly name: string; readonly id: string }[], kind: 'file' | 'word'): readonly Theme[] {
  const ids = new Map<string, Set<string>>();
  for (const { name, id } of pairs) ids.set(name, (ids.get(name) ?? new Set()).add(id));
  return [...ids]
    .filter(([, found]) => found.size >= minRecords[kind])
    .map(([name, found]) => ({ kind, name, count: found.size, evidence: [...found].slice(0, maxEvidence) }));
}
