import { join } from 'node:path';
import { openSnapshots } from '../../../src/snapshots/open-snapshots.ts';
import type { Snapshots } from '../../../src/snapshots/snapshots.ts';
import { nodeSystem } from '../../../src/system/node.ts';
import { writableSystem } from '../../../src/system/writable.ts';
import { openWorkspace } from '../../../src/workspace/index.ts';

export interface OwnPlace {
  readonly home: string;
  readonly root: string;
  /** For everything snap keeps. */
  readonly store: string;
  readonly environment: Readonly<Record<string, string>>;
  /** As in a server, where others are let work in between; without, as in a command. */
  readonly yields?: boolean;
  readonly now?: () => Date;
}

export interface OwnSnapshots {
  readonly snapshots: Snapshots;
  /** Where the store is. */
  readonly directory: string;
}

/** The snapshots of a workspace as the program opens them, with the usual exclusions. */
export async function ownSnapshots({ environment, home, now, root, store, yields = false }: OwnPlace): Promise<OwnSnapshots> {
  const env = { ...environment, SNAP_DATA_DIR: store };
  const system = writableSystem(nodeSystem({ home, cwd: root, env, ...(now === undefined ? {} : { now }) }));
  const workspace = await openWorkspace(system, root);
  const snapshots = openSnapshots(system, workspace, { exclude: ['node_modules/', '.git/', '*.log'], yields });
  return { snapshots, directory: join(workspace.privateDirectory, 'snapshots') };
}
