import { directoryOf, nameOf } from './paths.ts';
import type { Seen, System } from '../system/index.ts';

/** As snap creates a person's file, and the directories above it. */
const created = { mode: 0o100600, readable: true, writable: true, executable: false } as const;
const createdDirectory: Seen = { kind: 'directory', size: 0, mode: 0o40700, readable: true, writable: true, executable: true };

/** The same machine with other contents in some files, by real path (`undefined`: no file). For simulating changes; never written. */
export function overlay(system: System, contents: ReadonlyMap<string, Uint8Array | undefined>): System {
  if (contents.size === 0) return system;
  const real = async (path: string): Promise<string> => (await system.look(path))?.target ?? path;
  const { added, gone, above } = namesByDirectory(system, contents);
  return {
    ...system,
    // A getter of the system below.
    own: system.own,
    readBytes: async (path) => {
      const at = await real(path);
      return contents.has(at) ? contents.get(at) : system.readBytes(path);
    },
    look: async (path) => {
      const seen = await system.look(path);
      const at = seen?.target ?? path;
      if (!contents.has(at)) return seen ?? (above.has(path) ? createdDirectory : undefined);
      const bytes = contents.get(at);
      return bytes === undefined ? undefined : { ...(seen ?? { kind: 'file', ...created }), size: bytes.length };
    },
    list: async (path) => {
      const names = await system.list(path);
      const more = added.get(path) ?? [];
      const fewer = gone.get(path) ?? [];
      if (more.length === 0 && fewer.length === 0) return names;
      return [...new Set([...(names ?? []), ...more])].filter((name) => !fewer.includes(name));
    },
  };
}

/** Which names each directory has more and fewer, and every directory above a file that is there. */
function namesByDirectory({ platform }: System, contents: ReadonlyMap<string, Uint8Array | undefined>) {
  const added = new Map<string, readonly string[]>();
  const gone = new Map<string, readonly string[]>();
  const above = new Set<string>();
  for (const [file, bytes] of contents) {
    const names = bytes === undefined ? gone : added;
    let path = file;
    for (let parent = directoryOf(path, platform); parent !== path; parent = directoryOf(path, platform)) {
      if (path === file || bytes !== undefined) names.set(parent, [...(names.get(parent) ?? []), nameOf(path)]);
      if (bytes !== undefined) above.add(parent);
      path = parent;
    }
  }
  return { added, gone, above };
}
