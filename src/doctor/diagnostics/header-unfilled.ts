import { defineEntryDiagnostic } from '../diagnostic.ts';
import { variablesIn } from '../../clients/index.ts';
import { ownEntries, textsOf, whereIs, type EntryText } from '../judging/entries/fields.ts';
import { placeholderIn } from '../judging/secrets/placeholder.ts';
import { isSecretName } from '../../secrets/index.ts';

/**
 * A header or an address with a variable that no client fills in: the server answers 401. Variables in another client's form, and unset
 * ones, have their own findings.
 */
export default defineEntryDiagnostic({
  id: 'header-unfilled',
  severity: 'warning',
  summary: 'A header is sent without its value.',
  restsOn: ['variables'],
  of: ownEntries,
  *judge(target) {
    for (const where of textsOf(target)) {
      if (where.kind !== 'header' && where.kind !== 'url') continue;
      const problem = unfilled(where);
      if (problem === undefined || placeholderIn(where.text) !== undefined) continue;
      yield {
        span: where.node,
        detail: whereIs(where),
        message: `${where.kind === 'url' ? 'The address' : `The header ${where.name ?? ''}`} of "${target.entry.name}" ${problem}; the server will refuse it.`,
        hint: 'Write the value there, or a variable in the form that this assistant reads.',
      };
    }
  },
});

function unfilled({ kind, name = '', text }: EntryText): string | undefined {
  if (kind === 'header' && isSecretName(name) && /^\s*(bearer|basic|token)?\s*$/i.test(text))
    return text.trim() === '' ? 'is empty' : 'has a scheme and no value';
  const known = variablesIn(text);
  const rest = known.reduceRight((left, { end, start }) => left.slice(0, start) + left.slice(end), text);
  // An address may have braces (RFC 6570), a header has none.
  return /\$\{|\{\{|<%/.test(rest) || (kind === 'header' && /\$\(/.test(rest)) ? 'holds a variable that no assistant fills in' : undefined;
}
