import { readSettings } from '../settings/index.ts';
import type { System } from '../system/index.ts';
import type { Command, CommandEntry, Invocation } from './command.ts';
import { findCommand, spelledOut } from './spelled-out.ts';
import { unknownCommand } from './did-you-mean.ts';
import { commandHelp, familyHelp, generalHelp, helpColumns } from './help.ts';
import { twoColumns } from './terminal/wrap.ts';

/**
 * Prints the help for these words: of all commands without any, of one command, or of those that begin with a word.
 * @throws SnapError `usage` when there is no such command.
 */
export async function printHelp(
  words: readonly string[],
  { ui, program, system, commands }: Pick<Invocation, 'ui' | 'program' | 'system' | 'commands'>,
): Promise<void> {
  const columns = helpColumns(ui.width);
  if (words.length === 0) {
    ui.print(generalHelp(program.version, commands, { columns, hasBackend: await hasBackend(system) }));
    return;
  }
  if (words[0] === 'environment') {
    ui.print(environmentHelp(columns));
    return;
  }
  const spelled = spelledOut(words, commands);
  // An earlier spelling may stand for options too, which are no part of a name.
  const name = (spelled === words ? undefined : findCommand(spelled, commands)?.name) ?? words.join(' ');
  const own: Command | undefined = await commands.find((command) => command.name === name)?.load();
  const family: readonly CommandEntry[] = commands.filter((command) => command.isListed && command.name.startsWith(`${name} `));
  if (own === undefined && family.length === 0) throw unknownCommand(words, commands);
  ui.print(family.length === 0 && own !== undefined ? commandHelp(own, columns) : familyHelp(name, { own, family, columns }));
}

async function hasBackend(system: System): Promise<boolean> {
  const { settings } = await readSettings(system, undefined);
  return settings.backend.enabled !== false && (settings.backend.endpoint ?? system.env['SVC_API_URL'] ?? '') !== '';
}

/** The variables of the environment that snap reads. */
const variables: readonly (readonly [name: string, says: string])[] = [
  ['SNAP_DATA_DIR', "Keep everything of snap's own below this directory"],
  ['SNAP_DAEMON', '"off": neither start nor use the daemon'],
  ['SVC_SSE_PORT', 'The port on which the daemon listens for HTTP (8765)'],
  ['SVC_MCP_INTELLIGENCE_SURFACE', '"full": the server offers every tool, not seven'],
  ['SVC_API_URL, SVC_API_KEY', 'The backend, and a key for it'],
  ['SNAP_SHIM_TOKEN', 'The token that "snap mcp shim" sends to a server with --url'],
  ['NO_COLOR, FORCE_COLOR', 'No colours; colours also without a terminal'],
  ['PAGER', 'The program that shows long patches (less)'],
  ['BROWSER', 'The program that opens the page of "snap login"'],
];

function environmentHelp(columns: number): string {
  return ['Variables of the environment that snap reads:', '', ...twoColumns(variables, { columns, left: 28 })].join('\n');
}
