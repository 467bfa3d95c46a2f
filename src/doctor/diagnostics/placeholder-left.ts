import { capitalize } from '../../system/index.ts';
import { defineDiagnostic } from '../diagnostic.ts';
import { ownEntries } from '../judging/entries/own-entries.ts';
import { isRealValue, placeholderIn } from '../judging/secrets/placeholder.ts';
import { textsOf, whereIs, type EntryText } from '../judging/entries/entry-texts.ts';
import { atMost, entrySeverity } from '../severity.ts';
import { maskText } from '../../secrets/index.ts';

/** A pasted snippet still has a placeholder. */
export default defineDiagnostic({
  id: 'placeholder-left',
  severity: 'warning',
  summary: 'A placeholder from installation instructions was not replaced.',
  *detect(setup) {
    for (const target of ownEntries(setup)) {
      const texts = textsOf(target);
      for (const [i, where] of texts.entries()) {
        const placeholder = placeholderIn(where.text);
        if (placeholder === undefined || isRealValue(where.text, where.name ?? flagBefore(where, texts[i - 1]))) continue;
        yield {
          entry: target,
          span: where.node,
          detail: whereIs(where),
          severity: atMost(entrySeverity(target, 'warning'), 'warning'),
          message: `${capitalize(whereIs(where))} of "${target.entry.name}" still holds a placeholder: ${maskText(placeholder)}`,
          hint: 'Write the real value there, or remove the entry.',
        };
      }
    }
  },
});

/** The flag that an argument belongs to. */
function flagBefore({ kind }: EntryText, before: EntryText | undefined): string | undefined {
  return kind === 'argument' && before?.kind === 'argument' && before.text.startsWith('-') ? before.text : undefined;
}
