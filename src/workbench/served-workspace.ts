import { SnapError, type System } from '../system/index.ts';
import { findWorkspace, type FoundWorkspace } from '../workspace/index.ts';
import type { Workbench } from './workbench.ts';
import { isVariable } from './workspace-variables.ts';

/** Where the server works, and what is wrong with the workspace it was given. */
export interface ServedWorkspace {
  readonly workspace: FoundWorkspace;
  readonly problem: 'missing' | 'not-replaced' | 'refused' | 'no-project' | undefined;
}

/** Which workspace a caller asked for, and how it is opened. */
export interface WorkspaceAsked {
  readonly system: System;
  /** The value of `--workspace`. */
  readonly namedWorkspace: string | undefined;
  /** @throws SnapError `no-workspace`. */
  workbench(): Promise<Workbench>;
}

/**
 * The workspace the tools work in. Asked at every call: the directory may be made while the server runs. Where the tools have none,
 * there is a place to report about all the same: what was named, else where the server was started.
 */
export async function servedWorkspace({ system, namedWorkspace: named, workbench }: WorkspaceAsked): Promise<ServedWorkspace> {
  const isUnreplaced = named !== undefined && isVariable(named);
  const root = await rootOf(workbench);
  if (root !== undefined) return { workspace: { path: root, isProject: true }, problem: isUnreplaced ? 'not-replaced' : undefined };
  const found = named === undefined || isUnreplaced ? undefined : await foundAt(system, named);
  if (found !== undefined) return { workspace: found, problem: 'refused' };
  const workspace = await findWorkspace(system, undefined);
  if (named === undefined) return { workspace, problem: workspace.isProject ? undefined : 'no-project' };
  return { workspace, problem: isUnreplaced ? 'not-replaced' : 'missing' };
}

async function rootOf(workbench: WorkspaceAsked['workbench']): Promise<string | undefined> {
  try {
    return (await workbench()).workspace.root;
  } catch (error) {
    // What keeps the other tools from working is what this report is about.
    if (error instanceof SnapError) return undefined;
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
