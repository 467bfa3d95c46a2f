import { argumentNode, type Edit } from '../../edit.ts';
import type { EntryFacts } from '../../setup.ts';

/**
 * Removes neighbouring arguments from the list, with the comma between them and the others; `undefined` when no argument would be left,
 * or when they are not neighbours in the text.
 * @param to exclusive.
 */
export function removeArguments(
  target: EntryFacts,
  from: number,
  to: number,
): { readonly edit: Edit; readonly losesComment: boolean } | undefined {
  const first = argumentNode(target, from);
  const last = argumentNode(target, to - 1);
  const before = from === 0 ? undefined : argumentNode(target, from - 1);
  const after = argumentNode(target, to);
  if (first === undefined || last === undefined) return undefined;
  const span =
    before !== undefined
      ? { start: before.end, end: last.end }
      : after !== undefined
        ? { start: first.start, end: after.start }
        : undefined;
  if (span === undefined || span.start > span.end) return undefined;
  const cut = target.file.text?.slice(span.start, span.end) ?? '';
  return {
    edit: { kind: 'splices', path: target.file.path, splices: [{ ...span, text: '' }] },
    losesComment: /\/\/|\/\*|#/.test(cut),
  };
}
