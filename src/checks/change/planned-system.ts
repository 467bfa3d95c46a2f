import { join } from 'node:path';
import type { Job, System, TreeFile } from '../../system/index.ts';
import type { PlannedChange } from './contents.ts';

/** The system as it would be after a change: the files of the change have their planned contents, also in jobs that examine files. Nothing is written. */
export function plannedSystem(system: System, root: string, change: PlannedChange): System {
  const byPath = new Map([...change].map(([path, { after }]) => [join(root, path), after === undefined ? undefined : Buffer.from(after)]));
  const texts = Object.fromEntries([...change].flatMap(([path, { after }]) => (after === undefined ? [] : [[path, after]])));
  // The rest stays with the system itself.
  const view: System = Object.create(system);
  return Object.assign(view, {
    readBytes: async (path: string) => (byPath.has(path) ? byPath.get(path) : system.readBytes(path)),
    readStart: async (path: string, length: number) =>
      byPath.has(path) ? byPath.get(path)?.subarray(0, length) : system.readStart(path, length),
    runJob: async (job: Job<unknown, never, never>, input: unknown, options: Parameters<System['runJob']>[2]) =>
      system.runJob(job, isOverFiles(input) ? { ...input, texts } : input, options),
  });
}

/** Of jobs that examine files one by one. */
function isOverFiles(input: unknown): input is object {
  return typeof input === 'object' && input !== null && 'oneByOne' in input && 'files' in input;
}

let looks = 0;

/** The files that there would be. Each planned one is new to whatever keeps results by file. */
export function plannedFiles(files: readonly TreeFile[], change: PlannedChange): readonly TreeFile[] {
  looks += 1;
  const planned = [...change].flatMap(([path, { after }]): readonly TreeFile[] =>
    after === undefined
      ? []
      : [{ path, kind: 'file', size: Buffer.byteLength(after), modifiedMs: -looks, changedMs: -looks, inode: 0, mode: 0o644 }],
  );
  return [...files.filter(({ path }) => !change.has(path)), ...planned];
}
