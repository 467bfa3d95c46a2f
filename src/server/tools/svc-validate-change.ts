import * as z from 'zod';
import { contextSources, severities } from '../../insight/index.ts';
import { findingTypes, recommendations, validateChange, type Validation } from '../../checks/index.ts';
import { cleanLine, cut, listed, SnapError, type Sentence } from '../../system/index.ts';
import { defineFindingTool } from '../tool.ts';
import { compact, listOf, parameters, path, question, text } from './parameters.ts';
import { counted, joined } from './shown-learning.ts';

/** Characters of one file, of all together, and files. */
const most = { file: 500_000, all: 2_000_000, files: 50, listed: 100 } as const;

const contents = z
  .string({ error: 'must be a text' })
  .refine((value) => value.length <= most.file, { error: `must have at most ${most.file} characters` });

export default defineFindingTool({
  name: 'svc_validate_change',
  surface: 'full',
  description:
    'Validate a change before writing it: syntax, secrets, dangerous code, broken imports, project rules, what was learned here, errors and deprecations at connected servers. Writes nothing.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  input: parameters({
    files: listOf(parameters({ path, content: contents.exactOptional(), diff: contents.exactOptional() }), 'files', most.files).refine(
      (files) => files.length > 0,
      { error: 'must name a file' },
    ),
    context: parameters({ intent: question.exactOptional(), relatedIssues: listOf(text).exactOptional() }).exactOptional(),
    compact,
  }),
  output: z.object({
    validationResult: z.object({
      overallRisk: z.number(),
      riskLevel: z.enum(severities),
      findings: z.array(
        z.object({
          file: z.string(),
          type: z.enum(findingTypes),
          severity: z.enum(severities),
          message: z.string(),
          source: z.enum(contextSources),
          confidence: z.number(),
        }),
      ),
      recommendation: z.enum(recommendations),
      context: z.object({
        recentErrors: z.number().optional(),
        relatedCommits: z.number().optional(),
        deprecationWarnings: z.number().optional(),
      }),
    }),
  }),
  async run({ files, context: { intent, relatedIssues = [] } = {} }, context) {
    const all = files.reduce((sum, { content = '', diff = '' }) => sum + content.length + diff.length, 0);
    if (all > most.all)
      throw new SnapError('invalid-input', `files: the texts have ${all} characters, and at most ${most.all} are allowed.`, {
        hint: 'Validate fewer files at once.',
      });
    return validateChange(await context.workbench(), { files, intent, relatedIssues }, context);
  },
  record: ({ overallRisk, riskLevel, findings, recommendation, context }) => ({
    validationResult: {
      overallRisk,
      riskLevel,
      findings: findings.slice(0, most.listed).map((finding) => ({ ...finding })),
      recommendation,
      context,
    },
  }),
  encode: (found) => ({
    line: 'validation',
    items: {
      score: `${found.overallRisk}`,
      level: found.riskLevel,
      findings: `${found.findings.length}`,
      rec: found.recommendation,
      src: joined(found.sources, '+'),
    },
    text: textOf(found),
  }),
});

const maxShown = 10;
/** Many mistakes are of these kinds, so an answer without findings is no approval. */
const unexamined = 'Not examined: types, and what the code does.';
const says = {
  proceed: `Nothing was found. ${unexamined}`,
  review: 'Look at what was found before you write it.',
  block: 'Do not write it like this.',
} as const;

function textOf({ recommendation, findings, notes, unread }: Validation): readonly Sentence[] {
  const more = findings.length - maxShown;
  return [
    findings.length === 0
      ? unread.length > 0
        ? `Nothing was found, but code in ${listed(unread)} is not examined: compile it, and run its tests.`
        : says[recommendation]
      : `${counted(findings.length, 'finding')}. ${recommendation === 'proceed' ? `Minor. ${unexamined}` : says[recommendation]}`,
    ...findings
      .slice(0, maxShown)
      .map(
        ({ file, severity, type, message, source, confidence }) =>
          `- ${severity} ${type} ${cut(cleanLine(file), 120)}: ${message} (${source}, ${confidence} of 100)`,
      ),
    ...(more > 0 ? [`and ${more} more`] : []),
    ...notes,
  ];
}
