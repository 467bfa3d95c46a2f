import { readInline } from './inline-markdown.ts';
import { foldedAnchor, isHistoryHeading, isHistoryLine, isSetAside, maxLineLength, type ParsedDocument, type Passage } from './passages.ts';

/** A place where text from other files comes into the page, so that not all headings are here. */
const inclusion =
  /<!--[ \t]*@?include|^[ \t]*(:::[ \t]*include|\{%-?[ \t]*include|<<<\s+\S+\.mdx?\b|::include)|^import\s[^\n]{1,200}\sfrom\s+['"][^'"\n]+\.mdx?['"]/m;

interface OpenBlock {
  readonly fence: string;
  readonly language: string;
  readonly line: number;
  readonly column: number;
  readonly isHistory: boolean;
  readonly lines: string[];
}

/**
 * Markdown and MDX, line by line, without a tree: what is looked for (code, links, headings) can be seen so, and a document with broken
 * markup is read to its end.
 */
export function parseMarkdown(text: string): ParsedDocument {
  const reader = new MarkdownReader();
  const lines = text.split(/\r?\n/);
  const from = frontMatterEnd(lines);
  for (let at = from; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    reader.take(line.length > maxLineLength ? '' : line, at + 1);
  }
  reader.end();
  // `ref: docs/other.md` above the text: some generators of sites take the page from there.
  const isComposed = inclusion.test(text) || lines.slice(0, from).some((line) => /^\w+:\s*\S+\.mdx?\s*$/.test(line));
  return { passages: reader.passages, anchors: isComposed ? undefined : reader.anchors };
}

function frontMatterEnd(lines: readonly string[]): number {
  if (lines[0]?.trimEnd() !== '---') return 0;
  const end = lines.findIndex((line, at) => at > 0 && /^(---|\.\.\.)\s*$/.test(line));
  return end === -1 ? 0 : end + 1;
}

/** `## Name ##` */
function withoutClosing(heading: string | undefined): string | undefined {
  if (heading === undefined) return undefined;
  let end = heading.trimEnd().length;
  while (heading[end - 1] === '#') end -= 1;
  return heading.slice(0, end).trimEnd();
}

class MarkdownReader {
  readonly passages: Passage[] = [];
  readonly anchors = new Set<string>();
  readonly #headings: { readonly depth: number; readonly isHistory: boolean }[] = [];
  #block: OpenBlock | undefined;
  /** What ends the comment that is open. */
  #commentEnd: string | undefined;
  #before = '';
  #isIndentedBlock = false;
  #isInList = false;

  take(line: string, number: number): void {
    if (this.#takesFence(line, number)) return;
    if (this.#block !== undefined) {
      this.#block.lines.push(line.slice(Math.min(this.#block.column - 1, line.length - line.trimStart().length)));
      return;
    }
    const shown = this.#withoutComments(line);
    if (this.#takesIndented(shown, number)) return;
    this.#takeHeading(shown);
    this.#takeIds(shown);
    if (/^\s*([-*+]|\d+[.)])\s/.test(shown)) this.#isInList = true;
    else if (/^\S/.test(shown)) this.#isInList = false;
    this.#takeInline(shown, number);
    this.#before = shown;
  }

  /** A block that nobody closed reaches to the end. */
  end(): void {
    this.#close();
  }

  #takesFence(line: string, number: number): boolean {
    const found = /^([\s>]*(?:[-*+]\s+|\d+[.)]\s+)?)(`{3,}|~{3,})(.*)$/.exec(line);
    if (found === null) return false;
    const [, before = '', fence = '', info = ''] = found;
    if (this.#block !== undefined) {
      if (fence[0] !== this.#block.fence[0] || fence.length < this.#block.fence.length || info.trim() !== '') return false;
      this.#close();
      return true;
    }
    if (this.#commentEnd !== undefined || (fence.startsWith('`') && info.includes('`'))) return false;
    const language = (/^\s*\{?\.?([\w+#.-]*)/.exec(info)?.[1] ?? '').toLowerCase();
    this.#block = { fence, language, line: number + 1, column: before.length + 1, isHistory: this.#isHistory(''), lines: [] };
    return true;
  }

  #close(): void {
    if (this.#block === undefined) return;
    const { lines, line, language, isHistory } = this.#block;
    this.passages.push({ kind: 'block', text: lines.join('\n'), line, column: this.#block.column, language, isHistory });
    this.#block = undefined;
  }

  /** Four spaces after an empty line; in a list they belong to the text of the item. */
  #takesIndented(line: string, number: number): boolean {
    const isIndented = /^( {4}|\t)\s*\S/.test(line);
    const begins = isIndented && !this.#isInList && this.#before.trim() === '';
    this.#isIndentedBlock = begins || (isIndented && this.#isIndentedBlock);
    if (!this.#isIndentedBlock) return false;
    const text = line.trimStart();
    const column = line.length - text.length + 1;
    this.passages.push({ kind: 'block', text, line: number, column, language: '', isHistory: this.#isHistory(line) });
    return true;
  }

  /** Of HTML and of MDX. What is left keeps its columns. */
  #withoutComments(line: string): string {
    let rest = line;
    let shown = '';
    for (;;) {
      const end = this.#commentEnd;
      const mark = end === undefined ? /<!--|\{\/\*/.exec(rest) : undefined;
      const at = end === undefined ? (mark?.index ?? -1) : rest.indexOf(end);
      if (at === -1) return shown + (end === undefined ? rest : ' '.repeat(rest.length));
      const length = end?.length ?? mark?.[0].length ?? 0;
      shown += end === undefined ? rest.slice(0, at) + ' '.repeat(length) : ' '.repeat(at + length);
      rest = rest.slice(at + length);
      this.#commentEnd = end === undefined ? (mark?.[0] === '<!--' ? '-->' : '*/}') : undefined;
    }
  }

  #takeHeading(line: string): void {
    const atx = /^\s{0,3}(#{1,6})\s+(\S.*)$/.exec(line);
    const setext = atx === null && this.#before.trim() !== '' ? /^\s{0,3}(=+|-+)\s*$/.exec(line) : null;
    const html = /<h([1-6])[^<>]*>(.{0,300}?)<\/h\1>/i.exec(line);
    const depth = atx?.[1]?.length ?? (setext === null ? Number(html?.[1] ?? 0) : setext[1]?.startsWith('=') ? 1 : 2);
    if (depth === 0) return;
    const heading = withoutClosing(atx?.[2]) ?? (setext === null ? (html?.[2] ?? '') : this.#before);
    const [, written = heading, explicit] = /^([^{]*(?:\{(?!#)[^{]*)*)\{#([\w:.-]+)\}\s*$/.exec(heading) ?? [];
    if (explicit !== undefined) this.anchors.add(foldedAnchor(explicit));
    const plain = written
      .trimEnd()
      .replaceAll(/!?\[([^\][]*)\]\([^()]*\)/g, '$1')
      .replaceAll(/<[^<>]+>/g, '');
    this.anchors.add(foldedAnchor(plain));
    // Renderers that drop the words of badges and tags see only the text before them.
    this.anchors.add(foldedAnchor(plain.replaceAll(/`[^`]*`/g, '')));
    this.anchors.add(foldedAnchor(heading.replaceAll(/&\w+;/g, ''))).add(foldedAnchor(heading));
    while ((this.#headings.at(-1)?.depth ?? 0) >= depth) this.#headings.pop();
    this.#headings.push({ depth, isHistory: depth > 1 && isHistoryHeading(plain) });
  }

  #takeIds(line: string): void {
    for (const [, id = ''] of line.matchAll(/\b(?:id|name)\s*=\s*["']([^"']+)["']/g)) this.anchors.add(foldedAnchor(id));
    for (const [braces] of line.matchAll(/\{[^{}]{1,200}\}/g)) {
      for (const [, id = ''] of braces.matchAll(/[{\s]#([\w:.-]+)/g)) this.anchors.add(foldedAnchor(id));
    }
    for (const [, id = ''] of line.matchAll(/^\[\^([^\]]+)\]:/g)) this.anchors.add(foldedAnchor(`fn${id}`)).add(foldedAnchor(`fnref${id}`));
  }

  #isHistory(line: string): boolean {
    return this.#headings.some(({ isHistory }) => isHistory) || isHistoryLine(line);
  }

  #takeInline(line: string, number: number): void {
    const isHistory = this.#isHistory(line);
    const add = (kind: Passage['kind'], text: string, at: number): void => {
      this.passages.push({
        kind,
        text,
        line: number,
        column: at + 1,
        isHistory: isHistory || (kind === 'code' && isSetAside(line.slice(0, at))),
      });
    };
    const definition = /^\s{0,3}\[[^\]^][^\]]*\]:\s*<?([^\s>]+)>?/.exec(line);
    if (definition?.[1] !== undefined) {
      add('link', definition[1], line.indexOf(definition[1], line.indexOf(']:')));
      return;
    }
    const { codes, links, rest } = readInline(line);
    for (const { text, at } of codes) add('code', text, at);
    for (const { text, at } of links) add('link', text, at);
    if (/\S/.test(rest)) add('text', rest, 0);
  }
}
