import { cut } from '../../system/index.ts';
import * as z from 'zod';
import { defineTool, ToolError, type ToolContext } from '../tool.ts';
import { type WireItems } from '../wire.ts';
import { compact, flag, parameters, path, paths, text } from './parameters.ts';

const modes = [
  'quick',
  'full',
  'patterns',
  'build',
  'impact',
  'circular',
  'docs',
  'learnings',
  'architecture',
  'trace',
  'security',
  'coverage',
  'orphans',
  'health',
] as const;
type Mode = (typeof modes)[number];
const available = 'What works today: check with mode health.';

export const report = z.object({
  mode: z.enum(modes),
  findings: z.array(z.object({ severity: z.enum(['error', 'warning']), short: z.string(), message: z.string() })),
  text: z.string(),
});
export type Report = z.output<typeof report>;

/** What tool check and mode check of tool snap answer with. */
export async function runCheck(mode: Mode, context: ToolContext): Promise<Report> {
  switch (mode) {
    case 'health': {
      const { findings, text: said } = await (await import('../health.ts')).health(context);
      return { mode, findings: [...findings], text: said };
    }
    case 'trace':
      throw new ToolError('NOT_IMPLEMENTED', `mode "trace" is not implemented in v${context.about.version}`, available);
    default:
      throw new ToolError('NOT_AVAILABLE', `mode "${mode}" is not available in v${context.about.version}`, available);
  }
}

export function checkItems({ mode, findings }: Report): WireItems<'check'> {
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

export default defineTool({
  name: 'check',
  surface: 'default',
  description:
    'Mode health finds what is broken in the MCP config files of the AI assistants on this machine. Call it when an MCP server is missing or does not start; the other modes come in a later version.',
  // It will run tests one day; a permission given today must not cover more than it says.
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  input: parameters({
    mode: z.enum(modes, { error: 'must be health; no other mode works in this version' }).default('quick'),
    files: z.union([path, paths], { error: 'must be a text or a list of texts' }).exactOptional().describe('None for health'),
    diff: z.enum(['staged', 'changed', 'uncommitted'], { error: 'must be one of staged, changed, uncommitted' }).exactOptional(),
    code: text.exactOptional(),
    tests: flag.exactOptional(),
    compact,
  }),
  output: report,
  run: ({ mode }, context) => runCheck(mode, context),
  encode: (found) => ({ line: 'check', items: checkItems(found), text: found.text }),
});
