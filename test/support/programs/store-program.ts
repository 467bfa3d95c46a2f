import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { initProject, openKnowledge } from '../../../src/memory/index.ts';
import { nodeSystem } from '../../../src/system/node.ts';
import { nodeFileCalls, writableSystem } from '../../../src/system/writable.ts';
import { killedAtCall } from './killed-at-call.ts';
import { workspaceAt } from '../workspace-at.ts';

// Writes to the knowledge of a workspace and says what was acknowledged, one JSON object a line.
// It is killed at the n-th call to the disk (0: never), and says at its end how many calls it made.
// store-program write <root> <n> <name> <how many> <learn|violation|use, joined by commas> [go: waits for a line first | on: and goes on until
// its input ends]
// store-program init <root> <n>
const [, , what = '', root = '', at = '0', name = '', many = '0', kinds = '', go] = process.argv;
const killed = killedAtCall(Number(at));
const system = writableSystem(nodeSystem(), { calls: killed.of(nodeFileCalls) });
const workspace = workspaceAt(system, root);
const knowledge = openKnowledge(system, workspace);
const say = (value: object) => process.stdout.write(`${JSON.stringify(value)}\n`);
const by = { tool: 'test' };

if (what === 'init') say(await initProject(system, workspace));
else {
  const input = { isMore: go === 'on' };
  if (go !== undefined) {
    say({ ready: true });
    process.stdin.once('end', () => (input.isMore = false));
    await once(process.stdin, 'data');
  }
  const chosen = kinds.split(',');
  // Bounded, should nobody end its input.
  for (let i = 0; i < Number(many) || (input.isMore && i < 5_000); i += 1) {
    // The end of the input is heard between two turns.
    if (input.isMore) await setImmediate();
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
process.stdin.pause();
say({ made: killed.made() });
