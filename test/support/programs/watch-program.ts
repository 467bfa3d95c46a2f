// Watches a tree, and does nothing else.
import { watchTree } from '../../../src/system/watch.ts';

const watch = await watchTree(process.argv[2] ?? '', { enters: () => true, onChange: () => undefined });
process.stdout.write(watch === undefined ? 'refused' : 'watching');
