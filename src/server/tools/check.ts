import * as z from 'zod';
import { checkModes, runCheck, type CheckReport, workingModesText } from '../../checks/index.ts';
import { cut, sayTo } from '../../system/index.ts';
import { defineFindingTool } from '../tool.ts';
import type { WireItems } from '../wire.ts';
import { compact, flag, parameters, path, paths, text } from './parameters.ts';

/** The document of a report. */
export const report = z.object({
  mode: z.enum(checkModes),
  findings: z.array(z.object({ severity: z.enum(['error', 'warning']), short: z.string(), message: z.string() })),
  text: z.string(),
});

export function checkRecord({ mode, findings, lines }: CheckReport): z.output<typeof report> {
  return { mode, findings: [...findings], text: lines.map((line) => sayTo('model', line)).join('\n') };
}

export function checkItems({ mode, findings }: Pick<CheckReport, 'mode' | 'findings'>): WireItems<'check'> {
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  const issues = findings.slice(0, 3).map(({ short }) => cut(short, 40));
  const skipped = 'skipped';
  return {
    mode,
    status: errors > 0 ? 'failed' : 'passed',
    err: `${errors}E`,
    warn: `${findings.length - errors}W`,
    ts: skipped,
    lint: skipped,
    tests: skipped,
    issues: issues.length === 0 ? 'none' : issues.join(', '),
  };
}

export default defineFindingTool({
  name: 'check',
  surface: 'default',
  description:
    'Mode health finds what is broken in the MCP config files of the AI assistants on this machine. Call it when an MCP server is missing or does not start; the other modes come in a later version.',
  // It will run tests one day; a permission given today must not cover more than it says.
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  input: parameters({
    mode: z.enum(checkModes, { error: `must be ${workingModesText}; no other mode works in this version` }).default('quick'),
    files: z.union([path, paths], { error: 'must be a text or a list of texts' }).exactOptional().describe('None for health'),
    diff: z.enum(['staged', 'changed', 'uncommitted'], { error: 'must be one of staged, changed, uncommitted' }).exactOptional(),
    code: text.exactOptional(),
    tests: flag.exactOptional(),
    compact,
  }),
  output: report,
  run: ({ mode }, context) => runCheck(mode, context),
  record: checkRecord,
  encode: (found) => ({ line: 'check', items: checkItems(found), text: found.lines }),
});
