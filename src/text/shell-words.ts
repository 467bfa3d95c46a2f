/**
 * The words of a text as a POSIX shell splits it (Python's `shlex`): quotes keep a word together and vanish, and so does a backslash,
 * which keeps the next character. `undefined` where a quote is not closed.
 * @param backslash `as it is`: it is a character like others, for lines that may name paths of Windows.
 */
export function shellWords(text: string, backslash: 'keeps the next' | 'as it is' = 'keeps the next'): readonly string[] | undefined {
  const words: string[] = [];
  let word: string | undefined;
  let quote = '';
  for (let i = 0; i < text.length; i++) {
    const char = text[i] ?? '';
    if (char === '\\' && quote !== "'" && backslash === 'keeps the next') {
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

/** A word of a line for a shell, without its quotes. */
export interface ShellWord {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Whether it began with a quote. */
  readonly isQuoted: boolean;
}

/** Signs between commands. A word of this text ends what the options before it belong to. */
export const separator = '\u0000';
const maxQuoted = 2_000;

/**
 * The words from one place to another. Quotes within a word are kept; a word that is quoted as a whole comes without them, and so does a
 * quoted end (`-p'a b'`). Each character is read once, and those of a quoted word once more by the caller.
 */
export function* looseShellWords(text: string, from: number, to: number): Generator<ShellWord> {
  let at = from;
  while (at < to) {
    const sign = text[at] ?? '';
    if (/[ \t]/.test(sign)) {
      at += 1;
    } else if (/[\n;|&<>()`{}]/.test(sign)) {
      if (sign === '<' && text.startsWith('<<<', at)) at += 2;
      yield { start: at, end: at + 1, text: separator, isQuoted: false };
      at += 1;
    } else {
      const word = oneWord(text, at, to);
      yield word;
      at = word.end + (word.isQuoted ? 1 : 0);
      if (at <= word.start) at = word.start + 1;
    }
  }
}

function oneWord(text: string, from: number, to: number): ShellWord {
  const first = text[from] ?? '';
  const isEscaped = first === '\\' && /["']/.test(text[from + 1] ?? '');
  if (/["']/.test(first) || isEscaped) {
    const open = isEscaped ? text.slice(from, from + 2) : first;
    const start = from + open.length;
    const end = closing(text, start, to, open);
    if (end !== -1) return { start, end: isEscaped ? end : end, text: text.slice(start, end), isQuoted: true };
    return { ...unquoted(text, start, to), isQuoted: false };
  }
  return unquoted(text, from, to);
}

function unquoted(text: string, from: number, to: number): ShellWord {
  let end = from;
  while (end < to && !/[\s;|<>()`]/.test(text[end] ?? '')) {
    const sign = text[end] ?? '';
    if (/["']/.test(sign) && end > from && /[=\w:,/-]/.test(text[end - 1] ?? '')) {
      const close = closing(text, end + 1, to, sign);
      if (close !== -1 && /[\s;|&)"'`,\]}]|^$/.test(text[close + 1] ?? ''))
        return { start: from, end: close + 1, text: text.slice(from, close + 1), isQuoted: false };
    }
    end += 1;
  }
  return { start: from, end: Math.max(end, from + 1), text: text.slice(from, end), isQuoted: false };
}

function closing(text: string, from: number, to: number, quote: string): number {
  const end = Math.min(to, from + maxQuoted);
  for (let i = from; i < end; i += 1) {
    if (text[i] === '\n') return -1;
    if (text.startsWith(quote, i)) return i;
    if (text[i] === '\\') i += 1;
  }
  return -1;
}
