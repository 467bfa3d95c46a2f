import { defineEntryDiagnostic, type Sighting, type EntryFacts, type Setup } from '../diagnostic.ts';
import { capitalize } from '../../system/index.ts';
import { isAbsolutePath } from '../../machine/index.ts';
import { replaceValues } from '../edit.ts';
import { mayFix, ownEntries, textsOf, whereIs, type EntryText } from '../judging/entries/fields.ts';
import { isPersonal } from '../judging/programs/command-entries.ts';
import { filledIn, templateMark, type TemplateMark, isRealValue, placeholderIn } from '../judging/secrets/placeholder.ts';
import { pathForMessage, pathToWrite } from '../judging/wording.ts';
import { maskText } from '../../secrets/index.ts';

/** A pasted snippet still has a placeholder, or an installer did not fill in its template. */
export default defineEntryDiagnostic({
  id: 'placeholder-left',
  severity: 'error',
  summary: 'A placeholder from installation instructions or a template was not replaced.',
  // That a text of this form means nothing does not depend on the assistant.
  restsOn: [],
  *looks(setup) {
    for (const target of ownEntries(setup)) {
      for (const where of textsOf(target)) {
        const path = markIn(target, where) === undefined ? undefined : filledIn(where.text, setup);
        if (path !== undefined && isAbsolutePath(path, setup.facts.platform)) yield path;
      }
    }
  },
  of: ownEntries,
  *judge(target, setup) {
    const texts = textsOf(target);
    for (const [i, where] of texts.entries()) {
      const found = markIn(target, where);
      if (found !== undefined) {
        yield { span: where.node, detail: whereIs(where), ...template(setup, target, where, found) };
        continue;
      }
      const placeholder = placeholderIn(where.text);
      if (placeholder === undefined || isRealValue(where.text, where.name ?? flagBefore(where, texts[i - 1]))) continue;
      yield {
        span: where.node,
        detail: whereIs(where),
        severity: 'warning',
        message: `${capitalize(whereIs(where))} of "${target.entry.name}" still contains a placeholder: ${maskText(placeholder)}`,
        hint: 'Write the real value there, or remove the entry.',
      };
    }
  },
});

/** Unless the client fills such a text in itself. */
function markIn(target: EntryFacts, where: EntryText): TemplateMark | undefined {
  const { client } = target;
  const found = templateMark(where);
  if (found === undefined || !found.mark.startsWith('{{')) return found;
  return client.variables.some((dialect) => dialect.includes('{{')) || client.variablesUnknown === true ? undefined : found;
}

function template(
  setup: Setup,
  target: EntryFacts,
  where: EntryText,
  { mark }: TemplateMark,
): Pick<Sighting, 'severity' | 'message' | 'hint' | 'fix'> {
  const path = filledIn(where.text, setup);
  const isThere = path !== undefined && setup.seen.has(path);
  const isVital = where.kind === 'command' || where.kind === 'cwd' || where.kind === 'url' || isThere;
  const fix =
    isThere && mayFix(target) && isPersonal(target.file)
      ? ({
          kind: 'confirm',
          says: `write ${pathForMessage(setup, path)} there, which exists`,
          edit: replaceValues(target.file, [{ node: where.node, value: path }]),
        } as const)
      : undefined;
  return {
    severity: isVital ? 'error' : 'warning',
    message: `${capitalize(whereIs(where))} of "${target.entry.name}" still contains "${maskText(mark)}" from a template, which ${target.client.name} does not fill in${isVital ? ', so the server cannot start' : ''}.`,
    hint:
      path !== undefined && !where.text.includes('://')
        ? `Write the path itself: ${pathToWrite(setup, path)}.${isThere ? '' : ' Nothing is there now.'}`
        : 'Write the real value there. The program that wrote this file did not fill in its template: run its setup again, or report it there.',
    fix,
  };
}

/** The flag that an argument belongs to. */
function flagBefore({ kind }: EntryText, before: EntryText | undefined): string | undefined {
  return kind === 'argument' && before?.kind === 'argument' && before.text.startsWith('-') ? before.text : undefined;
}
