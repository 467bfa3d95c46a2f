import { join } from 'node:path';
import type { Sources } from '../advice/index.ts';
import { SnapError } from '../system/index.ts';
import { confine } from '../workspace/index.ts';
import type { Workbench } from './workbench.ts';

/** What advice is drawn from, of one workspace. */
export function adviceSources({ system, workspace, forecast, history, knowledge, tasks }: Workbench): Sources {
  return {
    history,
    knowledge,
    tasks,
    async has(path) {
      try {
        // The names come from records: one that leads out of the workspace is not there.
        const seen = await system.look(join(workspace.root, await confine(system, workspace, path)));
        return seen?.kind === 'file';
      } catch (error) {
        if (error instanceof SnapError) return false;
        throw error;
      }
    },
    forecast,
  };
}
