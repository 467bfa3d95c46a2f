import { nodeSystem } from '../../../src/system/node.ts';
import { writableSystem } from '../../../src/system/writable.ts';

// Holds the locks of the named files until its standard input ends; says "held" when it has them.
// hold-lock-program <file>...
await writableSystem(nodeSystem()).withLocks(process.argv.slice(2), async () => {
  process.stdout.write('held\n');
  for await (const _ of process.stdin);
});
