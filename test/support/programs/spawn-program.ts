import { startableFile } from '../../../src/system/index.ts';
import { nodeSystem } from '../../../src/system/node.ts';

// Starts a program that starts another one, prints the process number of the latter, then ends as its argument says.
// spawn-program exit|throw|wait [detached|guarded]
const isDetached = process.argv[3] === 'detached';
const grandchild = `process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)`;
const child = `const { pid } = require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(grandchild)}], { detached: ${isDetached}, stdio: 'ignore' }); console.log(pid); setInterval(() => {}, 1000)`;
const system = nodeSystem();
await system.spawn(await startableFile(system, process.execPath, { workspace: undefined }), ['-e', child], {
  cwd: '/',
  env: {},
  endsWithSnap: process.argv[3] === 'guarded',
  onErrorOutput: () => undefined,
  onOutput(bytes) {
    process.stdout.write(bytes);
    const [how] = process.argv.slice(2);
    if (how === 'exit') process.exit(7);
    if (how === 'throw') throw new Error('on purpose');
  },
});
