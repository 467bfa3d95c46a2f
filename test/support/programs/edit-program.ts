import { apply } from '../../../src/changes/apply.ts';
import { nodeSystem } from '../../../src/system/node.ts';
import { writableSystem } from '../../../src/system/writable.ts';
import { addLine } from '../file-changes.ts';

// A writing command reduced to the writing, for tests that kill it or run many at once: adds each line to each file.
// edit-program <lines, joined by commas> <file>...
const [, , lines = '', ...paths] = process.argv;
const system = writableSystem(nodeSystem());
for (const line of lines.split(',')) {
  await apply(
    system,
    paths.map((path) => addLine(path, line)),
    { command: 'test' },
  );
}
