import type { About, Setup } from '../diagnostic.ts';
import { defineStartDiagnostic, commandEntries, worksInClient, type CommandEntry } from '../judging/programs/command-entries.ts';
import { findMember } from '../../formats/index.ts';
import { commandNode } from '../edit.ts';
import { commandLine, programPlaces } from '../judging/programs/program-search.ts';
import { inArguments } from '../judging/programs/launcher-arguments.ts';
import { startWith } from '../judging/programs/start-with.ts';
import { maskText } from '../../secrets/index.ts';

/** No shell splits the text: the client searches for one program with spaces in its name. */
export default defineStartDiagnostic({
  id: 'command-line-in-command',
  severity: 'error',
  summary: 'The command of an entry holds a whole command line instead of a program.',
  restsOn: ['entry'],
  *looks(setup) {
    for (const entry of commandEntries(setup)) yield* programPlaces(entry, setup);
  },
  *judge(entry, setup) {
    const line = commandLine(entry, setup);
    // A text instead of a list has its own finding.
    if (worksInClient(entry) || isTextForList(entry) || isSplitAnyway(entry)) return;
    yield* inArguments(entry);
    if (line === undefined) return;
    if (line.isTrimmed === true) {
      yield trimmed(entry, line.program, setup);
      return;
    }
    const span = commandNode(entry);
    const form = entry.file.reading.entry.stdio;
    const where = form.commandIs === 'list' ? `separate items of "${form.command}"` : 'separate items of "args"';
    yield {
      message: `${entry.client.name} cannot start "${entry.entry.name}": it reads "${maskText(entry.command.command)}" as the name of one program.`,
      hint:
        line.split === undefined
          ? `Only a shell can run this line. Write only the program, with its arguments as ${where}, or move the line into a script.`
          : `Write only "${line.program}" here, and its arguments as ${where}.`,
      span,
      fix:
        line.split === undefined
          ? undefined
          : {
              kind: line.split === 'plain' ? 'safe' : 'confirm',
              says: `keep "${line.program}" as the program and write the rest as ${line.args.length === 1 ? 'an argument' : `${line.args.length} arguments`}`,
              edit: startWith(entry, { command: line.program, before: line.args }),
            },
    };
  },
});

function trimmed(entry: CommandEntry, program: string, { facts }: Setup): About {
  // On Windows a client may start servers through cmd, which removes both.
  const isSure = facts.platform !== 'win32';
  const span = commandNode(entry);
  const what = /^["']/.test(entry.command.command.trim()) ? 'quotes' : 'white space';
  return {
    severity: isSure ? 'error' : 'warning',
    message: `${entry.client.name} ${isSure ? 'cannot' : 'may not'} start "${entry.entry.name}": there ${what === 'quotes' ? 'are' : 'is'} ${what} around "${maskText(program)}", which ${what === 'quotes' ? 'are' : 'is'} read as part of the name.`,
    hint: `Write only "${maskText(program)}".`,
    span,
    fix: {
      kind: isSure ? 'safe' : 'confirm',
      says: `remove the ${what} around "${maskText(program)}"`,
      edit: startWith(entry, { command: program }),
    },
  };
}

/** The client splits it as a shell does. */
function isSplitAnyway({ file }: CommandEntry): boolean {
  return file.reading.entry.stdio.splits !== undefined;
}

function isTextForList({ entry, file }: CommandEntry): boolean {
  const { command, commandIs } = file.reading.entry.stdio;
  return commandIs === 'list' && findMember(entry.fields, command)?.value.kind !== 'list';
}
