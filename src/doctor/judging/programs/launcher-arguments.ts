import { findMember, type Node } from '../../../formats/index.ts';
import type { Sighting } from '../../diagnostic.ts';
import { argumentNode, serverFields, type Edit } from '../../edit.ts';
import { programName } from '../../../machine/index.ts';
import { removeArguments } from './remove-arguments.ts';
import { splitWords } from './command-line.ts';
import { hasUnfilledVariables, startSeverity, type CommandEntry } from './command-entries.ts';
import { mayFix } from '../entries/fields.ts';
import { maskText } from '../../../secrets/index.ts';

/** Programs that fetch a package and start it: their own flags come first, then the package. */
const launchers = new Set(['npx', 'bunx', 'pnpx', 'uvx']);

/** Words of a command line that stand in the arguments where a launcher does not take them. */
export function* inArguments(entry: CommandEntry): Generator<Sighting> {
  const { client, command } = entry;
  const program = programName(command.command.trim());
  // A text where a list was meant is a fault of its own.
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
    // What comes behind the package is the server's own business.
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
  return splitWords(text) ?? [];
}

/** In a list in brackets, where each word stands between commas; another list is left as it is. */
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

/** The list in which the arguments stand. */
function listOf({ entry, file }: CommandEntry): Node | undefined {
  const { command, commandIs } = file.reading.entry.stdio;
  const list = findMember(serverFields({ entry }), commandIs === 'list' ? command : 'args')?.value;
  return list?.kind === 'list' ? list : undefined;
}

function spanOf(entry: CommandEntry, index: number): Pick<Sighting, 'span'> {
  const span = argumentNode(entry, index);
  return span === undefined ? {} : { span };
}
