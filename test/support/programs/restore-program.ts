import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nodeWorkspaceCalls } from '../../../src/snapshots/disk.ts';
import { killedAtCall } from './killed-at-call.ts';
import { restorer } from '../restorer.ts';
import { storedTrees } from '../stored-trees.ts';

// Restores the content of <wanted> into <root>, and is killed at the n-th call to the disk (0: never). Prints how many calls it made.
// restore-program <root> <wanted> <directory for what the journal says> <n>
const [, , root = '', wanted = '', journal = '', at = '0'] = process.argv;
const trees = storedTrees();
const killed = killedAtCall(Number(at));
const { hold, restore } = restorer(root, trees, {
  calls: killed.of(nodeWorkspaceCalls),
  parts: {
    begin: async (record) => writeFileSync(join(journal, 'begin'), JSON.stringify(record)),
    end: async (record) => writeFileSync(join(journal, 'end'), JSON.stringify(record)),
  },
});
const done = await restore(hold(trees.keepDirectory(wanted)));
process.stdout.write(`${JSON.stringify({ made: killed.made(), isExact: done.isExact })}\n`);
