import * as z from 'zod';
import type { Sentence } from '../../system/index.ts';
import { defineTool } from '../tool.ts';
import { compact, count, oneOf, parameters } from './parameters.ts';
import { counted } from './shown-learning.ts';

const actions = ['plan', 'apply', 'undo'] as const;
const maxIds = 10;

export default defineTool({
  name: 'learning_gc',
  surface: 'full',
  description:
    'Tidy the learnings: archives what is old and unused, deletes what was archived 90 days ago, merges duplicates. Plan (default) only shows it, apply does it, undo takes the last apply back.',
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  input: parameters({
    action: oneOf(actions).default('plan'),
    maxAgeDays: count.exactOptional().describe('Older ones may go, default 90'),
    minUses: count.exactOptional().describe('unless used so often, default 1'),
    compact,
  }),
  output: z.object({
    action: z.enum(actions),
    changed: z.boolean(),
    archive: z.array(z.string()),
    delete: z.array(z.string()),
    merge: z.array(z.object({ id: z.string(), into: z.string() })),
    kept: z.number(),
    staleViolations: z.array(z.string()),
  }),
  async run({ action, maxAgeDays, minUses }, context) {
    const { knowledge, settings } = await context.workbench();
    const done = await knowledge.gc(action, {
      maxAgeDays: maxAgeDays ?? settings.learnings.maxAgeDays,
      minUses: minUses ?? settings.learnings.minUses,
    });
    return {
      action,
      changed: done.changed,
      archive: [...done.archive],
      delete: [...done.delete],
      merge: done.merge.map((pair) => ({ ...pair })),
      kept: done.kept,
      staleViolations: [...done.staleViolations],
    };
  },
  encode({ action, changed, archive, delete: deleted, merge, kept, staleViolations }) {
    const counts = `${archive.length} to archive, ${deleted.length} to delete, ${merge.length} to merge, ${kept} kept`;
    const summary = {
      plan: [`Plan: ${counts}. Nothing was written; `, { model: 'action apply', person: '--apply' }, ' does it.'],
      apply: changed ? [`Done: ${counts}. `, { model: 'Action undo', person: '--undo' }, ' undoes it.'] : `Nothing to do: ${kept} kept.`,
      undo: changed ? `The last apply was undone: ${kept} kept.` : 'There is nothing to undo.',
    } as const satisfies Record<typeof action, Sentence>;
    return {
      line: 'gc',
      items: { action, archive: `${archive.length}`, delete: `${deleted.length}`, merge: `${merge.length}`, kept: `${kept}` },
      text: [
        summary[action],
        ...listed('Archive', archive),
        ...listed('Delete', deleted),
        ...listed(
          'Merge',
          merge.map(({ id, into }) => `${id} into ${into}`),
        ),
        ...(staleViolations.length === 0
          ? []
          : [`The files of ${counted(staleViolations.length, 'violation')} are gone (kept): ${some(staleViolations)}`]),
      ],
    };
  },
});

function listed(what: string, ids: readonly string[]): readonly string[] {
  return ids.length === 0 ? [] : [`${what}: ${some(ids)}`];
}

function some(ids: readonly string[]): string {
  const left = ids.length - maxIds;
  return ids.slice(0, maxIds).join(', ') + (left > 0 ? ` and ${left} more` : '');
}
