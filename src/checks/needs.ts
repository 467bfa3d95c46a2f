import type { LayerContext, Need } from './mode.ts';

/** Why a layer cannot run here: the first need that is missing, in words. */
export async function missingNeed(needs: readonly Need[], context: LayerContext): Promise<string | undefined> {
  for (const need of needs) {
    const missing = await missingOf[need](context);
    if (missing !== undefined) return missing;
  }
  return undefined;
}

const missingOf: Readonly<Record<Need, (context: LayerContext) => Promise<string | undefined>>> = {
  async files({ files }) {
    return (await files()).length === 0 ? 'the workspace has no files to examine' : undefined;
  },
  async git({ workbench, signal }) {
    return (await (await workbench()).history.changed(signal)).problem;
  },
};
