import type { Format, Tolerance } from '../edit/format.ts';
import { sameValue, toValue, type Span, type Value } from '../syntax/node.ts';
import { linesOf } from '../text-lines.ts';
import type { Candidate, Patch } from './patch.ts';
import { has } from './toml-patterns.ts';

const maxRepeats = 20;

/** The text without the tables that it has twice with the same content: each second one is cut out. */
export function withoutRepeats(text: string, format: Format, tolerance: Tolerance): Candidate | undefined {
  let now = text;
  const patches: Patch[] = [];
  for (let round = 0; round < maxRepeats; round++) {
    const parsed = format.parse(now, tolerance);
    if (parsed.kind === 'tree') return patches.length > 0 && parsed.root !== undefined ? { text: now, patches } : undefined;
    // The reader's words for a name that is defined again.
    if (!/defined|twice|already/.test(parsed.problem.message)) return undefined;
    const span = repeatedAt(now, parsed.problem.line - 1, (part) => valueOf(part, format, tolerance));
    if (span === undefined) return undefined;
    patches.push({ splices: [{ ...span, text: '' }], at: span.start, says: 'the same table was here a second time' });
    now = now.slice(0, span.start) + now.slice(span.end);
  }
  return undefined;
}

/** The table at this line, when an earlier one says the same and nothing is lost with it. */
function repeatedAt(text: string, at: number, valueIn: (part: string) => Value | undefined): Span | undefined {
  const lines = linesOf(text);
  const line = lines[at];
  const isHeader = (span: Span): boolean => has('header', text.slice(span.start, span.end));
  if (line === undefined || !isHeader(line)) return undefined;
  const blockOf = (start: Span): Span => {
    const next = lines.find((other) => other.start > start.start && isHeader(other));
    return { start: start.start, end: next?.start ?? text.length };
  };
  const written = (span: Span): string => text.slice(span.start, span.end);
  const block = blockOf(line);
  const value = valueIn(written(block));
  if (value === undefined) return undefined;
  const twin = lines.find((other) => {
    if (other.start >= line.start || !isHeader(other)) return false;
    const own = valueIn(written(blockOf(other)));
    return own !== undefined && sameValue(own, value);
  });
  if (twin === undefined) return undefined;
  // Comments of the second one may say something of their own, and a "[[…]]" below it would be one more element.
  const isSame = onOneLine(written(block)) === onOneLine(written(blockOf(twin))) || !has('commentLine', written(block));
  return isSame && !has('listHeader', text.slice(block.end, block.end + 200)) ? block : undefined;
}

function valueOf(text: string, format: Format, tolerance: Tolerance): Value | undefined {
  const parsed = format.parse(text, tolerance);
  return parsed.kind === 'tree' && parsed.root !== undefined ? toValue(parsed.root) : undefined;
}

function onOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
