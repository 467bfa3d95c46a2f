// The one place that names what the extension takes from the core. Every door is loaded when it is needed: what starts with the editor
// loads none of them.

export type { SnapEvent } from '../../../src/daemon/index.ts';
export type { Gc, Knowledge, Learning, ViolationType } from '../../../src/learnings/index.ts';
export type { Restored, RestorePlan, Snapshot, Snapshots, StoreState, TreeChange } from '../../../src/snapshots/index.ts';
export type { System, WritableSystem } from '../../../src/system/index.ts';
export type { Thread } from '../../../src/system/threads/index.ts';
export type { Task } from '../../../src/tasks/index.ts';
export type { Publish, Workbench } from '../../../src/workbench/index.ts';
export type { Assist } from '../../../src/workbench/assist/index.ts';

/** The words that texts are made of. */
export type Words = Pick<typeof import('../../../src/system/index.ts'), 'cleanLine' | 'cleanText' | 'count' | 'cut'>;

export const core = {
  system: () => import('../../../src/system/node.ts'),
  words: () => import('../../../src/system/index.ts'),
  writable: () => import('../../../src/system/writable.ts'),
  threads: () => import('../../../src/system/threads/index.ts'),
  daemon: () => import('../../../src/daemon/index.ts'),
  snapshots: () => import('../../../src/snapshots/index.ts'),
  workbench: () => import('../../../src/workbench/index.ts'),
};
