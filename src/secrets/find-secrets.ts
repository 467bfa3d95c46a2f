import { addresses } from './find/addresses.ts';
import { assignments } from './find/assignments.ts';
import { knownForms } from './find/forms.ts';
import { headers } from './find/headers.ts';
import { named } from './find/named.ts';
import { options } from './find/options.ts';
import { sentences } from './find/sentences.ts';
import type { Finder, SecretSpan } from './find/span.ts';
import { maxText, runs, tokens } from './find/tokens.ts';
import { viewOf } from './view.ts';

const finders: readonly Finder[] = [addresses, headers, assignments, options, knownForms, sentences, tokens, runs];

/**
 * Every secret of a text: a word, a command line, a line of a file, a sentence in one of six languages, or many lines. In time linear in the
 * text: it may be a megabyte of one letter, so each finder reads it once, and what it repeats has a bound.
 */
export function findSecrets(text: string): readonly SecretSpan[] {
  return search(text, finders);
}

/** As {@link findSecrets}, and whatever follows the name of a secret: for arguments and files of settings, where no sentence is expected. */
export function findNamedSecrets(text: string): readonly SecretSpan[] {
  return search(text, [named, ...finders]);
}

function search(text: string, by: readonly Finder[]): readonly SecretSpan[] {
  if (!mayHoldSecret(text)) return [];
  // Too long to be read, and a regular expression needs memory for every character that it may backtrack over.
  if (text.length > maxText) return [{ start: 0, end: text.length, rule: 'too long' }];
  return found(text, by);
}

/** As {@link findSecrets}, but only tokens that the form of their issuer gives away. */
export function findTokens(text: string): readonly SecretSpan[] {
  return text.length < 12 ? [] : found(text, [tokens]);
}

function found(text: string, by: readonly Finder[]): readonly SecretSpan[] {
  const view = viewOf(text);
  const spans = by.flatMap((finder) => [...finder(view.text)]).filter(({ end, start }) => end > start);
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
function joined(spans: readonly SecretSpan[]): readonly SecretSpan[] {
  const result: SecretSpan[] = [];
  for (const span of spans.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = result.at(-1);
    if (last === undefined || span.start >= last.end) result.push(span);
    else if (span.end > last.end) result[result.length - 1] = { ...last, end: span.end };
  }
  return result;
}

/**
 * Whether the questions above are worth asking: a token, or something that names one, is in it. Most arguments are neither, and
 * a dozen regular expressions cost a scan 3 ms the first time they are used.
 */
function mayHoldSecret(text: string): boolean {
  let run = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    const isWord =
      (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || code === 45 || code === 95 || code === 43;
    // A tag, an equals sign, a colon, a question mark, an at sign that is not the first (as in a scope), white space, what is beyond ASCII.
    if (code === 60 || code === 61 || code === 58 || code === 63 || code <= 32 || code > 126 || (code === 64 && i > 0)) return true;
    run = isWord ? run + 1 : 0;
    if (run >= 12) return true;
  }
  return false;
}
