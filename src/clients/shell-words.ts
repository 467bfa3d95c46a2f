/**
 * The words of a text as a POSIX shell splits it (Python's `shlex`): quotes keep a word together and vanish, and so does a backslash,
 * which keeps the next character. `undefined` where a quote is not closed.
 */
export function shellWords(text: string): readonly string[] | undefined {
  const words: string[] = [];
  let word: string | undefined;
  let quote = '';
  for (let i = 0; i < text.length; i++) {
    const char = text[i] ?? '';
    if (char === '\\' && quote !== "'") {
      const next = text[++i];
      if (next === undefined) return undefined;
      // Inside double quotes it keeps only a quote and another backslash.
      word = (word ?? '') + (quote === '"' && next !== '"' && next !== '\\' ? char + next : next);
    } else if (quote !== '') {
      if (char === quote) quote = '';
      else word = (word ?? '') + char;
    } else if (char === '"' || char === "'") {
      quote = char;
      word ??= '';
    } else if (/\s/.test(char)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else {
      word = (word ?? '') + char;
    }
  }
  if (quote !== '') return undefined;
  return word === undefined ? words : [...words, word];
}

/** Whether such a split leaves the text as it is. */
export function isOneWord(text: string): boolean {
  const [word, ...more] = shellWords(text) ?? [];
  return word === text && more.length === 0;
}
