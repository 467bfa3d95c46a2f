import { type About, defineEntryDiagnostic, type Fix, type Sighting, type EntryFacts, type Setup } from '../diagnostic.ts';
import { showVariable, isAboutWorkspace, replacedIn, variablesIn, type Variable } from '../../clients/index.ts';
import type { Splice } from '../../formats/index.ts';
import { mayFix, textsOf, whereIs, type EntryText } from '../judging/entries/fields.ts';
import { respell, isFilledIn, isRightForOwner, isSurelyVariable, variablesOf, type FoundVariable } from '../judging/variables.ts';

/** Each client has its own form of variables; the server gets any other form unchanged. */
export default defineEntryDiagnostic({
  id: 'variable-dialect',
  severity: 'error',
  summary: 'A variable is written in the form of another assistant, so the server gets it unchanged.',
  restsOn: ['variables'],
  *judge(target, setup) {
    if (target.client.variablesUnknown !== undefined || target.file.place.elsewhere !== undefined) return;
    yield* once([...strange(setup, target), ...withoutDollar(target)]);
  },
});

/** The same variable twice in one text is one finding. */
function once(sightings: readonly Sighting[]): readonly Sighting[] {
  return [...new Map(sightings.toReversed().map((sighting) => [sighting.detail, sighting])).values()].toReversed();
}

function* strange(setup: Setup, target: EntryFacts): Generator<About> {
  for (const found of variablesOf(target)) {
    const { variable, where } = found;
    if (isFilledIn(target, found) || !isSurelyVariable(found) || isRightForOwner(setup, target, variable)) continue;
    const { client } = target;
    const right = respell(variable, client, target.file.place);
    // Variables that only a shell fills in have their own finding.
    if (right === undefined && variable.spelling === '$HOME' && variable.start === 0) continue;
    const shown = showVariable(variable);
    yield {
      span: where.node,
      detail: `${whereIs(where)} ${variable.name}`,
      message: `${client.name} does not fill in ${shown} (in ${whereIs(where)}): "${target.entry.name}" gets it as it is written.`,
      hint: right === undefined ? withoutSpelling(target, found) : `Write it as ${showVariable({ ...variable, spelling: right })}.`,
      ...(right === undefined ? {} : fixOf(target, where, variable, right)),
    };
  }
}

function withoutSpelling(target: EntryFacts, { variable, where }: FoundVariable): string {
  const { client, file } = target;
  const { envNames, http } = file.reading.entry;
  // The entry's own values, in the texts that it looks into.
  if (client.variablesFrom === 'entry' && client.variablesOnlyIn?.includes(where.kind) !== false)
    return `${client.name} takes the value from the entry: list ${variable.name} under "${envNames ?? ''}".`;
  if (where.kind === 'variable' && envNames !== undefined) return `List ${variable.name} under "${envNames}" instead.`;
  if (where.kind === 'header' && http?.bearerFrom !== undefined)
    return `Name the variable under "${http.bearerFrom}" or "${http.headersFrom ?? ''}" instead.`;
  const replaced = replacedIn(client, file.place);
  if (variable.fallback !== undefined && replaced.length > 0)
    return `${client.name} has no default values for variables. It fills in: ${replaced.join(', ')}.`;
  return replaced.length > 0
    ? `${client.name} fills in: ${replaced.join(', ')}.`
    : client.variables.length > 0
      ? `${client.name} fills in nothing in a file of this kind; in others it fills in: ${client.variables.join(', ')}. Move the server there, or write the value itself.`
      : `${client.name} fills in no variables. Write the value itself, or start the server through a script of your own that sets it.`;
}

/** Replaces every occurrence of the variable in this text. */
function fixOf(
  target: EntryFacts,
  where: EntryText,
  { name, spelling }: Pick<Variable, 'name' | 'spelling'>,
  right: string,
): { readonly fix?: Fix } {
  const raw = target.file.text?.slice(where.node.start, where.node.end) ?? '';
  const splices: readonly Splice[] = variablesIn(raw)
    .filter((variable) => variable.spelling === spelling && variable.name === name)
    .map(({ end, start }) => ({ start: where.node.start + start, end: where.node.start + end, text: right }));
  if (splices.length === 0 || !mayFix(target)) return {};
  const says = `replace ${showVariable({ spelling, name })} by ${showVariable({ spelling: right, name })}`;
  return { fix: { kind: 'safe', says, edit: { kind: 'splices', path: target.file.path, splices } } };
}

/** Editor variables without the dollar sign. */
const bare = /(?<![$\w{])\{(workspaceFolder|workspaceFolderBasename|workspaceRoot|userHome)\}/g;

function* withoutDollar(target: EntryFacts): Generator<About> {
  const { client, entry, file } = target;
  for (const where of textsOf(target)) {
    for (const [spelling, name] of where.text.matchAll(bare)) {
      const [variable] = variablesIn(`$${spelling}`);
      if (variable === undefined) continue;
      const isKnown =
        replacedIn(client, file.place).includes(`$${spelling}`) &&
        !(isAboutWorkspace(variable) && file.place.workspaceVariable === undefined);
      const raw = file.text?.slice(where.node.start, where.node.end) ?? '';
      const splices = [...raw.matchAll(bare)]
        .filter(([found]) => found === spelling)
        .map(({ index }) => ({ start: where.node.start + index, end: where.node.start + index, text: '$' }));
      yield {
        span: where.node,
        detail: `${whereIs(where)} ${name ?? ''}`,
        message: `${spelling} (in ${whereIs(where)}) lacks the dollar sign: "${entry.name}" gets it as it is written.`,
        hint: isKnown ? `Write $${spelling}.` : `${client.name} does not fill in $${spelling} here either: write the path itself.`,
        fix:
          isKnown && splices.length > 0 && mayFix(target)
            ? { kind: 'safe', says: `write $${spelling}`, edit: { kind: 'splices', path: file.path, splices } }
            : undefined,
      };
    }
  }
}
