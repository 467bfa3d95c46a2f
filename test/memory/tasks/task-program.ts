import { nodeSystem } from '../../../src/system/node.ts';
import { writableSystem } from '../../../src/system/writable.ts';
import { openTasks } from '../../../src/memory/index.ts';
import { openWorkspace } from '../../../src/workspace/index.ts';
import { openSnapshots } from '../../../src/snapshots/index.ts';

// A connection in a process of its own: starts a task, says its id, then ends it, or waits to be killed.
// task-program <home> <nonce> <task> wait|end
const [, , home = '', nonce = '', task = '', then = ''] = process.argv;
const system = writableSystem(nodeSystem({ home, cwd: home, env: { ...process.env, HOME: home, SNAP_DATA_DIR: `${home}/.snap-mcp` } }));
const workspace = await openWorkspace(system, `${home}/project`);
const owner = { kind: 'connection', run: system.run, nonce } as const;
const snapshots = openSnapshots(system, workspace, { exclude: [], yields: false });
const tasks = openTasks(system, workspace, { owner, goals: {}, snapshots: async () => snapshots });
const started = await tasks.start({ task, files: [], keywords: [] });
process.stdout.write(`${started.task.id}\n`);
if (then === 'end') await tasks.end({ outcome: 'completed', learnings: [] });
// Killed long before that.
else setTimeout(() => undefined, 30_000);
