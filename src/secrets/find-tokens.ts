import type { SecretSpan } from './find/span.ts';
import { tokens } from './find/tokens.ts';
import { inText } from './search.ts';
import { holdsRun } from './traits.ts';
import { viewOf } from './view.ts';

/**
 * Only the tokens that the form of their issuer gives away. Every printed line is searched for them, so this file loads none of the finders
 * that read sentences, settings and commands.
 */
export function findTokens(text: string): readonly SecretSpan[] {
  if (text.length < 12) return [];
  const view = viewOf(text);
  return holdsRun(view.text) ? inText(view, [tokens]) : [];
}
