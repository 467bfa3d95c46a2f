import { findWorkspace, type Workspace } from '../doctor/index.ts';
import { SnapError, type System } from '../system/index.ts';

/** Where the server works, and what is wrong with what it was told. */
export interface ServedWorkspace {
  readonly workspace: Workspace;
  readonly problem: 'missing' | 'not-replaced' | 'no-project' | undefined;
}

/** Asked at every call: the directory may be made while the server runs. Without a usable name it is where the server was started. */
export async function servedWorkspace(system: System, named: string | undefined): Promise<ServedWorkspace> {
  if (named !== undefined) {
    try {
      return { workspace: await findWorkspace(system, named), problem: undefined };
    } catch (error) {
      // What is no directory is said in the answers; a server that did not start could say nothing.
      if (!(error instanceof SnapError)) throw error;
    }
  }
  const workspace = await findWorkspace(system, undefined);
  if (named === undefined) return { workspace, problem: workspace.isProject ? undefined : 'no-project' };
  return { workspace, problem: /\$\{?\w|%\w+%/.test(named) ? 'not-replaced' : 'missing' };
}
