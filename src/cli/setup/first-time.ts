import { isSetUp } from '../../machine/index.ts';
import { probe } from '../../machine/index.ts';
import { findWorkspace } from '../../workspace/index.ts';
import type { System } from '../../system/index.ts';

/** Whether snap has never written anything on this machine and no assistant starts it. Reads only. */
export async function isFirstTime(system: System): Promise<boolean> {
  if (((await system.list(system.own.data)) ?? []).length > 0) return false;
  const workspace = await findWorkspace(system, undefined);
  const { clients } = await probe(system, { workspace });
  return !clients.some(isSetUp);
}
