// The one place that names what the extension takes from the core. Every door is loaded when it is needed: what starts with the editor
// loads none of them.

export type { EntryPlan, EntryPreview, FileChange, ListedChange, PlannedStep, PreviewedFile } from '../../../src/changes/index.ts';
export type { Client, Server } from '../../../src/clients/index.ts';
export type { DaemonStatus, EventOf, EventType, SnapEvent } from '../../../src/daemon/index.ts';
export type { ClientState, DaemonClient } from '../../../src/daemon/client/index.ts';
export type { DaemonDesk, LocalProgram } from '../../../src/daemon/local/index.ts';
export type { SeenDaemon } from '../../../src/daemon/start/index.ts';
export type { Checkup, ConfigFinding, Summary } from '../../../src/doctor/index.ts';
export type { Gc, Learning, ViolationType } from '../../../src/memory/index.ts';
export type { ClientFacts, ConfigFileFacts, Facts } from '../../../src/machine/index.ts';
export type { Restored, RestorePlan, Snapshot, StoreState, TreeChange } from '../../../src/snapshots/index.ts';
export type { System, WritableSystem } from '../../../src/system/index.ts';
export type { Thread } from '../../../src/system/threads/index.ts';
export type { PathWatch } from '../../../src/system/watching/index.ts';
export type { Task } from '../../../src/memory/index.ts';
export type { Publish, Workbench } from '../../../src/workbench/index.ts';
export type { Assist } from '../../../src/workbench/assist/index.ts';
export type { FoundWorkspace, Workspace } from '../../../src/workspace/index.ts';

/** What texts are made with. */
export type Words = Pick<typeof import('../../../src/system/index.ts'), 'cleanLine' | 'cleanText' | 'count' | 'cut' | 'shortSnapshotId'>;

export const core = {
  account: () => import('../../../src/account/index.ts'),
  applying: () => import('../../../src/changes/apply.ts'),
  assist: () => import('../../../src/workbench/assist/index.ts'),
  changes: () => import('../../../src/changes/index.ts'),
  clients: () => import('../../../src/clients/index.ts'),
  daemon: () => import('../../../src/daemon/index.ts'),
  daemonAssist: () => import('../../../src/daemon/assist/index.ts'),
  daemonClient: () => import('../../../src/daemon/client/index.ts'),
  daemonLocal: () => import('../../../src/daemon/local/index.ts'),
  daemonStart: () => import('../../../src/daemon/start/index.ts'),
  doctor: () => import('../../../src/doctor/index.ts'),
  http: () => import('../../../src/system/http/index.ts'),
  judging: () => import('../../../src/doctor/judged-plan.ts'),
  learnings: () => import('../../../src/memory/index.ts'),
  machine: () => import('../../../src/machine/index.ts'),
  node: () => import('../../../src/system/node.ts'),
  settings: () => import('../../../src/settings/index.ts'),
  snapshots: () => import('../../../src/snapshots/index.ts'),
  system: () => import('../../../src/system/index.ts'),
  threads: () => import('../../../src/system/threads/index.ts'),
  undoing: () => import('../../../src/changes/undo.ts'),
  watching: () => import('../../../src/system/watching/index.ts'),
  workbench: () => import('../../../src/workbench/index.ts'),
  workspace: () => import('../../../src/workspace/index.ts'),
  writable: () => import('../../../src/system/writable.ts'),
};
