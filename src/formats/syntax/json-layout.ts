/** Where the indentation of a text contradicts its brackets: the end of what is before that line. */
export interface Misplaced {
  readonly offset: number;
  /** The bracket that is missing here, or the one that is too many. */
  readonly mark: string;
  readonly isMissing: boolean;
}

interface Frame {
  readonly closer: '}' | ']';
  /** Of the line it was opened on, and of the first member that starts a line. */
  readonly indent: number;
  memberIndent: number | undefined;
}

const token = /"(?:[^"\\\r\n]|\\.)*"?|\/\/[^\r\n]*|\/\*[^]*?(?:\*\/|$)|[{}[\]:,]|\r\n?|\n|[^\s{}[\]:,"/]+|\//g;

/**
 * The first place where a line is not as deep as the brackets around it say. A parser notices a missing brace at the end of
 * the file; a person looks for it here. `undefined` when the lines tell nothing.
 */
export function findMisplaced(text: string): Misplaced | undefined {
  const frames: Frame[] = [];
  let lineAt = 0;
  let isFirst = true;
  let indent = 0;
  let before = { text: '', start: 0 };
  /** What is before the last comma. */
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
