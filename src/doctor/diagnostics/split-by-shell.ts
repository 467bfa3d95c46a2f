import { defineDiagnostic } from '../diagnostic.ts';
import { argumentNode, commandNode } from '../edit.ts';
import { commandEntries, startSeverity, worksInClient } from '../judging/programs/command-entries.ts';

/** Characters at which a shell splits a text or which it replaces. `$` and `~` are meant where they are written. */
const special = /[\s"'`\\;&|<>()*?#!]/;

/** Some assistants join the program and its arguments into one line without quotes and give that to a shell. */
export default defineDiagnostic({
  id: 'split-by-shell',
  severity: 'warning',
  summary: 'The assistant gives the command to a shell as one line without quotes, and the shell splits or changes one of its words.',
  restsOn: ['start'],
  *detect(setup) {
    if (setup.facts.platform === 'win32') return;
    for (const entry of commandEntries(setup)) {
      const { client, command, entry: own } = entry;
      if (client.startsBy !== 'unquoted-line' || worksInClient(entry)) continue;
      const words = [command.command, ...command.args];
      const index = words.findIndex((word) => special.test(word) && !isQuoted(word));
      if (index === -1) continue;
      const name = index === 0 ? 'The command' : `Argument ${index}`;
      yield {
        entry,
        span: index === 0 ? commandNode(entry) : argumentNode(entry, index - 1),
        severity: startSeverity(entry, 'warning'),
        message: `${name} of "${own.name}" has ${/\s/.test(words[index] ?? '') ? 'a space' : 'a character that a shell interprets'}: ${client.name} joins the command and its arguments into one line without quotes, which a shell then splits.`,
        hint: 'Put the text into single quotes inside the double quotes: "\'two words\'".',
      };
    }
  },
});

/** Already written for a shell. */
function isQuoted(word: string): boolean {
  return /^'[^']*'$/.test(word) || /^"[^"$`\\]*"$/.test(word);
}
