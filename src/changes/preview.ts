import type { System } from '../system/index.ts';
import type { ComputedChange, FileChange } from './change.ts';
import { leadsOut } from './links-out.ts';
import type { Facts } from '../machine/index.ts';
import { errorMessage } from '../system/index.ts';

/** One real file before and after the changes, without writing it. */
export interface PreviewedFile {
  /** The final target, through every link. */
  readonly path: string;
  readonly before: Uint8Array | undefined;
  readonly after: Uint8Array | undefined;
  readonly results: readonly { readonly change: FileChange; readonly computed: ComputedChange }[];
}

/**
 * Computes the changes without writing. Changes of one file, also through links, are applied one after the other. Reads only.
 * @param contents what `probe` has already read.
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
    files.set(path, file);
    const out = await leadsOut(system, change);
    const computed = out === undefined ? (file.obstacle ?? change.compute(file.after)) : ({ kind: 'refused', ...out } as const);
    if (computed.kind === 'write') file.after = computed.bytes;
    file.results.push({ change, computed });
  }
  return [...files.values()];
}

interface OpenFile extends PreviewedFile {
  after: Uint8Array | undefined;
  readonly results: { readonly change: FileChange; readonly computed: ComputedChange }[];
  /** Why nothing in it can be changed. */
  readonly obstacle?: ComputedChange | undefined;
}

async function open(system: System, path: string, known: Uint8Array | undefined): Promise<OpenFile> {
  const nothing = { path, before: undefined, after: undefined, results: [] };
  const seen = await system.look(path);
  if (seen !== undefined && seen.kind !== 'file' && seen.kind !== 'dangling-link') {
    return {
      ...nothing,
      obstacle: {
        kind: 'refused',
        message: `${path}: there is ${seen.kind === 'directory' ? 'a directory' : 'something that is not a file'} in place of the file.`,
      },
    };
  }
  try {
    const before = known ?? (await system.readBytes(path));
    return { path, before, after: before, results: [] };
  } catch (error) {
    return {
      ...nothing,
      obstacle: { kind: 'refused', message: `${path}: it cannot be read: ${errorMessage(error)}.` },
    };
  }
}
