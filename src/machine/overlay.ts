import type { System } from '../system/index.ts';

/** The same machine with other contents in some files, by real path (`undefined`: no file). For simulating changes; never written. */
export function overlay(system: System, contents: ReadonlyMap<string, Uint8Array | undefined>): System {
  if (contents.size === 0) return system;
  const real = async (path: string): Promise<string> => (await system.look(path))?.target ?? path;
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
      if (!contents.has(at)) return seen;
      const bytes = contents.get(at);
      return bytes === undefined || seen === undefined ? undefined : { ...seen, size: bytes.length };
    },
  };
}
