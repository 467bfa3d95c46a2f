import type { History } from '../history/index.ts';
import type { Knowledge, Tasks } from '../memory/index.ts';
import type { Snapshots } from '../snapshots/index.ts';
import type { Sources } from '../sources/index.ts';
import type { System } from '../system/index.ts';
import type { Workspace } from '../workspace/index.ts';
import type { Forecast } from './forecast.ts';
import type { Vitals } from './pulse/vitals.ts';

/** What is open of a workspace, as far as conclusions are drawn from it. A workbench has all of it. */
export interface Parts {
  readonly system: System;
  readonly workspace: Workspace;
  readonly history: History;
  readonly knowledge: Knowledge;
  readonly tasks: Tasks;
  readonly vitals: Vitals;
  snapshots(): Promise<Snapshots>;
  forecast(): Promise<Forecast>;
  /** The person's own servers. */
  sources(): Promise<Sources>;
}
