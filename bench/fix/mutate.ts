import type { FormatName } from '../../src/formats/edit/format.ts';
import type { Span } from '../../src/formats/syntax/node.ts';

/** A healthy text with one fault in it. */
export interface Mutation {
  readonly kind: Kind;
  readonly text: string;
  /** Where the fault was put, in the new text. */
  readonly offset: number;
}

/** Faults that touch only marks, and those that take something away for good. */
export const structural = [
  'comma missing',
  'comma extra',
  'quote missing',
  'bracket missing',
  'bracket surplus',
  'bracket mismatched',
  'colon missing',
  'conflict, nothing to choose',
  'byte order mark',
  'comment',
  'outer braces missing',
  'tab',
  'table twice',
] as const;
export const destructive = ['cut end', 'flip in text', 'conflict, sides differ'] as const;
/**
 * Something was lost, and what is left is a text with one mark missing or too many, as `"args": ["-y", "pk` joined to `ey",` of a
 * later line. Nobody can tell; how often such a text is fixed anyway is counted separately.
 */
export const hidden = ['cut from text to text'] as const;
/** Marks that were typed wrong: by an editor for prose, by hand, or by someone who knows another format. */
export const typed = [
  'curly quotes, one text',
  'curly quotes, all texts',
  'curly quote on one side',
  'YAML colon missing',
  'YAML colon surplus',
  'YAML space after colon missing',
  'YAML tabs everywhere',
  'both quotes missing',
  'TOML colon for equals sign',
] as const;
/** The end is lost, and an editor has put a line break after what is left. */
export const moreHidden = ['cut end, with a line break'] as const;
export type OldKind = (typeof structural)[number] | (typeof destructive)[number] | (typeof hidden)[number];
export type Kind = OldKind | (typeof typed)[number] | (typeof moreHidden)[number];

/** Whole numbers below a bound, the same for the same seed. */
export type Draw = (below: number) => number;

export interface Healthy {
  readonly format: FormatName;
  readonly text: string;
  /** Every text, number and name of it, with its quotes. */
  readonly texts: readonly Span[];
}

/** One fault of this kind; `undefined` where the text has no place for it. */
export function mutate(healthy: Healthy, kind: OldKind, draw: Draw): Mutation | undefined {
  const { text, format, texts } = healthy;
  const marks = reachableObjects(healthy);
  const pick = <T>(list: readonly T[]): T | undefined => (list.length === 0 ? undefined : list[draw(list.length)]);
  const without = (at: number | undefined, length = 1): Mutation | undefined =>
    at === undefined ? undefined : { kind, text: text.slice(0, at) + text.slice(at + length), offset: at };
  const insert = (at: number | undefined, mark: string): Mutation | undefined =>
    at === undefined ? undefined : { kind, text: text.slice(0, at) + mark + text.slice(at), offset: at };
  const of = (characters: string): readonly number[] => marks.filter((at) => characters.includes(text.charAt(at)));
  const isQuoted = ({ start }: Span): boolean => /["']/.test(text.charAt(start)) && !/^("""|''')/.test(text.slice(start, start + 3));
  switch (kind) {
    case 'comma missing':
      return without(pick(of(',')));
    case 'comma extra': {
      const way = draw(3);
      if (way === 0) return insert(pick(of(',')), ',');
      if (way === 1) {
        const closer = pick(of('}]'));
        return insert(closer === undefined ? undefined : text.slice(0, closer).trimEnd().length, ',');
      }
      const opener = pick(of('{['));
      return insert(opener === undefined ? undefined : opener + 1, ',');
    }
    case 'quote missing': {
      const span = pick(texts.filter(isQuoted));
      return span && without(draw(2) === 0 ? span.start : span.end - 1);
    }
    case 'bracket missing':
      return without(pick(of('{}[]')));
    case 'bracket surplus': {
      const at = pick(of('{}[]'));
      return at === undefined ? undefined : insert(at, text.charAt(at));
    }
    case 'bracket mismatched': {
      const at = pick(of(']}'));
      if (at === undefined) return undefined;
      return { kind, text: text.slice(0, at) + (text.charAt(at) === ']' ? '}' : ']') + text.slice(at + 1), offset: at };
    }
    case 'colon missing':
      return format === 'yaml' ? undefined : without(pick(of(':=')));
    case 'conflict, nothing to choose': {
      const lines = lineStarts(text);
      if (lines.length < 4) return undefined;
      const from = draw(lines.length - 2) + 1;
      const to = Math.min(lines.length - 1, from + 1 + draw(3));
      const [start, end] = [lines[from] ?? 0, lines[to] ?? text.length];
      const part = text.slice(start, end);
      const way = draw(3);
      const eol = text.includes('\r\n') ? '\r\n' : '\n';
      if (way === 0) return insert(start, `<<<<<<< HEAD${eol}`);
      const [ours, theirs] = way === 1 ? [part, part] : draw(2) === 0 ? ['', part] : [part, ''];
      const conflict = `<<<<<<< HEAD${eol}${ours}=======${eol}${theirs}>>>>>>> feature${eol}`;
      return { kind, text: text.slice(0, start) + conflict + text.slice(end), offset: start };
    }
    case 'conflict, sides differ': {
      const span = pick(
        texts.filter(({ start, end }) => isQuoted({ start, end }) && end - start > 3 && !/^[ \t]*[:=.\]]/.test(text.slice(end, end + 9))),
      );
      if (span === undefined) return undefined;
      const start = Math.max(text.lastIndexOf('\n', span.start) + 1, 0);
      const end = text.indexOf('\n', span.end) + 1;
      if (end === 0) return undefined;
      const part = text.slice(start, end);
      const other = `${part.slice(0, span.start + 1 - start)}other-${part.slice(span.start + 1 - start)}`;
      const conflict = `<<<<<<< HEAD\n${part}=======\n${other}>>>>>>> feature\n`;
      return { kind, text: text.slice(0, start) + conflict + text.slice(end), offset: start };
    }
    case 'byte order mark':
      return insert(0, '\uFEFF');
    case 'comment': {
      if (format !== 'json') return undefined;
      const at = pick(of(',{}[]'));
      if (at === undefined) return undefined;
      return draw(2) === 0 ? insert(at + 1, ' /* why "not" */') : insert(text.indexOf('\n', at) + 1 || at, '  // "old": {},\n');
    }
    case 'outer braces missing': {
      if (format !== 'json') return undefined;
      const [open, close] = [of('{')[0], of('}').at(-1)];
      if (open === undefined || close === undefined || text.slice(0, open).trim() !== '') return undefined;
      return { kind, text: text.slice(open + 1, close), offset: 0 };
    }
    case 'tab': {
      if (format !== 'yaml') return undefined;
      const lines = lineStarts(text).filter((at) => /^ +[^\s#]/.test(text.slice(at, at + 80)) && !isInside(texts, at));
      const at = pick(lines);
      if (at === undefined) return undefined;
      const indent = /^ +/.exec(text.slice(at))?.[0].length ?? 0;
      return { kind, text: `${text.slice(0, at)}\t${text.slice(at + indent)}`, offset: at };
    }
    case 'table twice': {
      if (format !== 'toml') return undefined;
      const headers = lineStarts(text).filter((at) => /^\[[^[]/.test(text.slice(at, at + 2)) && !isInside(texts, at));
      const at = pick(headers);
      if (at === undefined) return undefined;
      const end = headers.find((other) => other > at) ?? text.length;
      const whole = text.endsWith('\n') ? text : `${text}\n`;
      return { kind, text: `${whole}\n${text.slice(at, end)}`, offset: whole.length + 1 };
    }
    case 'cut end': {
      const at = 1 + draw(Math.max(1, text.length - 1));
      return { kind, text: text.slice(0, at), offset: at };
    }
    case 'cut from text to text': {
      const from = draw(texts.length);
      const [a, b] = [texts[from], texts[from + 1 + draw(4)]];
      if (a === undefined || b === undefined || !isQuoted(a) || !isQuoted(b) || a.end - a.start < 4 || b.end - b.start < 4)
        return undefined;
      if (a.end > b.start) return undefined;
      const start = a.start + 2 + draw(a.end - a.start - 3);
      const end = b.start + 1 + draw(b.end - b.start - 3);
      return { kind, text: text.slice(0, start) + text.slice(end), offset: start };
    }
    case 'flip in text': {
      const span = pick(texts.filter(({ start, end }) => end > start));
      if (span === undefined) return undefined;
      const margin = /^(?:"""|''')/.test(text.slice(span.start)) ? 3 : /["']/.test(text.charAt(span.start)) ? 1 : 0;
      const length = span.end - span.start - 2 * margin;
      if (length < 1) return undefined;
      const at = span.start + margin + draw(length);
      const others = [...'aZ9"\'\\{}[],:#-=\n\t '].filter((character) => character !== text.charAt(at));
      return { kind, text: text.slice(0, at) + (pick(others) ?? 'x') + text.slice(at + 1), offset: at };
    }
    default:
      return kind satisfies never;
  }
}

/** The offsets of the marks outside of texts and comments. */
function reachableObjects({ text, format, texts }: Healthy): readonly number[] {
  const marks: number[] = [];
  const covered = texts.toSorted((a, b) => a.start - b.start);
  let next = 0;
  const wanted = format === 'json' ? '{}[],:' : format === 'toml' ? '{}[],=' : '{}[],';
  for (let at = 0; at < text.length; at++) {
    while (next < covered.length && (covered[next]?.end ?? 0) <= at) next++;
    const span = covered[next];
    if (span !== undefined && span.start <= at) {
      at = span.end - 1;
      continue;
    }
    const comment =
      format === 'json' ? /^(?:\/\/[^\r\n]*|\/\*[^]*?\*\/)/.exec(text.slice(at, at + 300)) : /^#[^\r\n]*/.exec(text.slice(at, at + 300));
    if (comment !== null) at += comment[0].length - 1;
    else if (wanted.includes(text.charAt(at))) marks.push(at);
  }
  return marks;
}

function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (const found of text.matchAll(/\n/g)) if (found.index + 1 < text.length) starts.push(found.index + 1);
  return starts;
}

function isInside(texts: readonly Span[], at: number): boolean {
  return texts.some(({ start, end }) => start < at && at < end);
}
