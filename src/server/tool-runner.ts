import { openConnection, type Workbench } from '../workbench/index.ts';
import { requireTool, shownWord } from './client-words.ts';
import { callTool } from './dispatch.ts';
import type { ListedTool } from './handshake.ts';
import type { Tool } from './tool.ts';
import type { RunnerOptions, ToolRunner } from './tool-set.ts';

/** How the tools are had that run in this process. */
export interface LocalTools {
  readonly listed: readonly ListedTool[];
  /** Loads one of them, not the others. */
  load(name: string): Promise<Tool>;
  /** Opens the workspace at `root`, a real path, for the client of that name. */
  open(root: string, client: string | undefined): Promise<Workbench>;
}

/** Runs tools in this process, in the workspace of the client. */
export async function runHere(
  { listed, load, open }: LocalTools,
  { system: known, about, namedWorkspace, isFull, limits, log, client, roots }: RunnerOptions,
): Promise<ToolRunner> {
  const system = await known();
  const shown = (): string | undefined => shownWord(client());
  const connection = openConnection({ system, namedWorkspace, roots, open: (root) => open(root, shown()) });
  let calls = 0;
  return {
    async call({ params, signal, notify }) {
      const { name } = requireTool(listed, params?.['name'], isFull);
      calls += 1;
      return callTool(
        load,
        { name, input: params?.['arguments'], isFull, signal, notify, limits },
        {
          system,
          about,
          server: { calls, surface: isFull ? 'full' : 'default' },
          namedWorkspace,
          client: shown(),
          workbench: () => connection.workbench(),
          log,
        },
      );
    },
    rootsChanged: () => connection.rootsChanged(),
    close: () => connection.close(),
  };
}
