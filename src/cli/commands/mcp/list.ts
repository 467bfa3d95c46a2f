import { namesHint } from '../../../changes/index.ts';
import { askServers, type EntryFacts } from '../../../doctor/index.ts';
import { SnapError } from '../../../system/index.ts';
import type { Command, Values } from '../../command.ts';
import { exit } from '../../exit.ts';
import { callsWithProgress, checkupOptions, checkupOptionsOf } from '../../options/checkup-options.ts';
import { scopeOf, targetOptions } from '../../options/selection.ts';
import { serverListDocument } from '../../reports/server-list.ts';
import { serverListText } from '../../reports/server-list-text.ts';
import { plain } from '../../terminal/style.ts';

const { as: _, ...ownCheckupOptions } = checkupOptions;

export default {
  name: 'mcp list',
  summary: 'List the MCP servers of your assistants: which assistants have them, and whether they answer.',
  usage: '[<name>…] [--probe] [--client <id>…] [--scope <scope>] [--json]',
  details:
    'Entries of one name that start or call the same are listed once. Writes nothing. Only entries that run this installation of snap are asked whether they answer; --probe asks every server that is switched on.',
  options: {
    ...ownCheckupOptions,
    workspace: { ...ownCheckupOptions.workspace, help: 'The project whose files are read too (default: the one you are in)' },
    scope: { ...targetOptions.scope, help: 'Only the servers in these files (default: all)' },
  },
  words: { max: 64 },
  completes: 'servers',
  examples: [
    ['snap mcp list', 'every server, and which assistants have it'],
    ['snap mcp list --probe', 'start and call each one, as its assistants would'],
    ['snap mcp list github --probe', 'only this one'],
    ['snap mcp list --scope project --json', 'for a script (docs/schemas/list.json)'],
  ],
  async run(invocation) {
    const { positionals, system, ui, values } = invocation;
    const options = await checkupOptionsOf(invocation);
    const scope = scopeOf(values.text('scope'));
    const names = new Set<string>();
    const isWanted = ({ entry, file }: EntryFacts): boolean => {
      if (scope !== undefined && file.scope !== scope) return false;
      names.add(entry.name);
      return positionals.length === 0 || positionals.includes(entry.name);
    };
    const setup = await callsWithProgress(invocation, options, (asked) => askServers(system, asked, isWanted));
    requireKnown(positionals, names);
    if (values.flag('json')) ui.json(serverListDocument(setup, askedOf(values)));
    else ui.print(serverListText(setup, { style: ui.style, width: ui.width, home: system.home }));
    return exit.fine;
  },
} satisfies Command;

function askedOf(values: Values): 'none' | 'own' | 'all' {
  return values.flag('probe') ? 'all' : values.flag('no-probe') ? 'none' : 'own';
}

/** A misspelt name would say that there is nothing. */
function requireKnown(wanted: readonly string[], names: ReadonlySet<string>): void {
  const unknown = wanted.find((name) => !names.has(name));
  if (unknown === undefined) return;
  throw new SnapError('refused', `No server is called "${plain(unknown)}" there.`, { hint: namesHint(unknown, [...names].toSorted()) });
}
