import { join } from 'node:path';
import type { FilesNeeded, FilesQuestion, Needed } from '../forecast.ts';
import type { Ground } from '../ground.ts';
import { filesWith } from './contents.ts';
import { pastIndexOf } from './past-index.ts';
import { chanceOfAny, type Ranked, rankFiles } from './rank.ts';
import { sayFiles } from './said.ts';
import { identifiersIn } from './words.ts';

/** More given files say nothing more. */
const maxGiven = 50;
/** Those that were deleted and not committed yet are passed over. */
const spare = 5;

/** The files a task will need: what is read for it, and what is left of the ranking. */
export async function filesNeeded(ground: Ground, question: FilesQuestion, signal?: AbortSignal): Promise<FilesNeeded> {
  const { text } = question;
  const given = question.files.slice(0, maxGiven);
  const max = Math.max(0, Math.floor(question.max));
  const [window, present] = await Promise.all([ground.history.commits(signal), ground.present(signal)]);
  const limits = [...window.limits, ...(present.limit === undefined ? [] : [present.limit])];
  if (max === 0 || (text.trim() === '' && given.length === 0)) return { files: [], limits };
  const contents = await filesWith(ground, identifiersIn(text), present, signal);
  const material = { past: pastIndexOf(window), present, text, given, contents };
  const there: Ranked[] = [];
  const without = new Set(question.without);
  for (const needed of rankFiles(material, max + spare + without.size)) {
    if (there.length === max) break;
    if (without.has(needed.file)) continue;
    if (await isThere(ground, needed)) there.push(needed);
  }
  const files = there.map(({ file, reasons, score }): Needed => ({ file, score, reasons }));
  // The chances are those of a task that begins: of lists of what was left of one under way, 3 of 13 were right (docs/benchmarks.md, "answers").
  if (without.size > 0) return { files, limits };
  return { files, said: sayFiles(there, (some) => chanceOfAny(some, material), given.length > 0 ? 'given' : 'text'), limits };
}

async function isThere({ system, workspace }: Ground, { file }: Needed): Promise<boolean> {
  return (await system.look(join(workspace.root, file)))?.kind === 'file';
}
