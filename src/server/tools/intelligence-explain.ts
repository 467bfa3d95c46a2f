import * as z from 'zod';
import { explain } from '../../insight/index.ts';
import { useWords } from '../../memory/index.ts';
import { cut, cleanLine, quoted } from '../../system/index.ts';
import { defineTool } from '../tool.ts';
import { idOf, unknownId } from './known-id.ts';
import { compact, parameters } from './parameters.ts';
import { counted, joined } from './shown-learning.ts';

export default defineTool({
  name: 'intelligence.explain',
  surface: 'full',
  description: 'Say of an id (learning, violation or task) where it came from, when it was shown, what was said of it and what is related.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: parameters({ id: idOf, compact }),
  output: z.object({
    id: z.string(),
    kind: z.enum(['learning', 'violation', 'task']),
    at: z.string(),
    from: z.string(),
    says: z.array(z.string()),
    shown: z.number(),
    helped: z.number(),
    story: z.array(z.object({ at: z.string(), what: z.enum(useWords), task: z.string().exactOptional() })),
    related: z.array(z.string()),
  }),
  async run({ id }, context) {
    const found = await explain(await context.workbench(), id);
    if (found === undefined) throw unknownId(id);
    const { by, says, story, related, ...rest } = found;
    const from = [by.tool, by.client, by.task, by.snapshot].filter((word) => word !== undefined).join(' ');
    return { ...rest, from, says: [...says], story: story.map((event) => ({ ...event })), related: [...related] };
  },
  encode({ id, kind, at, from, says, shown, helped, story, related }) {
    const source = cut(cleanLine(from), 80);
    return {
      line: 'explain',
      items: { id, kind, from: source, shown: `${shown}`, helped: `${helped}`, related: joined(related) },
      text: [
        `The ${kind} ${id} was written by ${source} at ${cleanLine(at)}; shown ${counted(shown, 'time')}, helped ${counted(helped, 'time')}.`,
        ...says.map((part) => `- ${quoted(part, 300)}`),
        ...story.map((event) => `- ${cleanLine(event.at)} ${event.what}${event.task === undefined ? '' : ` in ${cleanLine(event.task)}`}`),
        ...(related.length === 0 ? [] : [`Related: ${related.join(', ')}`]),
      ],
    };
  },
});
