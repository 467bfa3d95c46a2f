import { interruptedMessages } from '../../../changes/index.ts';
import { oneView, probe, readDecisions } from '../../../machine/index.ts';
import { findWorkspace } from '../../../workspace/index.ts';
import { clientFlags, clientOptions, selectedClients } from '../../options/clients-option.ts';
import type { Command } from '../../command.ts';
import { exit } from '../../exit.ts';
import { scanReport } from '../../reports/scan-report.ts';
import { scanText } from '../../reports/scan-text.ts';

export default {
  name: 'mcp scan',
  summary: 'Show every assistant on this machine, its config files, and the MCP servers in them.',
  usage: '[--cursor --codex … | --client <id>…] [--workspace <dir>] [--all] [--json]',
  details: 'Reads only: nothing is written and no server is started. Values of environment variables and headers are never printed.',
  options: {
    ...clientOptions,
    ...clientFlags,
    workspace: { type: 'string', part: 'where', value: 'dir', help: 'The project whose files are read too (default: the one you are in)' },
    all: { type: 'boolean', part: 'where', help: 'Also show assistants that are not installed' },
  },
  examples: [
    ['snap mcp scan', 'every assistant that is installed or configured'],
    ['snap mcp scan --client cursor --client vscode', 'only these two'],
    ['snap mcp scan --json', 'for a script (docs/schemas/scan.json)'],
  ],
  async run({ values, system, ui }) {
    const clients = selectedClients(values);
    const workspace = await findWorkspace(system, values.text('workspace'));
    const view = oneView(system);
    const facts = await probe(view, { workspace, clients: clients.length === 0 ? undefined : clients });
    const report = scanReport(facts, await readDecisions(view, facts), await interruptedMessages(system));
    if (values.flag('json')) ui.json(report);
    else ui.print(scanText(report, ui.style, { home: system.home, showAll: values.flag('all') || clients.length > 0 }));
    return exit.fine;
  },
} satisfies Command;
