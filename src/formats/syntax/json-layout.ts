/** A bracket that is probably missing or superfluous, because the indentation of the next line contradicts the brackets. */
export interface Misplaced {
  /** The start of the last token before the contradicting line. */
  readonly offset: number;
  /** The missing bracket, or the superfluous one. */
  readonly mark: string;
  readonly isMissing: boolean;
}

interface Frame {
  readonly closer: '}' | ']';
  /** The indentation of the line it was opened on. */
  readonly indent: number;
  /** The indentation of the first member that starts a line. */
  memberIndent: number | undefined;
}

const token = /"(?:[^"\\\r\n]|\\.)*"?|\/\/[^\r\n]*|\/\*[^]*?(?:\*\/|$)|[{}[\]:,]|\r\n?|\n|[^\s{}[\]:,"/]+|\//g;

/**
 * The first place where a line is indented less or more than the brackets around it require. A parser reports a missing brace only
 * at the end of the file; this is where it is probably missing. `undefined` when the indentation gives no clear answer.
 */
export function findMisplaced(text: string): Misplaced | undefined {
  const frames: Frame[] = [];
  let lineAt = 0;
  let isFirst = true;
  let indent = 0;
  let before = { text: '', start: 0 };
  /** The token before the last comma. */
  let beforeComma = before;
  for (const found of text.matchAll(token)) {
    const [word] = found;
    if (/^[\r\n]/.test(word)) {
      lineAt = found.index + word.length;
      isFirst = true;
      continue;
    }
    if (isFirst) indent = found.index - lineAt;
    if (/^\/[/*]/.test(word)) continue;
    const frame = frames.at(-1);
    if (frame !== undefined && isFirst && before.text !== ':') {
      const isCloser = word === '}' || word === ']';
      const expected = isCloser ? frame.indent : frame.memberIndent;
      const isShallow = expected === undefined ? indent <= frame.indent : indent < expected;
      if (word !== ',' && word !== ':' && (isShallow || (expected !== undefined && indent > expected))) {
        const last = before.text === ',' ? beforeComma : before;
        if (isShallow) return { offset: last.start, mark: frame.closer, isMissing: true };
        if (last.text === '}' || last.text === ']') return { offset: last.start, mark: last.text, isMissing: false };
        return undefined;
      }
      if (!isCloser && word !== ',') frame.memberIndent ??= indent;
    }
    if (word === '{' || word === '[') frames.push({ closer: word === '{' ? '}' : ']', indent, memberIndent: undefined });
    else if (word === '}' || word === ']') frames.pop();
    if (word === ',') beforeComma = before;
    before = { text: word, start: found.index };
    isFirst = false;
  }
  return undefined;
}
