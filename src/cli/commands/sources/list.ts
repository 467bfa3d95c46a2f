import { readSettings } from '../../../settings/index.ts';
import { openSources, type SourceState } from '../../../sources/index.ts';
import type { Command } from '../../command.ts';
import { workspaceOption } from '../../desk.ts';
import { answer } from '../../print-answer.ts';
import { placeOf, whatItIs } from './candidates.ts';
import { plain, type Style } from '../../terminal/style.ts';

export default {
  name: 'sources list',
  summary: 'List the MCP servers that snap asks or could ask, and whether they answer.',
  usage: '[--no-probe] [--json]',
  details:
    'Starts or calls the connected ones, to see whether they answer; --no-probe starts nothing. Servers that are neither connected nor look like a code host, an error tracker or a documentation source are left out.',
  options: {
    'no-probe': { type: 'boolean', help: 'Start and call nothing' },
    ...workspaceOption,
  },
  examples: [
    ['snap sources list', 'what is connected, and what could be'],
    ['snap sources list --no-probe --json', 'for a script (docs/schemas/intelligence-list.json)'],
  ],
  async run(invocation) {
    const { system, ui, values } = invocation;
    const place = await placeOf(invocation);
    const { settings } = await readSettings(system, place);
    const sources = openSources(system, place, settings.sources);
    try {
      const states = values.flag('no-probe') ? await sources.list() : await sources.check();
      const servers = states.map((state) => ({ ...state, kind: state.kind ?? null, why: state.why ?? null }));
      return answer(invocation, { servers }, () =>
        states.length === 0
          ? 'No assistant has a server that snap could ask. "snap mcp add" adds one: docs/sources.md says which.'
          : states.map((state) => textOf(state, ui.style)),
      );
    } finally {
      await sources.close();
    }
  },
} satisfies Command;

function textOf(state: SourceState, style: Style): string {
  const { sign } = style;
  const words: Readonly<Record<SourceState['state'], string>> = {
    connected: `${sign.good} connected`,
    failing: `${sign.bad} failing`,
    changed: `${sign.warn} changed`,
    'not connected': '  not connected',
  };
  const file = `${state.client}, ${plain(state.from)}${state.scope === 'project' ? ', of the project' : ''}`;
  const next = state.state === 'not connected' ? `snap sources connect ${plain(state.name)}` : state.why;
  return [
    `${words[state.state]}  ${style.bold(plain(state.name))}: ${whatItIs(state)} (${file})`,
    `      ${plain(state.runs)}`,
    ...(next === undefined ? [] : [`      ${plain(next)}`]),
  ].join('\n');
}
