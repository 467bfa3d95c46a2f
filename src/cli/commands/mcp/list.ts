import { namesHint } from '../../../changes/index.ts';
import { askServers, type EntryFacts } from '../../../doctor/index.ts';
import { SnapError } from '../../../system/index.ts';
import type { Invocation, Values } from '../../command.ts';
import type { ExitCode } from '../../exit.ts';
import { answer } from '../../print-answer.ts';
import { callsWithProgress, checkupOptionsOf } from '../../options/checkup-options.ts';
import { scopeOf } from '../../options/selection.ts';
import { serverListDocument } from '../../reports/server-list.ts';
import { serverListText } from '../../reports/server-list-text.ts';
import { plain } from '../../terminal/style.ts';

/** `snap mcp scan --by server`: each server with the assistants that have it. */
export async function listServers(invocation: Invocation): Promise<ExitCode> {
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
  return answer(invocation, serverListDocument(setup, askedOf(values)), () =>
    serverListText(setup, { style: ui.style, home: system.home }),
  );
}

function askedOf(values: Values): 'none' | 'own' | 'all' {
  return values.flag('probe') ? 'all' : values.flag('no-probe') ? 'none' : 'own';
}

/** A misspelt name would say that there is nothing. */
function requireKnown(wanted: readonly string[], names: ReadonlySet<string>): void {
  const unknown = wanted.find((name) => !names.has(name));
  if (unknown === undefined) return;
  throw new SnapError('refused', `No server is called "${plain(unknown)}" there.`, { hint: namesHint(unknown, [...names].toSorted()) });
}
