import type { Command, CommandEntry, Invocation } from './command.ts';
import { unknownCommand } from './did-you-mean.ts';
import { commandHelp, familyHelp, generalHelp, helpColumns } from './help.ts';

/**
 * Prints the help for these words: of all commands without any, of one command, or of those that begin with a word.
 * @throws SnapError `usage` when there is no such command.
 */
export async function printHelp(
  words: readonly string[],
  { ui, program, commands }: Pick<Invocation, 'ui' | 'program' | 'commands'>,
): Promise<void> {
  const columns = helpColumns(ui.width);
  if (words.length === 0) {
    ui.print(generalHelp(program.version, commands, columns));
    return;
  }
  const name = words.join(' ');
  const own: Command | undefined = await commands.find((command) => command.name === name)?.load();
  const family: readonly CommandEntry[] = commands.filter((command) => command.name.startsWith(`${name} `));
  if (own === undefined && family.length === 0) throw unknownCommand(words, commands);
  ui.print(family.length === 0 && own !== undefined ? commandHelp(own, columns) : familyHelp(name, { own, family, columns }));
}
