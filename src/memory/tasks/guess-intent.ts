import { nameParts } from '../../workspace/index.ts';

/** Intents that can be guessed from words; the others have to be given. */
export type GuessedIntent = 'debug' | 'refactor' | 'review' | 'explore' | 'implement';

// The first that fits counts: a fix by restructuring begins with finding a cause.
const signs: readonly { readonly intent: GuessedIntent; readonly words: RegExp }[] = [
  { intent: 'debug', words: /\b(fix(es|ed|ing)?|bugs?|debug(s|ged|ging)?|errors?|crash(es|ed|ing)?)\b/i },
  {
    intent: 'refactor',
    words: /\b(refactor(s|ed|ing)?|restructur(e|es|ed|ing)|clean(s|ed|ing|up)?|simplif(y|ies|ied|ying))\b/i,
  },
  { intent: 'review', words: /\b(review(s|ed|ing)?|audit(s|ed|ing)?|check(s|ed|ing)?)\b/i },
  { intent: 'explore', words: /\b(explor(e|es|ed|ing)|investigat(e|es|ed|ing)|understand(s|ing)?)\b/i },
];

/** The intent of a task that has none, by its words and, where these say nothing, by its files. */
export function guessIntent(task: string, files: readonly string[]): GuessedIntent {
  const said = signs.find(({ words }) => words.test(task))?.intent;
  if (said !== undefined) return said;
  return files.length > 0 && files.every(isTestFile) ? 'review' : 'implement';
}

function isTestFile(file: string): boolean {
  return nameParts(file).some((part) => part === 'test' || part === 'spec' || part === 'tests');
}
