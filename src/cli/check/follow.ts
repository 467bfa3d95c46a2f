import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { SnapError, type System } from '../../system/index.ts';
import type { Workbench } from '../../workbench/index.ts';
import { exclusions, type WorkspacePath } from '../../workspace/index.ts';

/** Editors write a file in several steps, and formatters write several files. */
const quietMs = 200;
/** Changed files that are compared with what they were; more at once count as a change. */
const maxCompared = 500;

/** The changes of a workspace, one after the other. */
export interface Changes {
  /** Waits for the next change: the paths, or nothing where it is not known what changed. Changes since the last call count. */
  next(): Promise<readonly WorkspacePath[]>;
  close(): void;
}

/**
 * Watches the files of a workspace that are not ignored. A file that is written with the content that it had is no change: a test run may
 * write its report again each time, and would start itself.
 * @throws SnapError `refused` where the platform grants no watch.
 */
export async function followChanges({ system, workspace, settings }: Workbench): Promise<Changes> {
  const { enters, wants } = await exclusions(system, workspace, settings.exclude);
  const touched = new Set<WorkspacePath>();
  const known = new Map<WorkspacePath, string>();
  let isUnknown = false;
  let wake: () => void = () => undefined;
  // A watch does not keep the process alive.
  const alive = setInterval(() => undefined, 60_000);
  const watch = await system.watch(workspace.root, {
    enters: (path) => enters(path),
    onChange(path) {
      if (path === undefined || touched.size >= maxCompared) isUnknown = true;
      else if (wants(path)) touched.add(path);
      wake();
    },
  });
  if (watch === undefined) {
    clearInterval(alive);
    throw new SnapError('refused', 'This platform reports no changes of these files.', { hint: 'Run "snap check" without --watch.' });
  }
  const changed = async (): Promise<readonly WorkspacePath[] | undefined> => {
    const paths = [...touched].toSorted();
    touched.clear();
    if (isUnknown) {
      isUnknown = false;
      known.clear();
      return [];
    }
    const differing = [];
    for (const path of paths) {
      const print = await printOf(system, join(workspace.root, path));
      if (known.get(path) !== print) differing.push(path);
      known.set(path, print);
    }
    return differing.length === 0 ? undefined : differing;
  };
  return {
    async next() {
      for (;;) {
        if (touched.size === 0 && !isUnknown) await new Promise<void>((resume) => (wake = resume));
        for (let before = -1; before !== touched.size;) {
          before = touched.size;
          await setTimeout(quietMs);
        }
        const paths = await changed();
        if (paths !== undefined) return paths;
      }
    },
    close() {
      clearInterval(alive);
      watch.close();
    },
  };
}

async function printOf(system: System, path: string): Promise<string> {
  try {
    const bytes = await system.readBytes(path);
    return bytes === undefined ? 'absent' : createHash('sha256').update(bytes).digest('hex');
  } catch (error) {
    // It cannot be read: a change of it can only be seen when it can be.
    if (error instanceof SnapError) return 'unreadable';
    throw error;
  }
}
