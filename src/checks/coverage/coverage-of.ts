import { readCoverage, type WorkspaceCoverage } from '../../coverage/index.ts';
import type { LayerContext } from '../mode.ts';
import type { Scope } from '../scope.ts';
import { removeMade, type RunTests, runTestsWithCoverage } from './run-tests.ts';

/** What the reports say, and what was run to make them. */
export interface CoverageOfCheck extends WorkspaceCoverage {
  readonly said: RunTests['said'];
}

const read = new WeakMap<LayerContext, Promise<CoverageOfCheck>>();

/**
 * What the reports of the workspace say, read once for all layers of a check. Where tests may be run, they are, and their report is read.
 * @throws SnapError for a report that the settings name outside of the workspace.
 */
export async function coverageOf(scope: Scope, context: LayerContext): Promise<CoverageOfCheck> {
  const known = read.get(context);
  if (known !== undefined) return known;
  const reading = readNow(scope, context);
  read.set(context, reading);
  return reading;
}

async function readNow({ tests }: Scope, context: LayerContext): Promise<CoverageOfCheck> {
  const { files, signal, system, workbench } = context;
  const { settings, workspace } = await workbench();
  const { made, said } = tests ? await runTestsWithCoverage(context) : { made: [], said: [] };
  try {
    const coverage = await readCoverage({ system, workspace, files: await files(), named: settings.goals.coverage?.report, made, signal });
    return { ...coverage, said };
  } finally {
    await removeMade(context, made);
  }
}
