import { passagesUndoData, type FileChange } from '../../changes/index.ts';
import type { RepairedFile, RepairPlan } from './repair-plan.ts';

/** The plan as changes for `apply`: each writes exactly what was shown, or refuses when the file has changed since. */
export function changesOf({ files }: RepairPlan): readonly FileChange[] {
  return files.map(changeOf);
}

function changeOf({ path, before, after, cured }: RepairedFile): FileChange {
  const servers = [...new Set(cured.flatMap(({ server }) => (server === undefined ? [] : [server])))];
  const [first] = cured;
  const undoData = passagesUndoData(before, after);
  return {
    path,
    about: { client: first?.client?.id ?? '', scope: first?.scope ?? '', servers, action: 'repair' },
    foreignLock: cured.some(({ client }) => client?.lock !== undefined),
    compute: (bytes) => {
      if (bytes !== undefined && after !== undefined && Buffer.compare(bytes, after) === 0) return { kind: 'unchanged' };
      if (bytes !== undefined && Buffer.compare(bytes, before) === 0) return { kind: 'write', bytes: after, undoData };
      return {
        kind: 'refused',
        message: `${path}: it changed while you were deciding.`,
        hint: 'It was left as it is. Run "snap mcp repair" again.',
      };
    },
  };
}
