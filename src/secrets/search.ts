import type { Finder, SecretSpan } from './find/span.ts';
import type { View } from './view.ts';

/** What these finders find, at its places in the text itself. */
export function inText(view: View, by: readonly Finder[]): readonly SecretSpan[] {
  const spans = by.flatMap((find) => [...find(view.text)]).filter(({ end, start }) => end > start);
  if (spans.length === 0) return spans;
  const { at } = view;
  return joined(
    at === undefined
      ? spans
      : spans.map(({ end, rule, start }) => ({
          start: at[start] ?? 0,
          end: end < at.length ? (at[end] ?? view.length) : view.length,
          rule,
        })),
  );
}

/** In their order, and overlapping ones as one. */
export function joined(spans: readonly SecretSpan[]): readonly SecretSpan[] {
  const result: SecretSpan[] = [];
  for (const span of spans.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = result.at(-1);
    if (last === undefined || span.start >= last.end) result.push(span);
    else if (span.end > last.end) result[result.length - 1] = { ...last, end: span.end };
  }
  return result;
}
