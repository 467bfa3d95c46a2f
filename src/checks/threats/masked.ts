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

/** One argument of a call, as written and as masked. */
export interface Argument {
  readonly text: string;
  readonly masked: string;
}

/** A call in a masked text. */
export interface MaskedCall {
  /** Where its name starts. */
  readonly start: number;
  readonly name: string;
  readonly args: readonly Argument[];
}

const maxBack = 2_000;
const newFunction = /^\s*(?:(?:async\s+)?def|func|(?:pub\s+)?(?:async\s+)?fn|(?:public|private|protected)\s[^;=]*\))\s/m;

/** What a name was given last before a place, in the same function. */
function assignedBefore(name: string, place: number, text: string, masked: string): Argument | undefined {
  const from = Math.max(0, place - maxBack);
  const before = masked.slice(from, place);
  const last = [...before.matchAll(new RegExp(String.raw`(?<![\w.])${name}\s*:?=(?!=)\s*`, 'g'))].at(-1);
  if (last === undefined) return undefined;
  const start = last.index + last[0].length;
  if (newFunction.test(before.slice(start))) return undefined;
  let depth = 0;
  let end = start;
  for (; end < before.length; end += 1) {
    const one = before[end] ?? '';
    if (opening.includes(one)) depth += 1;
    else if (closing.includes(one)) depth -= 1;
    if (depth < 0 || (depth === 0 && (one === '\n' || one === ';'))) break;
  }
  const value = { text: text.slice(from + start, from + end).trim(), masked: before.slice(start, end).trim() };
  return value.masked === '' ? undefined : value;
}

const opening = '([{';
const closing = ')]}';
const maxArguments = 20_000;

/** Every call whose name (with its receiver) matches; `name` must be global. Arguments that end nowhere are left out. */
export function* callsIn(text: string, masked: string, name: RegExp): Generator<MaskedCall> {
  for (const found of masked.matchAll(name)) {
    const open = masked.indexOf('(', found.index + found[0].length - 1);
    if (open === -1 || masked.slice(found.index + found[0].length, open).trim() !== '') continue;
    const args = argumentsAt(text, masked, open);
    if (args === undefined) continue;
    const known = args.map((one) =>
      /^[A-Za-z_]\w*$/.test(one.masked) ? (assignedBefore(one.masked, found.index, text, masked) ?? one) : one,
    );
    yield { start: found.index, name: found[0].replace(/\($/, '').trim(), args: known };
  }
}

function argumentsAt(text: string, masked: string, open: number): readonly Argument[] | undefined {
  const args: Argument[] = [];
  let depth = 0;
  let from = open + 1;
  const take = (end: number): void => {
    if (masked.slice(from, end).trim() !== '') args.push({ text: text.slice(from, end).trim(), masked: masked.slice(from, end).trim() });
    from = end + 1;
  };
  for (let at = open; at < masked.length && at - open < maxArguments; at += 1) {
    const one = masked[at] ?? '';
    if (opening.includes(one)) depth += 1;
    else if (closing.includes(one)) {
      depth -= 1;
      if (depth === 0) {
        take(at);
        return args;
      }
    } else if (one === ',' && depth === 1) take(at);
  }
  return undefined;
}

const aString = String.raw`[A-Za-z]{0,2}(?:"""|'''|["'` + '`' + String.raw`])`;
const onlyStrings = new RegExp(String.raw`^\(?\s*(?:(?:b|r|u|br|rb|B|R)?(["'` + '`' + String.raw`]{1,3})[_\s]*\1\s*)+\)?$`);

/** A string literal with nothing put into it; several behind each other are one in Python. */
export function isLiteral({ masked }: Argument): boolean {
  return onlyStrings.test(masked) || /^[\d._]+$/.test(masked) || /^(?:True|False|None|true|false|nil|null)$/.test(masked);
}

const concatenated = new RegExp(String.raw`${aString}\s*\+\s*(?!\s*${aString}|$)|[\w)\]]\s*\+\s*${aString}`);

/** A text that is put together with what is not written there: f-string, `%`, `+`, `.format()`, `format!()`, `Sprintf()`. */
export function isPutTogether({ masked }: Argument): boolean {
  if (/(?:^|[^\w])(?:[fF][rR]?|[rR][fF])(?:"""|'''|["'])[^{]*\{/.test(masked)) return true;
  if (/["']\s*%\s*[\w({]/.test(masked) || /["']\s*\)?\s*\.format\s*\(/.test(masked)) return true;
  if (
    /\bformat!\s*\(\s*"[_\s]*"\s*,|\bSprintf\s*\(\s*["`][_\s]*["`]\s*,|\bString\.format\s*\(\s*"[_\s]*"\s*,|"\.formatted\s*\(/.test(masked)
  )
    return true;
  return concatenated.test(masked);
}
