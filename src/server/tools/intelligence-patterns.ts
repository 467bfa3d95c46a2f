import * as z from 'zod';
import { patterns } from '../../insight/index.ts';
import { cut, cleanLine } from '../../system/index.ts';
import { defineTool } from '../tool.ts';
import { compact, count, parameters } from './parameters.ts';
import { counted, joined } from './shown-learning.ts';

const theme = z.object({
  kind: z.enum(['violation', 'file', 'word']),
  name: z.string(),
  count: z.number(),
  evidence: z.array(z.string()),
  commits: z.number().exactOptional(),
});

export default defineTool({
  name: 'intelligence.patterns',
  surface: 'full',
  description: 'List what comes back over learnings, violations and history, with counts and the ids that show it.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: parameters({ limit: count.refine((limit) => limit <= 50, { error: 'must be at most 50' }).default(10), compact }),
  output: z.object({ themes: z.array(theme) }),
  async run({ limit }, context) {
    const themes = await patterns(await context.workbench(), { max: limit, signal: context.signal });
    return { themes: themes.map((one) => ({ ...one, evidence: [...one.evidence] })) };
  },
  encode({ themes }) {
    const [top] = themes;
    return {
      line: 'patterns',
      items: {
        patterns: `${themes.length}`,
        top: top === undefined ? 'none' : cut(cleanLine(top.name), 60),
        count: `${top?.count ?? 0}`,
        evidence: joined(top?.evidence.slice(0, 3) ?? []),
      },
      text: [
        themes.length === 0
          ? 'Nothing comes back yet: no theme has two records.'
          : `${counted(themes.length, 'theme')}, most frequent first.`,
        ...themes.map(
          ({ kind, name, count: times, evidence, commits }) =>
            `- ${kind} ${JSON.stringify(cut(cleanLine(name), 120))} x${times}${commits === undefined ? '' : `, ${commits} commits`}: ${evidence.join(', ')}`,
        ),
      ],
    };
  },
});
