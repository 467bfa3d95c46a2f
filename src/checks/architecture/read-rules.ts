import { nativePackage, type JobWork } from '../../system/index.ts';
import { nodeSystem } from '../../system/node.ts';
import { readRuleSources, type RuleSources } from './read-sources.ts';

export interface ReadRulesInput {
  readonly root: string;
  /** Every file of the workspace, from its root. */
  readonly files: readonly string[];
}

/** The job `checks/read-import-rules`: what the project's own configuration says about imports. */
export default (async ({ root, files }) => {
  const { parseSync } = await nativePackage('oxc-parser', async () => import('oxc-parser'));
  const parse = (name: string, text: string): unknown => parseSync(name, text).program;
  return readRuleSources({ system: nodeSystem(), root, files, parse });
}) satisfies JobWork<ReadRulesInput, RuleSources>;
