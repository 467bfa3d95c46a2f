import type { SecretSpan } from './find/span.ts';
import { maxKey, tokens } from './find/tokens.ts';
import { inText, joined } from './search.ts';
import { holdsRun } from './traits.ts';
import { viewOf } from './view.ts';

/** A longer text is searched in parts: V8 has no stack for an expression over more than some eight million characters. */
const partLength = 500_000;
/** What is read before each part: the head of a private key, and what must not be directly before a token. */
const before = 1_000;

/**
 * Only the tokens that the form of their issuer gives away. Every printed line is searched for them, so this file loads none of the finders
 * that read sentences, settings and commands.
 */
export function findTokens(text: string): readonly SecretSpan[] {
  if (text.length < 12) return [];
  if (text.length <= partLength) return tokensIn(text);
  const spans: SecretSpan[] = [];
  for (let at = 0; at < text.length; at += partLength) {
    const from = Math.max(0, at - before);
    const to = Math.min(text.length, at + partLength + 2 * maxKey);
    for (const { end, rule, start } of tokensIn(text.slice(from, to))) {
      // A part answers for what begins in it. What the end of the text that was read has cut goes on to the end of its run.
      if (from + start >= at + partLength) continue;
      spans.push({ start: from + start, end: from + end === to ? endOfRun(text, Math.max(to, spans.at(-1)?.end ?? 0)) : from + end, rule });
    }
  }
  return joined(spans);
}

function tokensIn(text: string): readonly SecretSpan[] {
  const view = viewOf(text);
  return holdsRun(view.text) ? inText(view, [tokens]) : [];
}

/** Where the first character from here on is that is in no token. */
function endOfRun(text: string, from: number): number {
  const other = /[^\w.~+/=-]/g;
  other.lastIndex = from;
  return other.exec(text)?.index ?? text.length;
}
