import type { System } from '../system/index.ts';
import type { ComputedChange, FileChange } from './change.ts';
import type { Facts } from '../machine/index.ts';

/** What the changes would make of one real file, without writing it. */
export interface PreviewedFile {
  /** The final target, through every link. */
  readonly path: string;
  readonly before: Uint8Array | undefined;
  readonly after: Uint8Array | undefined;
  readonly results: readonly { readonly change: FileChange; readonly computed: ComputedChange }[];
}

/**
 * One file linked from several editors is one file: its changes build on each other. Reads only.
 * @param contents what `probe` has read already.
 */
export async function previewChanges(
  system: System,
  changes: readonly FileChange[],
  contents: Facts['contents'],
): Promise<readonly PreviewedFile[]> {
  const files = new Map<string, OpenFile>();
  for (const change of changes) {
    const path = (await system.look(change.path))?.target ?? change.path;
    const file = files.get(path) ?? (await open(system, path, contents.get(change.path)));
    const computed = file.obstacle ?? change.compute(file.after);
    const after = computed.kind === 'write' ? computed.bytes : file.after;
    files.set(path, { ...file, after, results: [...file.results, { change, computed }] });
  }
  return [...files.values()];
}

interface OpenFile extends PreviewedFile {
  /** Why nothing in it can be changed. */
  readonly obstacle?: ComputedChange;
}

async function open(system: System, path: string, known: Uint8Array | undefined): Promise<OpenFile> {
  const nothing = { path, before: undefined, after: undefined, results: [] };
  const seen = await system.look(path);
  if (seen !== undefined && seen.kind !== 'file' && seen.kind !== 'dangling-link') {
    return {
      ...nothing,
      obstacle: {
        kind: 'refused',
        message: `${path}: ${seen.kind === 'directory' ? 'a directory' : 'something that is no file'} stands where the file should be.`,
      },
    };
  }
  try {
    const before = known ?? (await system.readBytes(path));
    return { path, before, after: before, results: [] };
  } catch (error) {
    return {
      ...nothing,
      obstacle: { kind: 'refused', message: `${path}: it cannot be read: ${error instanceof Error ? error.message : String(error)}.` },
    };
  }
}
