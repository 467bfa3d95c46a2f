import * as z from 'zod';
import {
  aboutMode,
  checkDocument,
  checkModes,
  counts,
  maxCode,
  placeOf,
  reportLines,
  runCheck,
  usefulModes,
  usefulModesText,
  type CheckFinding,
  type CheckReport,
  type CheckState,
} from '../../checks/index.ts';
import { cut, SnapError, type Sentence } from '../../system/index.ts';
import { defineFindingTool, type ToolContext } from '../tool.ts';
import type { WireItems } from '../wire.ts';
import { compact, flag, parameters, path, paths } from './parameters.ts';

const state = z.enum(['passed', 'failed', 'skipped', 'timeout']);

/** The document of a report. Modes add parts of their own. */
export const report = z.looseObject({
  schemaVersion: z.literal(1),
  mode: z.string(),
  status: state,
  reason: z.string().optional(),
  findings: z.array(z.looseObject({ severity: z.enum(['error', 'warning', 'info']), rule: z.string(), message: z.string() })),
  layers: z.array(z.looseObject({ name: z.string(), state })),
});

/** Modes whose name does not say what they are about. The schema names the others too, and a list of tools is read again and again. */
function explained(): string {
  return usefulModes
    .filter((mode) => !aboutMode(mode).split(' ').includes(mode))
    .map((mode) => `${mode}: ${aboutMode(mode)}`)
    .join('; ');
}

/** The document itself: a schema that parses it would put the keys it knows first. */
export function checkRecord(found: CheckReport): z.output<typeof report> {
  return checkDocument(found);
}

/** Findings that the text names; the rest are counted. */
const maxShown = 10;

export function checkText(found: CheckReport): readonly Sentence[] {
  return reportLines(found, maxShown);
}

export function checkItems({ mode, status, findings, layers }: CheckReport): WireItems<'check'> {
  const current = findings.filter(counts);
  const of = (severity: CheckFinding['severity']): number => current.filter((finding) => finding.severity === severity).length;
  const issues = current.slice(0, 3).map((finding) => cut(finding.short ?? `${placeOf(finding)} ${finding.rule}`.trim(), 40));
  const stateOf = (name: string): CheckState => layers.find((layer) => layer.name === name)?.state ?? 'skipped';
  return {
    mode,
    status,
    err: `${of('error')}E`,
    warn: `${of('warning')}W`,
    ts: stateOf('types'),
    lint: stateOf('lint'),
    tests: stateOf('tests'),
    issues: issues.length === 0 ? 'none' : issues.join(', '),
  };
}

/** Tells others that a check has failed, where it was one of a workspace. */
export async function told(found: CheckReport, context: Pick<ToolContext, 'workbench'>): Promise<CheckReport> {
  if (found.status !== 'failed') return found;
  try {
    const errors = found.findings.filter((finding) => counts(finding) && finding.severity === 'error');
    const warnings = found.findings.filter((finding) => counts(finding) && finding.severity === 'warning').length;
    const files = [...new Set(errors.flatMap(({ file }) => file ?? []))].slice(0, maxShown);
    (await context.workbench()).publish('validation.failed', { mode: found.mode, errors: errors.length, warnings, files });
  } catch (error) {
    // Mode health needs no workspace.
    if (!(error instanceof SnapError)) throw error;
  }
  return found;
}

export default defineFindingTool({
  name: 'check',
  surface: 'default',
  description: `Checks code. Call it before you say work is done. ${explained()}.`,
  // It runs the project's own programs after the person's approval, and tests where they are asked for.
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  input: parameters({
    mode: z.enum(checkModes, { error: `must be ${usefulModesText}` }).default('quick'),
    files: z.union([path, paths], { error: 'must be a text or a list of texts' }).exactOptional(),
    diff: z
      .enum(['staged', 'changed', 'uncommitted'], { error: 'must be one of staged, changed, uncommitted' })
      .exactOptional()
      .describe('Only added lines count'),
    code: z
      .string({ error: 'must be a text' })
      .refine((value) => value.length <= maxCode, { error: `must have at most ${maxCode} characters` })
      .exactOptional()
      .describe('For patterns'),
    tests: flag.exactOptional(),
    compact,
  }),
  output: report,
  run: async ({ mode, files, diff, code, tests }, context) =>
    told(await runCheck(mode, { files: typeof files === 'string' ? [files] : files, diff, code, tests }, context), context),
  record: checkRecord,
  encode: (found) => ({ line: 'check', items: checkItems(found), text: checkText(found) }),
});
