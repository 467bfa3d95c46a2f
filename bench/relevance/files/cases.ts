// Questions about past commits, each with what was known at the parent of the commit, and nothing later.
import { identifiersIn } from '../../../src/insight/files/words.ts';
import { isInLanguage } from '../../../src/insight/code-files.ts';
import { isOfTests } from '../../../src/insight/files/file-kinds.ts';
import { pastIndexOf } from '../../../src/insight/files/past-index.ts';
import type { Material } from '../../../src/insight/files/clues.ts';
import { PastRepository, type Trial } from './repository.ts';

export interface Case {
  readonly material: Material;
  readonly truth: ReadonlySet<string>;
}

/** `one`: the text and one file of the commit; `text`: the text alone; `bare`: as both, without history. */
export type Kind = 'one' | 'text';

export interface Sample {
  /** Of so many commits from the newest, without merges. */
  readonly last: number;
  /** So many of those that are eligible, the oldest first. */
  readonly commits: number;
}

/** A name that so many files contain says nothing; as in the product. */
const maxFilesOfName = 30;

export function casesOf(path: string, { commits, last }: Sample): Readonly<Record<Kind, readonly Case[]>> {
  const past = new PastRepository(path);
  const cases: Record<Kind, Case[]> = { one: [], text: [] };
  for (const trial of past.trials(last).slice(0, commits)) {
    const names = past.filesAt(trial.parent);
    const all = new Set(names);
    const contents = new Map(identifiersIn(trial.text).map((name) => [name, past.grepAt(trial.parent, name)] as const));
    for (const [name, files] of contents) if (files.length === 0 || files.length > maxFilesOfName) contents.delete(name);
    const known = {
      past: pastIndexOf(past.windowAt(trial.parent)),
      present: { files: names, has: (file: string) => all.has(file) },
      text: trial.text,
      contents,
    };
    const given = givenOf(trial);
    const others = trial.changed.filter((file) => file !== given);
    if (others.length > 0) cases.one.push({ material: { ...known, given: [given] }, truth: new Set(others) });
    cases.text.push({ material: { ...known, given: [] }, truth: new Set(trial.changed) });
  }
  return cases;
}

/** The first changed code file that is no test; else the first file. */
function givenOf({ changed }: Trial): string {
  const plain = changed.filter((file) => !isOfTests(file));
  return plain.find((file) => isInLanguage(file)) ?? plain[0] ?? changed[0] ?? '';
}
