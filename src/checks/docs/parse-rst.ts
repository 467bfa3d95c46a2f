import { foldedAnchor, isHistoryHeading, isHistoryLine, maxLineLength, type ParsedDocument, type Passage } from './passages.ts';

const blockDirective = /^(\s*)\.\.\s+(?:code-block|sourcecode|code|prompt)::\s*(\S*)/;
const fileDirective = /^(\s*\.\.\s+(?:include|literalinclude|image|figure|csv-table|download)::\s+)(\S+)/;
const symbolDirective = /^(\s*\.\.\s+auto(?:class|function|method|exception|data|attribute|module)::\s+)([\w.]+)/;
/** `versionchanged`, `deprecated`: what follows, indented, is about earlier versions. */
const pastDirective = /^(\s*)\.\.\s+(?:versionchanged|versionadded|deprecated|versionremoved)::/;
const symbolRoles = new Set(['func', 'class', 'meth', 'mod', 'exc', 'attr', 'data', 'obj', 'const']);

/** reStructuredText as far as it names code: literals, roles, blocks, includes. https://docutils.sourceforge.io/docs/ref/rst/restructuredtext.html */
export function parseRst(text: string, isOver: () => boolean): ParsedDocument {
  const lines = linesOf(text);
  const passages: Passage[] = [];
  let pastHeading = false;
  let pastIndent = -1;
  for (let at = 0; at < lines.length && !isOver(); at += 1) {
    const line = lines[at] ?? '';
    const indent = indentOf(line);
    if (/^\s*[=\-~^"'#*+.]{3,}\s*$/.test(line) && (lines[at - 1] ?? '').trim() !== '') pastHeading = isHistoryHeading(lines[at - 1] ?? '');
    if (line.trim() !== '' && indent <= pastIndent) pastIndent = -1;
    if (pastDirective.test(line)) pastIndent = indent;
    const isHistory = pastHeading || pastIndent >= 0 || isHistoryLine(line);
    const block = blockDirective.exec(line);
    if (block !== null || (/::\s*$/.test(line) && !/^\s*\.\.\s/.test(line))) {
      const end = blockEnd(lines, at + 1, indent);
      passages.push(...blockOf(lines, at + 1, end, (block?.[2] ?? '').toLowerCase(), isHistory));
      if (block !== null) {
        at = end - 1;
        continue;
      }
      passages.push(...inline(line, at + 1, isHistory));
      at = end - 1;
      continue;
    }
    passages.push(...directives(line, at + 1, isHistory), ...inline(line, at + 1, isHistory));
  }
  return { passages };
}

function linesOf(text: string): readonly string[] {
  return text.split(/\r?\n/).map((line) => (line.length > maxLineLength ? '' : line));
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

function blockEnd(lines: readonly string[], from: number, indent: number): number {
  let end = from;
  while (end < lines.length && ((lines[end] ?? '').trim() === '' || indentOf(lines[end] ?? '') > indent)) end += 1;
  return end;
}

function blockOf(lines: readonly string[], from: number, end: number, language: string, isHistory: boolean): readonly Passage[] {
  let first = from;
  // Options of the directive, and the empty line after them.
  while (first < end && /^\s*(:[\w-]+:.*)?$/.test(lines[first] ?? '')) first += 1;
  if (first >= end) return [];
  const indent = indentOf(lines[first] ?? '');
  const text = lines.slice(first, end).map((line) => line.slice(Math.min(indent, indentOf(line))));
  return [{ kind: 'block', text: text.join('\n'), line: first + 1, column: indent + 1, language, isHistory }];
}

function directives(line: string, number: number, isHistory: boolean): readonly Passage[] {
  const file = fileDirective.exec(line);
  if (file !== null) return [{ kind: 'file', text: file[2] ?? '', line: number, column: (file[1] ?? '').length + 1, isHistory }];
  const symbol = symbolDirective.exec(line);
  if (symbol !== null) return [{ kind: 'symbol', text: symbol[2] ?? '', line: number, column: (symbol[1] ?? '').length + 1, isHistory }];
  return [];
}

function inline(line: string, number: number, isHistory: boolean): readonly Passage[] {
  if (/^\s*\.\.(\s|$)/.test(line)) return [];
  const found: Passage[] = [];
  const add = (kind: Passage['kind'], text: string, at: number): void => {
    found.push({ kind, text, line: number, column: at + 1, isHistory });
  };
  const rest = line
    .replaceAll(/``(.+?)``/g, (whole: string, code: string, at: number) => {
      add('code', code, at + 2);
      return ' '.repeat(whole.length);
    })
    .replaceAll(/:(?:py:)?(\w+):`([^`]+)`/g, (whole: string, role: string, given: string, at: number) => {
      const target = (/<([^>]+)>$/.exec(given)?.[1] ?? given).replace(/^[~!.]+/, '').replace(/\(\)$/, '');
      if (symbolRoles.has(role) && !given.startsWith('!')) add('symbol', target, at + whole.indexOf('`') + 1);
      else if (target.includes('/') && /\.\w+$/.test(target)) add('code', target, at + whole.indexOf(target));
      return ' '.repeat(whole.length);
    })
    .replaceAll(/`[^`<]*<([^>`<]+)>`__?/g, (whole: string, target: string, at: number) => {
      add('link', target, at + whole.indexOf(target));
      return ' '.repeat(whole.length);
    });
  if (/\S/.test(rest)) add('text', rest, 0);
  return found;
}

const adocBlock = /^(-{4,}|\.{4,}|```+)\s*$/;

/** AsciiDoc as far as it names code. https://docs.asciidoctor.org/asciidoc/latest/syntax-quick-reference/ */
export function parseAdoc(text: string, isOver: () => boolean): ParsedDocument {
  const lines = linesOf(text);
  const passages: Passage[] = [];
  const anchors = new Set<string>();
  let language = '';
  let pastHeading = false;
  for (let at = 0; at < lines.length && !isOver(); at += 1) {
    const line = lines[at] ?? '';
    const source = /^\[source(?:,\s*(\w+))?/.exec(line);
    if (source !== null) language = (source[1] ?? '').toLowerCase();
    const fence = adocBlock.exec(line)?.[1];
    if (fence !== undefined) {
      const end = lines.findIndex((other, index) => index > at && other.trimEnd() === fence);
      const stop = end === -1 ? lines.length : end;
      passages.push({
        kind: 'block',
        text: lines.slice(at + 1, stop).join('\n'),
        line: at + 2,
        column: 1,
        language,
        isHistory: pastHeading,
      });
      language = '';
      at = stop;
      continue;
    }
    const heading = /^=+\s+(.*)$/.exec(line)?.[1];
    if (heading !== undefined) {
      anchors.add(foldedAnchor(heading));
      pastHeading = isHistoryHeading(heading);
    }
    for (const [, id = ''] of line.matchAll(/\[\[([^\],]+)|\[#([\w-]+)/g)) anchors.add(foldedAnchor(id));
    passages.push(...adocInline(line, at + 1, pastHeading || isHistoryLine(line)));
  }
  return { passages, anchors: /^include::/m.test(text) ? undefined : anchors };
}

function adocInline(line: string, number: number, isHistory: boolean): readonly Passage[] {
  if (line.startsWith('//') || line.startsWith(':')) return [];
  const found: Passage[] = [];
  const rest = line
    .replaceAll(/`([^`]+)`/g, (whole: string, code: string, at: number) => {
      found.push({ kind: 'code', text: code.replaceAll(/^\+|\+$/g, ''), line: number, column: at + 2, isHistory });
      return ' '.repeat(whole.length);
    })
    .replaceAll(/\b(link|xref|include|image)::?([^\s[\]]+)\[/g, (whole: string, kind: string, target: string, at: number) => {
      const passage = kind === 'link' || kind === 'xref' ? 'link' : 'file';
      if (!target.includes('{'))
        found.push({ kind: passage, text: target, line: number, column: at + whole.indexOf(target) + 1, isHistory });
      return ' '.repeat(whole.length);
    });
  if (/\S/.test(rest)) found.push({ kind: 'text', text: rest, line: number, column: 1, isHistory });
  return found;
}
