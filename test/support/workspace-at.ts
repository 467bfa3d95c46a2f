import { join } from 'node:path';
import type { System } from '../../src/system/index.ts';
import type { Workspace } from '../../src/workspace/index.ts';

/** A workspace at `root` with its own places in the home of `system`. Worktrees of one repository share `knowledge`. */
export function workspaceAt(system: System, root: string, { name = 'w', knowledge = 'k' } = {}): Workspace {
  return {
    root,
    privateDirectory: join(system.own.data, 'workspaces', name),
    knowledgeDirectory: join(system.own.data, 'knowledge', knowledge),
    projectDirectory: join(root, '.snap'),
  };
}
