import { shownName } from '../../system/index.ts';
import type { Needed, SaidFiles } from '../forecast.ts';

/**
 * Chosen on the tuning half of the public repositories (docs/benchmarks.md, "answers"): a first file of this chance was needed in nine of ten cases; of lists of
 * this chance four of five held a needed file. What is less likely is not said.
 */
const least = { file: 0.8, list: 0.65 };

/** A file that only words of its path speak for, below this chance: needed in one of eight cases. */
const leastByPath = 0.2;

/** @param chanceOf the chance that at least one of these files is needed. */
export function sayFiles<One extends Needed>(ranked: readonly One[], chanceOf: (files: readonly One[]) => number): SaidFiles | undefined {
  const files = ranked.filter(({ reasons, score }) => score >= leastByPath || reasons.some(({ kind }) => kind !== 'path words'));
  const chance = chanceOf(files);
  const [first, ...others] = files.map(({ file, reasons, score }): Needed => ({ file, reasons, score }));
  if (first === undefined) return undefined;
  const isSure = first.score >= least.file;
  if (!isSure && chance < least.list) return undefined;
  const rest = listed(others);
  const all: SaidFiles['files'] = [first, ...others];
  if (isSure) {
    const also = rest === '' ? '' : `, and perhaps ${listed(others, first)}`;
    const ofFirst = `You will need it${rest === '' ? '' : `, and perhaps ${rest}`}.`;
    return { files: all, chance: first.score, text: `You will need ${listed([first])}${also}.`, ofFirst };
  }
  const text = `You will probably need ${rest === '' ? '' : 'one or more of these: '}${listed(all)}.`;
  return { files: all, chance, text, ofFirst: `You will probably need it${rest === '' ? '' : ` or one of these: ${rest}`}.` };
}

/** Each with its reason; a count of the same commits as the one before it without saying them again. */
function listed(files: readonly Needed[], after?: Needed): string {
  let before = after?.reasons[0]?.counts?.of;
  return files
    .map(({ file, reasons: [reason] }) => {
      const counts = reason?.counts;
      const why = counts === undefined ? reason?.text : `in ${counts.changed}${counts.of === before ? '' : ` of ${counts.of}`}`;
      before = counts?.of;
      return `${shownName(file)}${why === undefined ? '' : ` (${why})`}`;
    })
    .join(', ');
}
