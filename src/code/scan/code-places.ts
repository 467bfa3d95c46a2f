/** Comments, strings, the start of templates, brackets, slashes, and the words that are looked for. */
const token =
  /\/\/[^\n]*|\/\*[^]*?\*\/|"(?:[^"\\\n]|\\[^])*"|'(?:[^'\\\n]|\\[^])*'|[`{}"'/]|(?<![\w$\x80-\xff])(?:import|require|export)(?![\w$\x80-\xff])/g;
const inTemplate = /\\[^]|`|\$\{/g;
const regExp = /\/(?![*/])(?:[^/\\[\n]|\\[^\n]|\[(?:[^\]\\\n]|\\[^\n])*\])+\/[a-z]*/y;
/** A word before a slash after which a value is expected. */
const beforeValue = new Set('return typeof case in delete void throw new do else instanceof extends default'.split(' '));
/** Words that are names as well, where a script is no module. */
const eitherWay = new Set(['await', 'of', 'yield']);

/** A word that is code. */
export interface CodePlace {
  readonly at: number;
  readonly word: 'import' | 'require' | 'export';
  /** The last character of code before it; -1 at the beginning. */
  readonly before: number;
  /** How many `{` are open there. */
  readonly depth: number;
}

/** Is told of each `{` and its `}`, but for those of templates. */
export interface BraceWatcher {
  /** @param before the last character of code before it. */
  open(at: number, before: number): void;
  close(at: number): void;
}

/**
 * Where the words `import`, `require` and `export` are code, and not in a string, a comment, a template or a regular expression. `undefined` where
 * that cannot be told without a parser.
 * @param begin a position between two statements.
 * @param end nothing of interest is behind it.
 */
export function codePlaces(text: string, begin: number, end: number, braces?: BraceWatcher): readonly CodePlace[] | undefined {
  const places: CodePlace[] = [];
  /** Of each open template: how many `{` were open at its `${`. */
  const templates: number[] = [];
  const comments = new Comments(text, begin);
  let depth = 0;
  const passTemplate = (from: number): boolean => {
    inTemplate.lastIndex = from;
    for (let found = inTemplate.exec(text); found !== null; found = inTemplate.exec(text)) {
      if (found[0].startsWith('\\')) continue;
      if (found[0] === '${') {
        templates.push(depth);
        depth += 1;
      }
      token.lastIndex = inTemplate.lastIndex;
      return true;
    }
    return false;
  };
  token.lastIndex = begin;
  for (let found = token.exec(text); found !== null && found.index <= end; found = token.exec(text)) {
    const [what] = found;
    const at = found.index;
    const first = text.charCodeAt(at);
    if (first === 0x7b) {
      depth += 1;
      braces?.open(at, comments.before(at));
    } else if (first === 0x7d) {
      depth -= 1;
      if (depth < 0) return undefined;
      if (templates.at(-1) === depth) {
        templates.pop();
        if (!passTemplate(token.lastIndex)) return undefined;
      } else braces?.close(at);
    } else if (first === 0x60) {
      if (!passTemplate(token.lastIndex)) return undefined;
    } else if (first === 0x2f) {
      if (what.length > 1) comments.add(at, token.lastIndex);
      else {
        const passed = endOfSlash(text, at, comments.before(at));
        if (passed === undefined) return undefined;
        token.lastIndex = passed;
      }
    } else if (what.length === 1) return undefined;
    else if (what === 'import' || what === 'require' || what === 'export')
      places.push({ at, word: what, before: comments.before(at), depth });
  }
  return places;
}

/** The comments so far, to look back over them. */
class Comments {
  readonly #text: string;
  readonly #begin: number;
  readonly #spans: (readonly [start: number, end: number])[] = [];

  /** @param begin a position between two statements: only whole statements and comments are before it. */
  constructor(text: string, begin: number) {
    this.#text = text;
    this.#begin = begin;
  }

  add(start: number, end: number): void {
    this.#spans.push([start, end]);
  }

  /** The last position before this one that is neither white space nor comment; -1 where there is none. */
  before(at: number): number {
    let last = at - 1;
    for (let i = this.#spans.length - 1; ; i -= 1) {
      while (last >= this.#begin && this.#text.charCodeAt(last) <= 32) last -= 1;
      if (last < this.#begin) return -1;
      const span = this.#spans[i];
      if (span === undefined || span[1] !== last + 1) return last;
      last = span[0] - 1;
    }
  }
}

/** Whether a slash divides or begins a regular expression, and where that ends. `undefined`: it could be either. */
function endOfSlash(text: string, at: number, before: number): number | undefined {
  const last = before < 0 ? ';' : text.charAt(before);
  if (/[(,=:[!&|?{;*%~^]/.test(last) || (last === '>' && text.charAt(before - 1) === '=')) return endOfRegExp(text, at);
  if (/[\w$\x80-\xff]/.test(last)) {
    let start = before;
    while (start > 0 && /[\w$\x80-\xff]/.test(text.charAt(start - 1))) start -= 1;
    const word = text.slice(start, before + 1);
    if (eitherWay.has(word)) return undefined;
    if (!beforeValue.has(word)) return at + 1;
    return text.charAt(start - 1) === '.' ? undefined : endOfRegExp(text, at);
  }
  if (last === ']') return at + 1;
  if (last !== ')') return undefined;
  // `(a + b) / c`, or `if (a) /b/.test(c)`: a regular expression ends in its line.
  const lineEnd = text.indexOf('\n', at);
  return text.slice(at + 1, lineEnd === -1 ? undefined : lineEnd).includes('/') ? undefined : at + 1;
}

function endOfRegExp(text: string, at: number): number | undefined {
  regExp.lastIndex = at;
  return regExp.test(text) ? regExp.lastIndex : undefined;
}
