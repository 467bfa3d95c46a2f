import { createInterface } from 'node:readline';
import { initProject, openKnowledge } from '../../../src/learnings/index.ts';
import { nodeSystem } from '../../../src/system/node.ts';
import { writableSystem } from '../../../src/system/writable.ts';
import { workspaceAt } from '../workspace-at.ts';

// Writes to the knowledge of a workspace and says what was acknowledged, one JSON object a line.
// store-program write <root> <name> <how many> <learn|violation|use, joined by commas> [go: waits for a line first]
// store-program init <root>
const [, , what = '', root = '', name = '', many = '0', kinds = '', go] = process.argv;
const system = writableSystem(nodeSystem());
const workspace = workspaceAt(system, root);
const knowledge = openKnowledge(system, workspace);
const say = (value: object) => process.stdout.write(`${JSON.stringify(value)}\n`);
const by = { tool: 'test' };

if (what === 'init') say(await initProject(system, workspace));
else {
  if (go === 'go') {
    say({ ready: true });
    const input = createInterface({ input: process.stdin });
    for await (const _ of input) break;
    input.close();
  }
  const chosen = kinds.split(',');
  for (let i = 0; i < Number(many); i += 1) {
    const kind = chosen[i % chosen.length];
    const start = performance.now();
    if (kind === 'learn') {
      const { learning, status } = await knowledge.add({
        trigger: `worker ${name} step ${i} builds part${name}x${i}`,
        action: `use variant ${name}-${i}`,
        type: 'pattern',
        by,
      });
      say({ kind, id: learning.id, status, ms: performance.now() - start });
    } else if (kind === 'violation') {
      const { count, promote, violation } = await knowledge.report({
        type: 'Silent catch',
        file: `src/${name}.ts`,
        description: 'an error is swallowed',
        prevention: 'handle it or let it pass',
        by,
      });
      say({ kind, id: violation.id, count, promote, ms: performance.now() - start });
    } else {
      await knowledge.shown([`learn_${Number(name).toString(16).padStart(4, '0')}${i.toString(16).padStart(8, '0')}`], `task_${name}`);
      say({
        kind,
        learning: `learn_${Number(name).toString(16).padStart(4, '0')}${i.toString(16).padStart(8, '0')}`,
        ms: performance.now() - start,
      });
    }
  }
}
