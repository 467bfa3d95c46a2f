import type { Seen, System } from '../../system/index.ts';
import { findProgram } from '../../machine/index.ts';
import { directoryOf, isAbsolutePath, nameOf } from '../../machine/index.ts';
import type { ProgramFound } from '../setup.ts';

/** Inspects paths and programs, and caches what it found. */
export interface PathInspector {
  readonly system: System;
  readonly platform: System['platform'];
  look(path: string): Promise<Seen | undefined>;
  /** @param path the PATH to search; a command with a separator is a path and is not searched. */
  program(command: string, path: string): Promise<ProgramFound | undefined>;
}

/** An inspector with an empty cache. What changes on disk after the first look is not noticed. @param system remembers what it saw. */
export function openPathInspector(system: System): PathInspector {
  const programs = new Map<string, Promise<ProgramFound | undefined>>();
  const once = <T>(known: Map<string, Promise<T>>, key: string, ask: () => Promise<T>): Promise<T> => {
    const found = known.get(key) ?? ask();
    known.set(key, found);
    return found;
  };
  const look = (path: string) => system.look(path);
  const found = (path: string) => once(programs, path, async () => programAt(system, path, await look(path)));
  /** Windows starts `C:\x\npx` as `npx.exe` or `npx.cmd`; the file of the bare name that npm writes beside them is for other shells. */
  const atPath = async (path: string): Promise<ProgramFound | undefined> => {
    if (system.platform !== 'win32' || hasEnding(path)) return found(path);
    const ended = await findProgram(system, nameOf(path), directoryOf(path, system.platform));
    return found(ended ?? path);
  };
  const onPath = async (name: string, path: string): Promise<string | undefined> => {
    if (system.platform !== 'win32' || !hasEnding(name)) return findProgram(system, name, path);
    for (const directory of path.split(';')) {
      const full = `${directory}\\${name}`;
      if (directory !== '' && (await look(full))?.kind === 'file') return full;
    }
    return undefined;
  };
  return {
    system,
    platform: system.platform,
    look,
    program: (command, path) =>
      once(programs, `${path}\0${command}`, async () => {
        if (command === '') return undefined;
        if (/[\\/]/.test(command)) return isAbsolutePath(command, system.platform) ? atPath(command) : undefined;
        const at = await onPath(command, path);
        return at === undefined ? undefined : found(at);
      }),
  };
}

/** The extensions of files that Windows starts directly or through its command processor. */
function hasEnding(name: string): boolean {
  return /\.(exe|cmd|bat|com)$/i.test(name);
}

/** How many bytes of a program file are read to find out what it is. */
const headLength = 256;

async function programAt(system: System, path: string, seen: Seen | undefined): Promise<ProgramFound | undefined> {
  if (seen?.kind !== 'file') return undefined;
  const target = seen.target ?? path;
  const head = Buffer.from((await system.readStart(target, headLength)) ?? []);
  const line = head.toString('latin1').split(/\r?\n/, 1)[0] ?? '';
  const isWindows = system.platform === 'win32';
  return {
    path,
    target,
    executable: isWindows ? hasEnding(target) : seen.executable,
    interpreter: line.startsWith('#!') ? line.slice(2).trim() : undefined,
    isBinary: isBinary(head),
  };
}

/** ELF, Mach-O (both byte orders and universal), PE. */
function isBinary(head: Buffer): boolean {
  if (head.length < 4) return false;
  const word = head.readUInt32BE(0);
  return [0x7f454c46, 0xfeedface, 0xfeedfacf, 0xcefaedfe, 0xcffaedfe, 0xcafebabe].includes(word) || word >>> 16 === 0x4d5a;
}
