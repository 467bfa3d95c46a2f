import { findMember, type Node } from '../../../formats/index.ts';
import type { Sighting } from '../../diagnostic.ts';
import { argumentNode, serverFields, type Edit } from '../../edit.ts';
import { programName } from '../../../machine/index.ts';
import { hasUnfilledVariables, startSeverity, type CommandEntry } from './command-entries.ts';
import { mayFix } from '../entries/fields.ts';
import { maskText } from '../../../secrets/index.ts';
import type { EntryFacts } from '../../setup.ts';
import { shellWords } from '../../../text/index.ts';

/** Programs that download a package and start it: their own flags come first, then the package. */
const launchers = new Set(['npx', 'bunx', 'pnpx', 'uvx']);

/** Findings for arguments that a launcher reads differently than intended. */
export function* inArguments(entry: CommandEntry): Generator<Sighting> {
  const { client, command } = entry;
  const program = programName(command.command.trim());
  // A text instead of a list has its own finding.
  if (!launchers.has(program) || listOf(entry) === undefined) return;
  const [first] = command.args;
  if (first === program) {
    const removed = mayFix(entry) ? removeArguments(entry, 0, 1) : undefined;
    yield {
      entry,
      ...spanOf(entry, 0),
      detail: 'again',
      severity: startSeverity(entry, 'warning'),
      message: `The first argument of "${entry.entry.name}" is "${program}" again: ${client.name} starts ${program} with it, which then reads it as the package to run.`,
      hint: `Remove "${program}" from the arguments.`,
      fix: removed === undefined ? undefined : { kind: 'confirm', says: `remove the second "${program}"`, edit: removed.edit },
    };
  }
  const start = first === program ? 1 : 0;
  for (const [i, word] of command.args.slice(start).entries()) {
    // Arguments after the package belong to the server.
    if (!word.startsWith('-')) return;
    if (!/^--?[A-Za-z][\w-]*\s+\S/.test(word) || /^(-c|--call)\s/.test(word)) continue;
    const index = start + i;
    const edit = mayFix(entry) ? splitArgument(entry, index, word) : undefined;
    yield {
      entry,
      ...spanOf(entry, index),
      detail: `argument ${index + 1}`,
      severity: startSeverity(entry, 'warning'),
      message: `Argument ${index + 1} of "${entry.entry.name}" holds several words: ${program} reads "${maskText(word)}" as one argument.`,
      hint: 'Write each word as a separate item of the list.',
      fix: edit === undefined ? undefined : { kind: 'confirm', says: `split it into ${words(word).length} arguments`, edit },
    };
    return;
  }
}

function words(text: string): readonly string[] {
  return shellWords(text, 'as it is') ?? [];
}

/** Only in a list in brackets, where each item is between commas. */
function splitArgument(entry: CommandEntry, index: number, word: string): Edit | undefined {
  const { file } = entry;
  const node = argumentNode(entry, index);
  const list = listOf(entry);
  const isInBrackets = list !== undefined && file.text?.[list.start] === '[';
  const isWritten = node?.kind === 'scalar' && node.value === word;
  if (
    node === undefined ||
    !isInBrackets ||
    !isWritten ||
    hasUnfilledVariables(word) ||
    /[|&;<>()`*?\n]/.test(word) ||
    words(word).length < 2
  )
    return undefined;
  const text = words(word)
    .map((one) => JSON.stringify(one))
    .join(', ');
  return { kind: 'splices', path: file.path, splices: [{ start: node.start, end: node.end, text }] };
}

/** The list that holds the arguments. */
function listOf({ entry, file }: CommandEntry): Node | undefined {
  const { command, commandIs } = file.reading.entry.stdio;
  const list = findMember(serverFields({ entry }), commandIs === 'list' ? command : 'args')?.value;
  return list?.kind === 'list' ? list : undefined;
}

function spanOf(entry: CommandEntry, index: number): Pick<Sighting, 'span'> {
  const span = argumentNode(entry, index);
  return span === undefined ? {} : { span };
}

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
