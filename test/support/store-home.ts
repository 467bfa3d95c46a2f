import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Knowledge, type NewLearning, openKnowledge } from '../../src/memory/index.ts';
import type { WritableSystem } from '../../src/system/index.ts';
import { nodeSystem } from '../../src/system/node.ts';
import { type WritableOptions, writableSystem } from '../../src/system/writable.ts';
import type { Workspace } from '../../src/workspace/index.ts';
import { type TemporaryHome, temporaryHome } from './temporary-home.ts';
import { workspaceAt } from './workspace-at.ts';

/** A home with a project `p` and a clock that the test sets. */
export interface StoreHome {
  readonly home: TemporaryHome;
  readonly workspace: Workspace;
  readonly clock: { now: Date };
  /** Each call is another run of snap. */
  run(options?: WritableOptions): WritableSystem;
  open(options?: WritableOptions): Knowledge;
  /** Everything below snap's own directories and the project, by path. */
  bytes(): ReadonlyMap<string, string>;
}

export function storeHome({ inMemory = false } = {}): StoreHome {
  const home = temporaryHome({ inMemory });
  home.put('p/package.json', '{}\n');
  const clock = { now: new Date('2026-11-21T12:00:00.000Z') };
  const system = nodeSystem({
    home: home.path,
    cwd: home.at('p'),
    env: { HOME: home.path, SNAP_DATA_DIR: home.at('.snap-mcp') },
    now: () => clock.now,
  });
  const workspace = workspaceAt(system, home.at('p'));
  const run = (options?: WritableOptions) => writableSystem(system, options);
  return {
    home,
    workspace,
    clock,
    run,
    open: (options) => openKnowledge(run(options), workspace),
    bytes: () =>
      new Map(
        readdirSync(home.path, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => join(entry.parentPath, entry.name))
          .sort()
          .map((path) => [path.slice(home.path.length + 1), readFileSync(path, 'latin1')]),
      ),
  };
}

export function learning(more: Partial<NewLearning> = {}): NewLearning {
  return {
    trigger: 'adding a database migration',
    action: 'run the seed script afterwards',
    type: 'workflow',
    by: { tool: 'snap_learn' },
    ...more,
  };
}
