import { SnapError, type System } from '../system/index.ts';
import { findWorkspace, type FoundWorkspace } from '../workspace/index.ts';
import { ToolError, type ToolContext } from './tool.ts';
import { isVariable } from './workspace-variables.ts';

/** Where the server works, and what is wrong with what it was told. */
export interface ServedWorkspace {
  readonly workspace: FoundWorkspace;
  readonly problem: 'missing' | 'not-replaced' | 'refused' | 'no-project' | undefined;
}

/**
 * The workspace the tools work in. Asked at every call: the directory may be made while the server runs. Where the tools have none,
 * there is a place to report about all the same: what was named, else where the server was started.
 */
export async function servedWorkspace({
  system,
  namedWorkspace: named,
  workbench,
}: Pick<ToolContext, 'system' | 'namedWorkspace' | 'workbench'>): Promise<ServedWorkspace> {
  const isUnreplaced = named !== undefined && isVariable(named);
  const root = await rootOf(workbench);
  if (root !== undefined) return { workspace: { path: root, isProject: true }, problem: isUnreplaced ? 'not-replaced' : undefined };
  const found = named === undefined || isUnreplaced ? undefined : await foundAt(system, named);
  if (found !== undefined) return { workspace: found, problem: 'refused' };
  const workspace = await findWorkspace(system, undefined);
  if (named === undefined) return { workspace, problem: workspace.isProject ? undefined : 'no-project' };
  return { workspace, problem: isUnreplaced ? 'not-replaced' : 'missing' };
}

async function rootOf(workbench: ToolContext['workbench']): Promise<string | undefined> {
  try {
    return (await workbench()).workspace.root;
  } catch (error) {
    // Whatever keeps the other tools from working is what is to be reported about.
    if (error instanceof ToolError || error instanceof SnapError) return undefined;
    throw error;
  }
}

async function foundAt(system: System, named: string): Promise<FoundWorkspace | undefined> {
  try {
    return await findWorkspace(system, named);
  } catch (error) {
    // What is no directory is said in the answer.
    if (error instanceof SnapError) return undefined;
    throw error;
  }
}
