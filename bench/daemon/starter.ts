import { buildOf, daemonPlace } from '../../src/daemon/index.ts';
import { startDaemon } from '../../src/daemon/start/index.ts';
import { nodeSystem } from '../../src/system/node.ts';
import { writableSystem } from '../../src/system/writable.ts';

// One of many that want the daemon at the same moment. `node starter.mjs <program>`: says "ready", waits for a line, connects or starts, says which daemon
// it got and after how many milliseconds, and stays until its input ends.
const [program = ''] = process.argv.slice(2);
const system = nodeSystem();
const place = daemonPlace(system, process.getuid?.());
const { run } = writableSystem(system);
process.stdout.write('ready\n');
process.stdin.once('data', () => void go());

async function go(): Promise<void> {
  const began = performance.now();
  try {
    const { link, how } = await startDaemon({
      system,
      place,
      hello: { build: buildOf('0.1.0', undefined), run, kind: 'server' },
      command: [process.execPath, program, 'daemon', 'start', '--foreground'],
    });
    process.stdout.write(`${JSON.stringify({ ms: performance.now() - began, pid: link.welcome.run.pid, how })}\n`);
  } catch (error) {
    process.stdout.write(`${JSON.stringify({ failed: error instanceof Error ? error.message : String(error) })}\n`);
  }
  process.stdin.once('end', () => process.exit(0));
}
