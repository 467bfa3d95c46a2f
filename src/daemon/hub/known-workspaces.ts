import { isAbsolute } from 'node:path';
import { privateDirectoryOf } from '../../workspace/index.ts';
import { findRealPath } from '../../system/background/index.ts';
import type { System } from '../../system/index.ts';

/**
 * The real path of a workspace that the person has opened with snap: one of a client that is or was here, or one for which snap has stored something.
 * `undefined` for any other directory. The path is looked up without blocking this process: a directory may be on a disk that does not answer.
 */
export async function findWorkspace(system: System, named: string, present: readonly string[]): Promise<string | undefined> {
  if (named.includes('\0') || named.length > 4_096 || !isAbsolute(named)) return undefined;
  if (present.includes(named)) return named;
  const real = await findRealPath(named);
  if (real === undefined) return undefined;
  if (present.includes(real)) return real;
  return (await system.look(privateDirectoryOf(system, real)))?.kind === 'directory' ? real : undefined;
}
