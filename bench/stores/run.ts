// The room of learnings without a protocol around it: the tools' names and arguments as lines in, the answers as lines out.
import { createInterface } from 'node:readline';
import * as z from 'zod';
import { openKnowledge } from '../../src/memory/index.ts';
import { nodeSystem } from '../../src/system/node.ts';
import { writableSystem } from '../../src/system/writable.ts';
import { openWorkspace } from '../../src/workspace/index.ts';

const by = { tool: 'bench' };
const learn = z.object({ trigger: z.string(), action: z.string(), type: z.literal('discovery') });
const violation = z.object({ type: z.string(), file: z.string(), description: z.string(), prevention: z.string() });
const request = z.object({
  id: z.number().optional(),
  method: z.string(),
  params: z
    .object({ name: z.string().optional(), arguments: z.record(z.string(), z.unknown()).optional() })
    .loose()
    .optional(),
});

const system = writableSystem(nodeSystem());
const knowledge = openKnowledge(system, await openWorkspace(system, process.argv[2] ?? '.'));

async function answer(name: string | undefined, input: unknown): Promise<string> {
  switch (name) {
    case 'snap_learn':
      return (await knowledge.add({ ...learn.parse(input), by })).status;
    case 'snap_violation':
      return String((await knowledge.report({ ...violation.parse(input), by })).count);
    default:
      return '';
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const { id, params } = request.parse(JSON.parse(line));
  if (id === undefined) continue;
  const text = await answer(params?.name, params?.arguments);
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result: { content: [{ type: 'text', text }] } })}\n`);
}
