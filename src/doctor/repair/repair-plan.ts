import type { ConfigFinding } from '../diagnostic.ts';
import type { SideEffect } from './side-effects.ts';
import { passagesUndoData, type FileChange } from '../../changes/index.ts';

/** What one fix alone would make of one file. */
export interface ProposedChange {
  /** The real path, every link followed. */
  readonly path: string;
  readonly before: Uint8Array;
  /** `undefined`: the file is deleted. */
  readonly after: Uint8Array | undefined;
}

/** One file as the repair would leave it, and the findings that this fixes. */
export interface RepairedFile extends ProposedChange {
  readonly cured: readonly ConfigFinding[];
}

/** What a repair would do, before anything is written. */
export interface RepairPlan {
  readonly files: readonly RepairedFile[];
  /** What would still be found afterwards. */
  readonly left: readonly ConfigFinding[];
  /** Fixes that were left out because another assistant reads the same file and they would break something for it. */
  readonly harmful: readonly { readonly finding: ConfigFinding; readonly sideEffect: SideEffect }[];
}

/** What the person decides about a repair. */
export interface RepairDecisions {
  /** Whether the person asked for findings of this kind. */
  readonly isChosen: (finding: ConfigFinding) => boolean;
  /** Whether this fix is wanted. Called once for each fix, with the file before and after. `undefined`: the person cancelled. */
  readonly wants: (finding: ConfigFinding, change: ProposedChange) => Promise<boolean | undefined>;
}

/** The plan as changes for `apply`: each writes exactly what was shown, or refuses when the file has changed since. @param project its root. */
export function changesOf({ files }: RepairPlan, project: string): readonly FileChange[] {
  return files.map((file) => ({ ...changeOf(file), project: file.cured.every(({ scope }) => scope === 'project') ? project : undefined }));
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
