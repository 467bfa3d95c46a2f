/** What one line of Markdown holds beside its words. Columns count from 0. */
export interface InlineMarkdown {
  readonly codes: readonly InlinePiece[];
  /** Targets of links and images, and of `href` and `src` in HTML. */
  readonly links: readonly InlinePiece[];
  /** The line without them; what was taken out is spaces, so that columns stay. */
  readonly rest: string;
}

export interface InlinePiece {
  readonly text: string;
  readonly at: number;
}

/** Longer targets and titles are data. */
const maxTarget = 2_000;

/** Reads a line in one pass, so that brackets without an end cost nothing. https://spec.commonmark.org/0.31.2/#inlines */
export function readInline(line: string): InlineMarkdown {
  const { codes, rest } = takeCodes(line);
  const links: InlinePiece[] = [];
  const marks = takeLinks(rest, links);
  const html = blanked(rest, marks);
  const without = html.replaceAll(/\b(?:href|src)\s*=\s*["']([^"'{}]+)["']/g, (whole: string, target: string, at: number) => {
    // `<a href="#badge"><img …>`: made so that the image leads nowhere.
    const isDecoration =
      target.startsWith('#') && /^[^<>]{0,200}>\s*(<img\b|$)/i.test(html.slice(at + whole.length, at + whole.length + 300));
    if (!isDecoration) links.push({ text: target, at: at + whole.indexOf(target) });
    return ' '.repeat(whole.length);
  });
  return { codes, links, rest: without };
}

function takeCodes(line: string): { readonly codes: readonly InlinePiece[]; readonly rest: string } {
  if (!line.includes('`')) return { codes: [], rest: line };
  const runs = [...line.matchAll(/`+/g)].map(({ 0: { length }, index }) => ({ at: index, length }));
  /** Runs of each length that are still to come, the nearest last. */
  const byLength = new Map<number, number[]>();
  for (const [number, { length }] of [...runs.entries()].toReversed()) {
    const known = byLength.get(length);
    if (known === undefined) byLength.set(length, [number]);
    else known.push(number);
  }
  const codes: InlinePiece[] = [];
  const marks: (readonly [from: number, to: number])[] = [];
  for (let number = 0; number < runs.length; number += 1) {
    const open = runs[number];
    if (open === undefined) break;
    const others = byLength.get(open.length) ?? [];
    while ((others.at(-1) ?? Infinity) <= number) others.pop();
    const end = others.at(-1);
    const close = end === undefined ? undefined : runs[end];
    if (end === undefined || close === undefined) continue;
    const from = open.at + open.length;
    const code = line.slice(from, close.at);
    codes.push({ text: code.trim(), at: from + code.length - code.trimStart().length });
    marks.push([open.at, close.at + close.length]);
    number = end;
  }
  return { codes, rest: blanked(line, marks) };
}

/** @returns the places of the links. */
function takeLinks(line: string, links: InlinePiece[]): readonly (readonly [from: number, to: number])[] {
  const marks: (readonly [from: number, to: number])[] = [];
  const open: number[] = [];
  for (let at = 0; at < line.length; at += 1) {
    const letter = line[at];
    if (letter === '\\') at += 1;
    else if (letter === '[') open.push(at);
    else if (letter === ']') {
      const from = open.pop();
      if (from === undefined || line[at + 1] !== '(') continue;
      const target = targetAt(line, at + 2);
      if (target === undefined) continue;
      links.push({ text: target.text, at: target.at });
      marks.push([line[from - 1] === '!' ? from - 1 : from, target.end]);
      at = target.end - 1;
    }
  }
  return marks;
}

/** `  <a b> "title")` or `a(b)c)`. */
function targetAt(line: string, from: number): (InlinePiece & { readonly end: number }) | undefined {
  let at = from;
  while (line[at] === ' ') at += 1;
  const last = Math.min(line.length, at + maxTarget);
  const isPointed = line[at] === '<';
  if (isPointed) at += 1;
  let depth = 0;
  let end = at;
  for (; end < last; end += 1) {
    const letter = line[end] ?? '';
    if (letter === '\\') end += 1;
    else if (isPointed ? letter === '>' : /\s/.test(letter)) break;
    else if (!isPointed && letter === '(') depth += 1;
    else if (!isPointed && letter === ')') {
      if (depth === 0) break;
      depth -= 1;
    }
  }
  const close = line.slice(end, end + maxTarget).indexOf(')');
  return end === at || close === -1 ? undefined : { text: line.slice(at, end), at, end: end + close + 1 };
}

/** The later marks may hold earlier ones. */
function blanked(line: string, marks: readonly (readonly [from: number, to: number])[]): string {
  let rest = '';
  let at = 0;
  for (const [from, to] of marks.toSorted(([one], [other]) => one - other)) {
    if (to <= at) continue;
    const begin = Math.max(at, from);
    rest += line.slice(at, begin) + ' '.repeat(to - begin);
    at = to;
  }
  return rest + line.slice(at);
}
