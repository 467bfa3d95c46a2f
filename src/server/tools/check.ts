import * as z from 'zod';
import { defineTool, ToolError } from '../tool.ts';
import { cut } from '../wire.ts';

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
const available = 'Today: health.';

const text = z.string({ error: 'must be a text' });
const flag = z.boolean({ error: 'must be true or false' });

export default defineTool({
  name: 'check',
  description:
    'Report which AI assistants are on this machine, their MCP config files and servers, and which files are broken (mode "health"). Call it when an MCP server is missing or does not start. Other modes are not available in this version.',
  // It will run tests one day; a permission given today must not cover more than it says.
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  line: 'check',
  input: z.object(
    {
      mode: z
        .enum(modes, { error: `must be one of ${modes.join(', ')}. Of these only health works today` })
        .default('quick')
        .describe('What to check; only "health" works in this version.'),
      files: z
        .union([text, z.array(text)], { error: 'must be a text or a list of texts' })
        .optional()
        .describe('Files to check; mode health takes none.'),
      diff: z
        .enum(['staged', 'changed', 'uncommitted'], { error: 'must be one of staged, changed, uncommitted' })
        .optional()
        .describe('Check the files that version control reports as such; mode health takes none.'),
      code: text.optional().describe('Source text for mode patterns.'),
      tests: flag.optional().describe('Run the tests too; mode health runs none.'),
      compact: flag.optional().describe('Leave the keys out of the first line of the answer.'),
    },
    { error: 'must be an object' },
  ),
  async run({ mode }, context) {
    switch (mode) {
      case 'health':
        return (await import('../health.ts')).health(context);
      case 'trace':
        throw new ToolError('NOT_IMPLEMENTED', `mode "trace" is not implemented in v${context.about.version}`, available);
      default:
        throw new ToolError('NOT_AVAILABLE', `mode "${mode}" is not available in v${context.about.version}`, available);
    }
  },
  encode({ findings, text: report }) {
    const errors = findings.filter(({ severity }) => severity === 'error').length;
    const issues = findings.slice(0, 3).map(({ short }) => cut(short, 40));
    const skipped = 'skipped';
    return {
      items: {
        mode: 'health',
        status: errors > 0 ? 'failed' : 'passed',
        err: `${errors}E`,
        warn: `${findings.length - errors}W`,
        ts: skipped,
        lint: skipped,
        tests: skipped,
        issues: issues.length === 0 ? 'none' : issues.join(', '),
      },
      text: report,
    };
  },
});
