import type { Parsed } from './syntax/node.ts';

/** Whether a problem is none of the text: it is nested deeper than snap reads, and other programs may read it. */
export function isLimit({ message }: Extract<Parsed, { readonly kind: 'problem' }>['problem']): boolean {
  return /^the values? (?:are|is) nested (?:too deeply|deeper than)\b/.test(message);
}
