import { readCoverage, type WorkspaceCoverage } from '../../coverage/index.ts';
import type { LayerContext } from '../mode.ts';

const read = new WeakMap<LayerContext, Promise<WorkspaceCoverage>>();

/** What the reports of the workspace say, read once for all layers of a check. @throws SnapError for a report that the settings name outside of the workspace. */
export async function coverageOf(context: LayerContext): Promise<WorkspaceCoverage> {
  const known = read.get(context);
  if (known !== undefined) return known;
  const reading = readNow(context);
  read.set(context, reading);
  return reading;
}

async function readNow({ files, signal, system, workbench }: LayerContext): Promise<WorkspaceCoverage> {
  const { settings, workspace } = await workbench();
  return readCoverage({ system, workspace, files: await files(), named: settings.goals.coverage?.report, signal });
}
