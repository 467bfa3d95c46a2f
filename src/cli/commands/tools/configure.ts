import type { DaemonAddress } from '../../../changes/index.ts';
import { entryChooser } from '../../../changes/index.ts';
import { daemonAddress, daemonDesk, wantHttp } from '../../../daemon/local/index.ts';
import { SnapError } from '../../../system/index.ts';
import { findWorkspace } from '../../../workspace/index.ts';
import { exit } from '../../exit.ts';
import type { Command, Invocation, Options } from '../../command.ts';
import { forceOption, scopeOf, targetOptions, writeOptions } from '../../options/selection.ts';
import { writeRequest } from '../../write-entries.ts';

/** The options of snap's own entry. */
export const entryOptions = {
  transport: {
    type: 'string',
    value: 'stdio|http|sse',
    help: 'How the assistant reaches snap: a server of its own (stdio, the default), or the daemon by its address',
  },
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
    const code = await writeRequest(invocation, async ({ facts }) => ({
      action: 'set',
      name,
      scope: scopeOf(invocation.values.text('scope')),
      force: invocation.values.flag('force'),
      choose: choose(facts.workspace),
    }));
    const { values } = invocation;
    const isWritten = code === exit.fine && !values.flag('dry-run') && !values.flag('check');
    if (isWritten && transportOf(values.text('transport')) !== 'stdio')
      await wantHttp(invocation, await findWorkspace(invocation.system, values.text('workspace')));
    return code;
  },
} satisfies Command;

/** Checks the options of snap's own entry once. The returned function chooses the entry for each client and place. */
export async function snapChoice(invocation: Invocation) {
  const { values, system, program } = invocation;
  const surface = surfaceOf(values.text('surface'));
  const transport = transportOf(values.text('transport'));
  const daemon = transport === 'stdio' ? undefined : await addressWithToken(invocation, transport);
  return entryChooser(system, { program, surface, daemon, isWorkspaceNamed: values.text('workspace') !== undefined });
}

/** With the token that is valid at that address now. */
async function addressWithToken(invocation: Invocation, transport: DaemonAddress['transport']): Promise<DaemonAddress> {
  const { system } = invocation;
  const [address, { provenToken }] = await Promise.all([daemonAddress(system, transport), import('../../../daemon/start/index.ts')]);
  const proven = await provenToken(system, await daemonDesk(invocation));
  return { ...address, token: proven.kind === 'valid' && proven.port === address.port ? proven.token : undefined };
}

function surfaceOf(text: string | undefined): 'default' | 'full' {
  if (text === undefined || text === 'default' || text === 'minimal') return 'default';
  if (text === 'full') return 'full';
  throw new SnapError('usage', `--surface ${text}: no such surface.`, { hint: 'Surfaces: default, full.' });
}

function transportOf(text: string | undefined): 'stdio' | DaemonAddress['transport'] {
  if (text === undefined || text === 'stdio') return 'stdio';
  if (text === 'http' || text === 'sse') return text;
  throw new SnapError('usage', `--transport ${text}: no such transport.`, { hint: 'Transports: stdio, http, sse.' });
}
