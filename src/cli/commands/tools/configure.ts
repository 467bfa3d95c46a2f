import { clients, type Client, type ConfigPlace } from '../../../clients/index.ts';
import { clientPath, findProgram, type Workspace } from '../../../machine/index.ts';
import { stableNode, snapEntry } from '../../../changes/index.ts';
import { SnapError } from '../../../system/index.ts';
import type { Command, Invocation, Options } from '../../command.ts';
import { forceOption, scopeOf, targetOptions, writeOptions } from '../../options/selection.ts';
import { writeRequest } from '../../write-entries.ts';

/** The options of snap's own entry. */
export const entryOptions = {
  transport: { type: 'string', value: 'stdio|sse', help: 'How the assistant reaches the server (default: stdio)' },
  surface: { type: 'string', value: 'default|full', help: 'Which tools the server offers' },
  name: { type: 'string', value: 'name', help: 'The name of the entry (default: snap)' },
} as const satisfies Options;

export default {
  name: 'tools configure',
  summary: 'Add snap to the configuration of the assistants you name.',
  usage: '[--claude --cursor --vscode … | --all | --detected] [options]',
  details:
    'Only the entry is written; everything else in the file stays as it is. Every change can be undone with "snap mcp undo".\nWithout a name, snap configures every assistant found on this machine, and asks first.',
  options: { ...targetOptions, ...entryOptions, ...forceOption, ...writeOptions },
  examples: [
    ['snap tools configure --claude', 'add snap to Claude Desktop, for the project you are in'],
    ['snap tools configure --cursor --vscode --scope project', 'for everyone who works on this project'],
    ['snap tools configure --detected --dry-run', 'see what would be written everywhere'],
  ],
  async run(invocation) {
    const choose = await snapChoice(invocation);
    const name = invocation.values.text('name') ?? 'snap';
    return writeRequest(invocation, async ({ facts }) => ({
      action: 'set',
      name,
      scope: scopeOf(invocation.values.text('scope')),
      force: invocation.values.flag('force'),
      choose: choose(facts.workspace),
    }));
  },
} satisfies Command;

/** Checks the options of snap's own entry once. The returned function chooses the entry for each client and place. */
export async function snapChoice({ values, system, program }: Invocation) {
  const surface = surfaceOf(values.text('surface'));
  requireStdio(values.text('transport'));
  const node = await stableNode(system, program.node);
  const findable = new Set<string>();
  for (const client of clients)
    if ((await findProgram(system, 'snap-mcp', clientPath(client, system))) !== undefined) findable.add(client.id);
  const options = { program: { node, file: program.file }, surface, isOnPath: (client: Client) => findable.has(client.id) };
  const isWorkspaceNamed = values.text('workspace') !== undefined;
  return (workspace: Workspace) => (client: Client, place: ConfigPlace) =>
    snapEntry(client, place, { ...options, workspace, isWorkspaceNamed });
}

function surfaceOf(text: string | undefined): 'default' | 'full' {
  if (text === undefined || text === 'default' || text === 'minimal') return 'default';
  if (text === 'full') return 'full';
  throw new SnapError('usage', `--surface ${text}: no such surface.`, { hint: 'Surfaces: default, full.' });
}

function requireStdio(text: string | undefined): void {
  if (text === undefined || text === 'stdio') return;
  if (text === 'sse') {
    throw new SnapError('refused', 'The transport sse needs the snap daemon, which this version does not have yet.', {
      hint: 'Leave out --transport: stdio works everywhere.',
    });
  }
  throw new SnapError('usage', `--transport ${text}: no such transport.`, { hint: 'Transports: stdio, sse.' });
}
