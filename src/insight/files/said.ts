import { shownName } from '../../system/index.ts';
import type { Needed, SaidFiles } from '../forecast.ts';

/**
 * Chosen on the tuning half of the public repositories (docs/benchmarks.md, "files"). A first file of this chance was needed in 34 of 36
 * cases where only a text is known, and in 12 of 13 beside a given file; there, from 0.8 to 0.86, in 17 of 29, so it is one of a list. Of
 * lists of this chance four of five held a needed file. What is less likely is left out.
 */
const least = { file: { given: 0.86, text: 0.8 }, list: 0.65 };

/** Below this chance, a file with no other reason than words of its path is left out: only one of eight was needed. */
const leastByPath = 0.2;

/** @param chanceOf the chance that at least one of these files is needed. @param about whether files of the task were given. */
export function sayFiles<One extends Needed>(
  ranked: readonly One[],
  chanceOf: (files: readonly One[]) => number,
  about: 'given' | 'text',
): SaidFiles | undefined {
  const files = ranked.filter(({ reasons, score }) => score >= leastByPath || reasons.some(({ kind }) => kind !== 'path words'));
  const chance = chanceOf(files);
  const [first, ...others] = files.map(({ file, reasons, score }): Needed => ({ file, reasons, score }));
  if (first === undefined) return undefined;
  // As in the list of all, but without its name.
  const it = `it${listed([first]).slice(shownName(first.file).length)}`;
  const isSure = first.score >= least.file[about];
  if (!isSure && chance < least.list) return undefined;
  const rest = listed(others, first);
  const all: SaidFiles['files'] = [first, ...others];
  if (isSure) {
    const also = rest === '' ? '' : `, and perhaps ${rest}`;
    return { files: all, chance: first.score, text: `You will need ${listed([first])}${also}.`, ofFirst: `You will need ${it}${also}.` };
  }
  const text = `You will probably need ${rest === '' ? '' : 'one or more of these: '}${listed(all)}.`;
  return { files: all, chance, text, ofFirst: `You will probably need ${it}${rest === '' ? '' : ` or one of these: ${rest}`}.` };
}

/** The files, each with its reason. Commits that the reason before also counted are not named again. */
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
