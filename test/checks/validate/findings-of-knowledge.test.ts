import { expect, it } from 'vitest';
import { findingsOfKnowledge } from '../../../src/checks/validate/findings-of-knowledge.ts';
import type { Learning } from '../../../src/memory/index.ts';

function knowing(action: string, files: readonly string[] = []) {
  const learning = { id: 'learn_0a1b2c3d4e5f', type: 'pitfall', isStale: false, files, action } as unknown as Learning;
  return { matchingViolations: async () => [], search: async () => [{ learning, score: 0.5 }] };
}

it.each([
  ['names no file', 'never cut the stream', [], 1],
  ['names a file of the change', 'never change src/node.ts without its tests', [], 1],
  ['was learned about a directory of the change', 'never cut the stream', ['src'], 1],
  ['names another file', 'never change src/router/trie.ts without its tests', [], 0],
  ['was learned about another file', 'never cut the stream', ['lib/a.ts'], 0],
])('a pitfall that %s', async (_, action, files, found) => {
  expect(await findingsOfKnowledge(knowing(action, files), 'cut it', ['src/node.ts'])).toHaveLength(found);
});
