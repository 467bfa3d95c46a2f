import { SnapError } from '../../system/index.ts';
import type { Layer, LayerEnd } from '../mode.ts';
import { missingNeed } from '../needs.ts';

/**
 * Several layers as one, which run at the same time. It is skipped when one of them is, with the reason of each: what was not examined as a
 * whole has not passed.
 */
export function joinedLayer(name: string, parts: readonly Layer[]): Layer {
  const [first, ...others] = parts;
  return {
    name,
    // What only some parts need is their own matter.
    needs: (first?.needs ?? []).filter((need) => others.every(({ needs }) => needs.includes(need))),
    async find(scope, context, record) {
      const ends = await Promise.all(
        parts.map(async (part): Promise<LayerEnd> => {
          try {
            const missing = await missingNeed(part.needs, context);
            return missing === undefined ? await part.find(scope, context, record) : { skipped: missing };
          } catch (error) {
            // An expected failure of a layer; as the runner does where there are others.
            if (!(error instanceof SnapError)) throw error;
            return { skipped: error.message };
          }
        }),
      );
      const reasons = ends.flatMap((end, i) => (end === undefined ? [] : [`${parts[i]?.name}: ${end.skipped}`]));
      return reasons.length === 0 ? undefined : { skipped: reasons.join('; ') };
    },
  };
}
