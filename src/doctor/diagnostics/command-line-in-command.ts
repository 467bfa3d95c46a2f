import { findMember, maskText } from '../../clients/index.ts';
import { defineDiagnostic } from '../diagnostic.ts';
import { commandNode } from '../edit.ts';
import { commandLine, firstWordPath } from '../judging/command-line.ts';
import { commandEntries, weighStart, worksInClient, type CommandEntry } from '../judging/commands.ts';
import { startWith } from '../judging/start-with.ts';

/** No shell takes the text apart: the client looks for one program with spaces in its name. */
export default defineDiagnostic({
  id: 'command-line-in-command',
  severity: 'error',
  summary: 'The command of an entry holds a whole command line instead of a program.',
  *looks(setup) {
    for (const entry of commandEntries(setup)) yield* firstWordPath(entry);
  },
  *detect(setup) {
    for (const entry of commandEntries(setup)) {
      const line = commandLine(entry, setup);
      // A text where a list was meant is a fault of its own.
      if (line === undefined || worksInClient(entry) || isTextForList(entry)) continue;
      const span = commandNode(entry);
      const form = entry.file.reading.entry.stdio;
      const where = form.commandIs === 'list' ? `words of their own in "${form.command}"` : 'words of their own in "args"';
      yield {
        entry,
        severity: weighStart(entry, 'error'),
        message: `${entry.client.name} cannot start "${entry.entry.name}": it takes "${maskText(entry.command.command)}" for the name of one program.`,
        hint:
          line.split === undefined
            ? `Only a shell understands this line. Write the program alone, with its arguments as ${where}, or put the line into a script.`
            : `Write "${line.program}" alone, and its arguments as ${where}.`,
        ...(span === undefined ? {} : { span }),
        ...(line.split === undefined
          ? {}
          : {
              fix: {
                kind: line.split === 'plain' ? 'safe' : 'confirm',
                says: `keep "${line.program}" as the program and make ${line.args.length === 1 ? 'an argument' : `${line.args.length} arguments`} of the rest`,
                edit: startWith(entry, { command: line.program, before: line.args }),
              },
            }),
      };
    }
  },
});

function isTextForList({ entry, file }: CommandEntry): boolean {
  const { command, commandIs } = file.reading.entry.stdio;
  return commandIs === 'list' && findMember(entry.fields, command)?.value.kind !== 'list';
}
