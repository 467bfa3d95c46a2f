import { loadFormat } from '../../../formats/index.ts';
import { readingOf, spellEntry, type Client } from '../../../clients/index.ts';
import { findWorkspace } from '../../../workspace/index.ts';
import { SnapError } from '../../../system/index.ts';
import { clientFlags, clientOptions, selectedClients } from '../../options/clients-option.ts';
import type { Command, Invocation } from '../../command.ts';
import { exit } from '../../exit.ts';
import { scopeOf } from '../../options/selection.ts';
import { entryOptions, snapChoice } from './configure.ts';

export default {
  name: 'tools print',
  summary: 'Print the entry for an assistant as it would be in its config file, for pasting by hand.',
  usage: '--claude | --cursor | … [--scope project|global]',
  options: {
    ...clientOptions,
    ...clientFlags,
    scope: { type: 'string', value: 'project|local|global', help: "Which of the assistant's files it is for" },
    workspace: { type: 'string', value: 'dir', help: 'The project (default: the one you are in)' },
    ...entryOptions,
  },
  examples: [['snap tools print --zed', "the entry for Zed's settings.json"]],
  async run(invocation) {
    const clients = selectedClients(invocation.values);
    if (clients.length === 0)
      throw new SnapError('usage', 'Name the assistant to print the entry for.', { hint: 'For example: snap tools print --claude' });
    const printed = [];
    for (const client of clients) printed.push(await printEntry(client, invocation));
    if (invocation.values.flag('json')) invocation.ui.json({ schemaVersion: 1, entries: printed });
    else for (const entry of printed) invocation.ui.printExact(entry.text);
    return exit.fine;
  },
} satisfies Command;

async function printEntry(client: Client, invocation: Invocation) {
  const { values, system, ui } = invocation;
  const workspace = await findWorkspace(system, values.text('workspace'));
  const places = client.files.filter((place) => place.write !== 'never');
  const scope = scopeOf(values.text('scope')) ?? (places.some((place) => place.scope === 'global') ? 'global' : 'project');
  const place =
    places.find((candidate) => candidate.scope === scope && candidate.write === 'create') ??
    places.find((candidate) => candidate.scope === scope);
  if (place === undefined) throw new SnapError('refused', `${client.name} has no ${scope} scope to print for.`);
  const name = values.text('name') ?? 'snap';
  if (name === '') throw new SnapError('usage', '--name needs a name.');
  const choice = (await snapChoice(invocation))(workspace)(client, place);
  if (choice.kind === 'refused') throw new SnapError('refused', choice.message, { hint: choice.hint });
  const where = { platform: system.platform, home: system.home, env: system.env, workspace: workspace.path };
  const reading = readingOf(client, place, where);
  const spelled = spellEntry(reading.entry, name, choice.server);
  if (spelled === undefined) throw new SnapError('refused', `${client.name} cannot start a server over stdio.`);
  const text = (await loadFormat(reading.format)).snippet(reading.layouts[0], name, spelled.fields).trimEnd();
  if (client.manualSteps !== undefined && !values.flag('json')) ui.warn(client.manualSteps);
  return { client: client.id, scope, format: reading.format, text };
}
