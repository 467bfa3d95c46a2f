import { lineIndex } from '../../text/index.ts';
import type { Slip } from '../syntax/slip.ts';

/** Of one text: further ones mostly follow from the first. */
const maxSlips = 3;
const pairs: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };
/** Statements that a block follows. `match` and `case` are names too. */
const opensBlock = /^(?:async\s+)?(?:def|class|if|elif|else|for|while|try|except|finally|with)\b/;

/** One statement, over as many lines as it takes. */
interface Logical {
  readonly line: number;
  readonly indent: string;
  readonly text: string;
}

/** Mistakes of form that can be told without the grammar of Python: brackets, indents, colons; and calls that start a debugger. */
export function pythonSlips(text: string): readonly Slip[] | undefined {
  // The text of a template is no Python yet.
  if (/\{\{|\{%|<%/.test(text)) return undefined;
  // Since Python 3.12 a string may hold quotes of its own kind, which cannot be told here.
  if (/\b[fFtT][rR]?(["'])(?:(?!\1)[^\n{])*\{(?:(?!\1)[^}\n])*\1(?!\1)/.test(text)) return undefined;
  const bare = withoutStrings(text);
  const found = [...stops(bare)];
  const statements = logicalLines(bare);
  if ('message' in statements) found.unshift(statements);
  else found.push(...blocks(statements));
  return found.length === 0 ? undefined : found.slice(0, maxSlips);
}

const stringOrComment = /#[^\n]*|"""(?:\\[^]|[^\\])*?"""|'''(?:\\[^]|[^\\])*?'''|"(?:\\[^]|[^"\\\n])*"|'(?:\\[^]|[^'\\\n])*'/g;
/** Stands for the end of a line inside of a string. */
const inner = '\u0001';

/** Of the same length; a string is one word, however many lines it has. */
function withoutStrings(text: string): string {
  return text.replaceAll(stringOrComment, (found) =>
    found.startsWith('#') ? ' '.repeat(found.length) : found.replaceAll(/[^\n]/g, '_').replaceAll('\n', inner),
  );
}

function* stops(bare: string): Generator<Slip> {
  const lines = lineIndex(bare.replaceAll(inner, '\n'));
  for (const { 0: whole, 1: call = '', index } of bare.matchAll(/^[^\S\n]*(breakpoint|i?pdb\.set_trace)\s*\(\s*\)/gm))
    yield { lines: [lines.lineAt(index + whole.indexOf(call))], rule: 'debugger', message: `"${call}" stops the program here.` };
}

function logicalLines(bare: string): readonly Logical[] | Slip {
  const found: Logical[] = [];
  const open: { readonly sign: string; readonly line: number }[] = [];
  let current: { readonly line: number; readonly indent: string; readonly parts: string[] } | undefined;
  let number = 0;
  for (const raw of bare.split('\n')) {
    number += 1;
    const line = raw.replace(/\r$/, '');
    if (current === undefined && line.trim() !== '') current = { line: number, indent: /^[ \t\f]*/.exec(line)?.[0] ?? '', parts: [] };
    if (current !== undefined) {
      const { outside, wrong } = brackets(line, number, open);
      if (wrong !== undefined) return wrong;
      current.parts.push(outside);
      if (open.length === 0 && !line.endsWith('\\')) {
        found.push({ line: current.line, indent: current.indent, text: current.parts.join(' ').trim() });
        current = undefined;
      }
    }
    number += raw.split(inner).length - 1;
  }
  const [first] = open;
  return first === undefined ? found : { lines: [first.line], rule: 'syntax', message: `"${first.sign}" is not closed.` };
}

/** Opens and closes the brackets of a line. @returns what of it is outside of all. */
function brackets(
  line: string,
  number: number,
  open: { readonly sign: string; readonly line: number }[],
): { readonly outside: string; readonly wrong?: Slip } {
  let outside = '';
  for (const sign of line) {
    if (sign === '(' || sign === '[' || sign === '{') open.push({ sign, line: number });
    else if (pairs[sign] !== undefined) {
      const last = open.pop();
      if (last?.sign !== pairs[sign]) {
        const closes = last === undefined ? 'nothing' : `"${last.sign}" of line ${last.line}`;
        return { outside, wrong: { lines: [number], rule: 'syntax', message: `"${sign}" closes ${closes}.` } };
      }
    } else if (open.length === 0) outside += sign;
  }
  return { outside };
}

function* blocks(statements: readonly Logical[]): Generator<Slip> {
  const indents = [''];
  for (const [i, { indent, line, text }] of statements.entries()) {
    const before = statements[i - 1];
    const isBlock = before !== undefined && before.text.endsWith(':') && opensBlock.test(before.text);
    const outer = indents.at(-1) ?? '';
    if (isBlock && indent.length <= outer.length) {
      yield { lines: [line], rule: 'syntax', message: `The block of line ${before.line} is empty.` };
      return;
    }
    if (indent.length > outer.length) {
      if (before !== undefined && !before.text.endsWith(':')) {
        yield { lines: [line], rule: 'syntax', message: 'This line is indented, and no block begins before it.' };
        return;
      }
      indents.push(indent);
    } else {
      while (indents.length > 1 && (indents.at(-1) ?? '').length > indent.length) indents.pop();
      if ((indents.at(-1) ?? '') !== indent && !mixes(indents.at(-1) ?? '', indent)) {
        yield { lines: [line], rule: 'syntax', message: 'The indent of this line is that of no block around it.' };
        return;
      }
    }
    if (opensBlock.test(text) && !text.includes(':'))
      yield { lines: [line], rule: 'syntax', message: 'A colon is missing at the end of this statement.' };
  }
}

/** Tabs and spaces are of a width that only Python knows. */
function mixes(one: string, other: string): boolean {
  return /\t/.test(one + other);
}
