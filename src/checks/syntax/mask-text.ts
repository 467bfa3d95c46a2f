/** Languages whose files are read as text: comments and strings are masked, and calls are found by their brackets. */
export type LineLanguage = 'python' | 'go' | 'rust' | 'java';

interface Syntax {
  /** Where a comment or a string may begin; global. */
  readonly special: RegExp;
  readonly lineComment: string;
  /** Start and end of a comment over several lines. */
  readonly blockComment?: readonly [string, string];
  /** The longest first. `raw`: a backslash is a character as any other. */
  readonly quotes: readonly { readonly open: string; readonly close: string; readonly lines: boolean; readonly raw?: true }[];
}

const plain = { open: '"', close: '"', lines: false } as const;

const syntaxes: Readonly<Record<LineLanguage, Syntax>> = {
  python: {
    special: /[#"']/g,
    lineComment: '#',
    quotes: [
      { open: '"""', close: '"""', lines: true },
      { open: "'''", close: "'''", lines: true },
      plain,
      { open: "'", close: "'", lines: false },
    ],
  },
  go: {
    special: /\/[/*]|["'`]/g,
    lineComment: '//',
    blockComment: ['/*', '*/'],
    quotes: [{ open: '`', close: '`', lines: true, raw: true }, plain],
  },
  rust: {
    special: /\/[/*]|["']|r#{1,2}"/g,
    lineComment: '//',
    blockComment: ['/*', '*/'],
    quotes: [
      { open: 'r##"', close: '"##', lines: true, raw: true },
      { open: 'r#"', close: '"#', lines: true, raw: true },
      { open: '"', close: '"', lines: true },
    ],
  },
  java: {
    special: /\/[/*]|["']/g,
    lineComment: '//',
    blockComment: ['/*', '*/'],
    quotes: [{ open: '"""', close: '"""', lines: true }, plain],
  },
};

/** A character literal: Go, Rust and Java. A lifetime of Rust has no second quote behind one character. */
const character = /'(?:\\(?:[^u]|u\{?[0-9A-Fa-f]+\}?)|[^\\'\n])'/y;

/**
 * The text with the same length and lines, its comments as spaces, and every character inside of a string as `_`. Inside of Python's
 * f-strings `{` and `}` of a replaced part stay, so that `f"{x}"` can be told from `"x"`.
 */
export function maskText(text: string, language: LineLanguage): string {
  const syntax = syntaxes[language];
  let masked = '';
  let at = 0;
  const copy = (end: number): void => {
    masked += text.slice(at, end);
    at = end;
  };
  const blank = (end: number, filler: string): void => {
    masked += text.slice(at, end).replaceAll(/[^\n]/g, filler);
    at = end;
  };
  while (at < text.length) {
    const rest = nextSpecial(text, at, syntax);
    copy(rest);
    if (at >= text.length) break;
    if (text.startsWith(syntax.lineComment, at)) {
      blank(orEnd(text, text.indexOf('\n', at)), ' ');
      continue;
    }
    const { blockComment } = syntax;
    if (blockComment !== undefined && text.startsWith(blockComment[0], at)) {
      const end = text.indexOf(blockComment[1], at + blockComment[0].length);
      blank(end === -1 ? text.length : end + blockComment[1].length, ' ');
      continue;
    }
    const quote = syntax.quotes.find(({ open }) => text.startsWith(open, at));
    if (quote === undefined) {
      character.lastIndex = at;
      const found = language === 'python' ? undefined : character.exec(text)?.[0];
      if (found === undefined) copy(at + 1);
      else blank(at + found.length, '_');
      continue;
    }
    const prefix = /[A-Za-z]{0,2}$/.exec(text.slice(Math.max(0, at - 2), at))?.[0].toLowerCase() ?? '';
    const end = endOfString(text, at + quote.open.length, quote);
    const inside = text.slice(at + quote.open.length, end);
    const isFormatted = language === 'python' && /^(?:f|fr|rf|t)$/.test(prefix);
    copy(at + quote.open.length);
    masked += isFormatted ? maskFormatted(inside) : inside.replaceAll(/[^\n]/g, '_');
    at = end;
    copy(Math.min(text.length, end + (text.startsWith(quote.close, end) ? quote.close.length : 0)));
  }
  return masked;
}

function nextSpecial(text: string, from: number, { special }: Syntax): number {
  special.lastIndex = from;
  return orEnd(text, special.exec(text)?.index ?? -1);
}

function orEnd(text: string, index: number): number {
  return index === -1 ? text.length : index;
}

function endOfString(text: string, from: number, quote: Syntax['quotes'][number]): number {
  for (let at = from; at < text.length; at += 1) {
    if (text.startsWith(quote.close, at)) return at;
    const one = text[at];
    // A raw string of Python cannot end in a backslash either, so the character behind it is skipped there too.
    if (one === '\\' && quote.raw !== true) at += 1;
    else if (one === '\n' && !quote.lines) return at;
  }
  return text.length;
}

function maskFormatted(inside: string): string {
  let depth = 0;
  return inside.replaceAll(/\{\{|\}\}|[^\n]/g, (one) => {
    if (depth === 0 && one.length === 2) return '__';
    if (one === '{') depth += 1;
    const shown = depth > 0 ? one : '_'.repeat(one.length);
    if (one.startsWith('}') && depth > 0) depth -= one.length;
    depth = Math.max(0, depth);
    return shown;
  });
}
