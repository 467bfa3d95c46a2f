/** A range as editors count: from 0. */
export interface TextRange {
  readonly line: number;
  readonly from: number;
  readonly to: number;
}

/** A text in quotes with its escapes, or a word, or one character. */
const token = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[\w.$-]+|\S/y;

/** The lines of a text, as editors count them. */
export function linesOf(text: string): readonly string[] {
  return text.split(/\r\n|\r|\n/);
}

/**
 * What to underline for a finding: from its position, which counts from 1, to the end of the word or quoted text there. A finding without a position
 * is about the whole file and is shown in its first line.
 */
export function rangeOf(
  at: { readonly line?: number | undefined; readonly column?: number | undefined },
  lines: readonly string[] | undefined,
): TextRange {
  const line = Math.max(0, (at.line ?? 1) - 1);
  const from = Math.max(0, (at.column ?? 1) - 1);
  const content = lines?.[line];
  if (content === undefined) return { line, from, to: from + 1 };
  if (at.line === undefined) return { line: 0, from: 0, to: Math.max(1, content.length) };
  // Behind the end, where something is missing: the last character is underlined.
  if (from >= content.length) return { line, from: Math.max(0, content.length - 1), to: Math.max(1, content.length) };
  token.lastIndex = from;
  const length = token.exec(content)?.[0].length ?? 1;
  return { line, from, to: from + length };
}
