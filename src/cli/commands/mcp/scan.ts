import { interruptedMessages } from '../../../changes/journal/journal-index.ts';
import { oneView, probe, readDecisions } from '../../../machine/index.ts';
import { SnapError } from '../../../system/index.ts';
import { findWorkspace } from '../../../workspace/index.ts';
import type { Command, Invocation } from '../../command.ts';
import { exit, type ExitCode } from '../../exit.ts';
import { clientFlags, clientOptions, selectedClients } from '../../options/clients-option.ts';
import { scanReport } from '../../reports/scan-report.ts';
import { scanText } from '../../reports/scan-text.ts';
import { plain } from '../../terminal/style.ts';

/** What only the list of servers takes: asking them. */
const serverOptions = {
  probe: { type: 'boolean', help: 'With --by server: start and call every server that is switched on, which runs its code' },
  'probe-project': { type: 'boolean', help: 'With --probe: start programs that lie in this project too, without asking' },
  'no-probe': { type: 'boolean', help: 'With --by server: start nothing (default: only entries that run this installation of snap)' },
  timeout: { type: 'string', value: 'seconds', help: 'With --probe: how long a server may take to answer (default: 10)' },
  scope: { type: 'string', part: 'where', value: 'project|local|global', help: 'With --by server: only the servers in these files' },
} as const;

export default {
  name: 'mcp scan',
  summary: 'Show every assistant on this machine, its config files, and the MCP servers in them.',
  usage: '[--by assistant|server [<name>…] [--probe]] [--cursor --codex … | --client <id>…] [--workspace <dir>] [--all] [--json]',
  details:
    'Reads only: nothing is written and no server is started. Values of environment variables and headers are never printed.\nWith --by server each server is listed once, with the assistants that have it and whether it answers; entries of one name that start or call the same are one. Then entries that run this installation of snap are asked, and with --probe all.',
  options: {
    by: {
      type: 'string',
      value: 'assistant|server',
      help: 'List assistants with their servers (default), or servers with their assistants',
    },
    ...serverOptions,
    ...clientOptions,
    ...clientFlags,
    workspace: { type: 'string', part: 'where', value: 'dir', help: 'The project whose files are read too (default: the one you are in)' },
    all: { type: 'boolean', part: 'where', help: 'Also show assistants that are not installed' },
  },
  words: { max: 64 },
  completes: 'servers',
  examples: [
    ['snap mcp scan', 'every assistant that is installed or configured'],
    ['snap mcp scan --client cursor --client vscode', 'only these two'],
    ['snap mcp scan --by server --probe', 'every server: which assistants have it, and whether it answers'],
    ['snap mcp scan --by server github --probe', 'only this one'],
    ['snap mcp scan --json', 'for a script (docs/schemas/scan.json, list.json)'],
  ],
  async run(invocation) {
    const { positionals, values } = invocation;
    const by = values.text('by') ?? 'assistant';
    if (by === 'server') return (await import('../judging.ts')).listServers(invocation);
    if (by !== 'assistant') throw new SnapError('usage', `--by ${plain(by)}: expected assistant or server.`);
    const [foreign] = Object.entries(serverOptions).flatMap(([name, { type }]) =>
      (type === 'boolean' ? values.flag(name) : values.text(name) !== undefined) ? [`--${name}`] : [],
    );
    if (foreign !== undefined)
      throw new SnapError('usage', `${foreign} needs "--by server".`, { hint: 'As in: snap mcp scan --by server --probe' });
    const [word] = positionals;
    if (word !== undefined)
      throw new SnapError('usage', `Unexpected argument "${plain(word).slice(0, 60)}".`, {
        hint: 'Names of servers follow "--by server"; an assistant is named by its flag, such as --cursor.',
      });
    return scanAssistants(invocation);
  },
} satisfies Command;

async function scanAssistants(invocation: Invocation): Promise<ExitCode> {
  const { values, system, ui } = invocation;
  const clients = selectedClients(values);
  const workspace = await findWorkspace(system, values.text('workspace'));
  const view = oneView(system);
  const facts = await probe(view, { workspace, clients: clients.length === 0 ? undefined : clients });
  const report = scanReport(facts, await readDecisions(view, facts), await interruptedMessages(system));
  if (values.flag('json')) ui.json(report);
  else ui.print(scanText(report, ui.style, { home: system.home, showAll: values.flag('all') || clients.length > 0 }));
  return exit.fine;
}
