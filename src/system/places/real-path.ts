import type { System } from '../system.ts';
import { partsBelow, pathsOf } from './paths.ts';

export type RealPath =
  | { readonly kind: 'there' | 'absent'; readonly path: string }
  /** Links that lead back to themselves, or a directory without permission: the real path is unknown. */
  | { readonly kind: 'unknown'; readonly reason: string };

/** Where an absolute path leads, every link on the way followed; of what is not there yet, where it would stand. */
export async function realPathOf(system: Pick<System, 'platform' | 'look'>, path: string): Promise<RealPath> {
  const paths = pathsOf(system);
  const { root } = paths.parse(path);
  let real = root;
  const parts = partsBelow(system, root, paths.normalize(path)) ?? [];
  for (const [i, part] of parts.entries()) {
    const next = paths.join(real, part);
    const seen = await system.look(next);
    if (seen === undefined) return { kind: 'absent', path: paths.join(next, ...parts.slice(i + 1)) };
    if (seen.kind === 'link-loop') return { kind: 'unknown', reason: 'its symbolic links lead back to themselves' };
    if (seen.kind === 'unreachable') return { kind: 'unknown', reason: 'a directory on the way is closed to you' };
    real = seen.target ?? next;
    if (seen.kind === 'dangling-link') return { kind: 'absent', path: paths.join(real, ...parts.slice(i + 1)) };
  }
  return { kind: 'there', path: real };
}
