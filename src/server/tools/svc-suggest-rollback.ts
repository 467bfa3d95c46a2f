import * as z from 'zod';
import { type AffectedFile, type Rollback, type Suggestion, suggestRollback } from '../../insight/index.ts';
import { keptVerdicts } from '../../checks/index.ts';
import { maskProse } from '../../secrets/index.ts';
import { cleanLine, cut, quoted, requireOwnPlace, shellWord, shortSnapshotId, type Sentence } from '../../system/index.ts';
import { confinedPaths } from '../../workbench/index.ts';
import { defineFindingTool } from '../tool.ts';
import { compact, flag, parameters, paths, question } from './parameters.ts';
import { counted, joined } from './shown-learning.ts';

/** Paths in the record; the text has fewer, and the number of all. */
const maxPaths = 100;

const affectedFile = z.object({
  file: z.string(),
  effect: z.enum(['returns', 'removed', 'changed']),
  linesBack: z.number().optional(),
  linesLost: z.number().optional(),
});

export default defineFindingTool({
  name: 'svc_suggest_rollback',
  surface: 'full',
  description:
    'Rank snapshots by how likely each is the last one before something broke: what it would bring back, what would be lost. Restores nothing.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: parameters({
    reason: question.exactOptional().describe('What is wrong: message, name, file, time'),
    files: paths.exactOptional(),
    includeAnalysis: flag.exactOptional(),
    compact,
  }),
  output: z.object({
    suggestions: z.array(
      z.object({
        snapshotId: z.string(),
        timestamp: z.string(),
        reason: z.string(),
        confidence: z.number(),
        filesAffected: z.array(z.string()),
        riskOfRestore: z.enum(['low', 'medium', 'high']),
        relatedContext: z.object({ commitsBetween: z.number().optional(), errorsSince: z.number().optional() }),
      }),
    ),
    recommended: z.string().optional(),
    analysis: z
      .object({
        currentState: z.object({ commit: z.string().optional(), branch: z.string().optional(), inNoSnapshot: z.array(z.string()) }),
        targetState: z.object({
          snapshotId: z.string(),
          timestamp: z.string(),
          files: z.number(),
          commit: z.string().optional(),
          task: z.string().optional(),
        }),
        impact: z.object({ files: z.array(affectedFile), linesBack: z.number(), linesLost: z.number() }),
      })
      .optional(),
  }),
  async run({ reason, files = [], includeAnalysis = false }, context) {
    // A store that may not be looked at is not one without snapshots.
    requireOwnPlace(context.system);
    const workbench = await context.workbench();
    const sources = { ...workbench, verdicts: () => keptVerdicts(workbench) };
    return suggestRollback(sources, { reason, files: await confinedPaths(workbench, files), includeAnalysis }, context.signal);
  },
  record: recordOf,
  encode(found) {
    const { suggestions, recommended } = found;
    return {
      line: 'rollback',
      items: {
        suggestions: `${suggestions.length}`,
        recommended: recommended === undefined ? 'none' : shortSnapshotId(recommended.snapshot.id),
        conf: `${suggestions[0]?.confidence ?? 0}`,
        risk: suggestions[0]?.risk ?? 'none',
      },
      text: textOf(found),
    };
  },
});

function recordOf({ suggestions, recommended, analysis }: Rollback) {
  return {
    suggestions: suggestions.map(({ snapshot, reason, confidence, affected, risk, commitsBetween, errorsSince }) => ({
      snapshotId: snapshot.id,
      timestamp: snapshot.at,
      reason,
      confidence,
      filesAffected: affected.slice(0, maxPaths).map(({ file }) => file),
      riskOfRestore: risk,
      relatedContext: { commitsBetween, errorsSince },
    })),
    recommended: recommended?.snapshot.id,
    analysis: analysis === undefined ? undefined : analysisOf(analysis),
  };
}

function analysisOf({ currentState, targetState, impact }: NonNullable<Rollback['analysis']>) {
  return {
    currentState: { ...currentState, inNoSnapshot: currentState.inNoSnapshot.slice(0, maxPaths) },
    targetState,
    impact: { ...impact, files: impact.files.slice(0, maxPaths).map((one) => ({ ...one })) },
  };
}

/** From this confidence on. */
const likely = 60;

function textOf({ suggestions, recommended, notes }: Rollback): readonly Sentence[] {
  const first =
    recommended === undefined
      ? undefined
      : `The last good state is ${recommended.confidence >= likely ? 'probably' : 'perhaps'} ${shortSnapshotId(recommended.snapshot.id)}. Nothing was restored.`;
  return [...(first === undefined ? [] : [first]), ...notes, ...suggestions.flatMap((one) => suggestionText(one, one === recommended))];
}

function suggestionText(suggestion: Suggestion, isRecommended: boolean): readonly string[] {
  const { snapshot, reason, confidence, affected, risk, commitsBetween, errorsSince } = suggestion;
  const lines = affected.reduce((sum, { linesLost = 0 }) => sum + linesLost, 0);
  const since = [
    ...(commitsBetween === undefined || commitsBetween === 0 ? [] : [`${counted(commitsBetween, 'commit')} since`]),
    ...(errorsSince === undefined || errorsSince === 0 ? [] : [`${counted(errorsSince, 'recorded problem')} since`]),
  ];
  const before = snapshot.message === undefined ? '' : `, before ${quoted(maskProse(snapshot.message), 60)}`;
  return [
    `- ${shortSnapshotId(snapshot.id)}, ${snapshot.at.slice(0, 16).replace('T', ' ')} UTC${before}: ${confidence} of 100. ${cleanLine(reason)}.`,
    `  Changes ${effectsText(affected)}; ${counted(lines, 'newer line')} would go${since.length === 0 ? '' : `; ${since.join(', ')}`}. Risk ${risk}.`,
    `  ${commandText(suggestion, isRecommended)}`,
  ];
}

/** What to type: for all of it, and of the recommended one for the files alone that what was said points to. */
function commandText({ snapshot, affected, suspects }: Suggestion, isRecommended: boolean): string {
  const all = `snap snapshot restore ${snapshot.sequence}`;
  const isPart = isRecommended && suspects.length > 0 && suspects.length <= 3 && suspects.length < affected.length;
  const some = suspects.map((path) => shellWord(cleanLine(path))).join(' ');
  return isPart
    ? `Only what broke: ${all} -- ${some}   All of it: ${all}`
    : affected.length <= 3
      ? `${all} -- ${affected.map(({ file }) => shellWord(cleanLine(file))).join(' ')}`
      : all;
}

function effectsText(affected: readonly AffectedFile[]): string {
  const named = affected.slice(0, 3).map(({ file, effect, linesBack, linesLost }) => {
    const lines = effect === 'changed' && linesBack !== undefined ? ` +${linesBack}-${linesLost ?? 0}` : '';
    return `${cut(cleanLine(file), 80)}${effect === 'returns' ? ' (is gone now)' : effect === 'removed' ? ' (would be deleted)' : lines}`;
  });
  return `${counted(affected.length, 'file')}: ${joined(named, ', ')}${affected.length > named.length ? ', …' : ''}`;
}
