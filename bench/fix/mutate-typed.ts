import { type Draw, type Healthy, type Kind, type Mutation, type OldKind } from './mutate.ts';

type Span = Healthy['texts'][number];

const curly: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  '"': [
    ['\u201C', '\u201D'],
    ['\u201C', '\u201D'],
    ['\u201E', '\u201C'],
    ['\u201D', '\u201D'],
    ['\u00AB', '\u00BB'],
    ['\u00AB\u00A0', '\u00A0\u00BB'],
    ['\u2018', '\u2019'],
  ],
  "'": [
    ['\u2018', '\u2019'],
    ['\u201A', '\u2018'],
    ['\u2039', '\u203A'],
  ],
};

/** One fault of the kinds that were added later; `undefined` where the text has no place for it. */
export function mutateTyped(healthy: Healthy, kind: Exclude<Kind, OldKind>, draw: Draw): Mutation | undefined {
  const { text, format, texts } = healthy;
  const pick = <T>(list: readonly T[]): T | undefined => (list.length === 0 ? undefined : list[draw(list.length)]);
  const splice = (start: number, end: number, insert: string): Mutation => ({
    kind,
    text: text.slice(0, start) + insert + text.slice(end),
    offset: start,
  });
  const written = ({ start, end }: Span): string => text.slice(start, end);
  const quoted = texts.filter((span) => /^(["'])(?!\1\1)[^\r\n]*\1$/.test(written(span)) && span.end - span.start > 1);
  const isKey = ({ end }: Span): boolean => /^[ \t]*[:=]/.test(text.slice(end, end + 9));
  switch (kind) {
    case 'curly quotes, one text': {
      const span = pick(quoted);
      const pair = span && pick(curly[text.charAt(span.start)] ?? []);
      return span && pair && splice(span.start, span.end, pair[0] + written(span).slice(1, -1) + pair[1]);
    }
    case 'curly quotes, all texts': {
      const [double, single] = [pick(curly['"'] ?? []), pick(curly["'"] ?? [])];
      const [first] = quoted;
      if (double === undefined || single === undefined || first === undefined) return undefined;
      let result = text;
      for (const span of quoted.toReversed()) {
        const [open, close] = text.charAt(span.start) === '"' ? double : single;
        result = result.slice(0, span.start) + open + written(span).slice(1, -1) + close + result.slice(span.end);
      }
      return { kind, text: result, offset: first.start };
    }
    case 'curly quote on one side': {
      const span = pick(quoted);
      const pair = span && pick(curly[text.charAt(span.start)] ?? []);
      if (span === undefined || pair === undefined) return undefined;
      return draw(2) === 0 ? splice(span.start, span.start + 1, pair[0]) : splice(span.end - 1, span.end, pair[1]);
    }
    case 'YAML colon missing': {
      const span = format === 'yaml' ? pick(texts.filter(isKey)) : undefined;
      const colon = span && text.indexOf(':', span.end);
      return colon === undefined || colon === -1 ? undefined : splice(colon, colon + 1, '');
    }
    case 'YAML colon surplus': {
      const span =
        format === 'yaml' ? pick(texts.filter((one) => !isKey(one) && /^\w/.test(written(one)) && endsLine(text, one))) : undefined;
      return span && splice(span.end, span.end, ':');
    }
    case 'YAML space after colon missing': {
      const span = format === 'yaml' ? pick(texts.filter((one) => isKey(one) && /^: \S/.test(text.slice(one.end)))) : undefined;
      return span && splice(span.end + 1, span.end + 2, '');
    }
    case 'YAML tabs everywhere': {
      if (format !== 'yaml' || /\t|[|>][-+]?\s*$/m.test(text)) return undefined;
      const widths = [...text.matchAll(/^ +(?=\S)/gm)].map(([indent]) => indent.length);
      const width = Math.min(...widths);
      if (!Number.isFinite(width) || widths.some((one) => one % width > 0) || draw(3) === 0) return undefined;
      const result = text.replaceAll(/^ +(?=\S)/gm, (indent) => '\t'.repeat(indent.length / width));
      return { kind, text: result, offset: text.search(/^ +(?=\S)/m) };
    }
    case 'both quotes missing': {
      const isOne = (span: Span): boolean => format === 'yaml' || (format === 'toml' && !isKey(span));
      const span = pick(quoted.filter(isOne));
      return span && splice(span.start, span.end, written(span).slice(1, -1));
    }
    case 'TOML colon for equals sign': {
      const span = format === 'toml' ? pick(texts.filter((one) => text.slice(one.end, one.end + 3) === ' = ')) : undefined;
      return span && splice(span.end, span.end + 3, ': ');
    }
    case 'cut end, with a line break': {
      const at = 1 + draw(Math.max(1, text.length - 1));
      return texts.some(({ end }) => end > at) ? splice(at, text.length, '\n') : undefined;
    }
    default:
      return kind satisfies never;
  }
}

function endsLine(text: string, { end }: Span): boolean {
  return /^[ \t]*(?:[\r\n]|$)/.test(text.slice(end));
}
