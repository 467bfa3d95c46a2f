import { join } from 'node:path';
import { SnapError, type System, type TreeFile } from '../system/index.ts';
import type { Workspace, WorkspacePath } from '../workspace/index.ts';

export interface GoModule {
  readonly path: string;
  readonly directory: WorkspacePath;
}

const maxModules = 200;

/** The modules of Go in a workspace, those with the longest path first. https://go.dev/ref/mod#go-mod-file-module (2026-11-22) */
export async function modulesOf(system: System, workspace: Workspace, files: readonly TreeFile[]): Promise<readonly GoModule[]> {
  const found: GoModule[] = [];
  for (const { path } of files) {
    if (found.length >= maxModules || (path !== 'go.mod' && !path.endsWith('/go.mod'))) continue;
    const name = modulePathIn(await readStart(system, join(workspace.root, path)));
    if (name !== undefined) found.push({ path: name, directory: path.slice(0, Math.max(0, path.length - '/go.mod'.length)) });
  }
  return found.toSorted((one, other) => other.path.length - one.path.length);
}

function modulePathIn(text: string): string | undefined {
  return /^[ \t]*module[ \t]+"?([^\s"]+)"?/m.exec(text)?.[1];
}

async function readStart(system: System, path: string): Promise<string> {
  try {
    return Buffer.from((await system.readStart(path, 64 * 1024)) ?? []).toString('utf8');
  } catch (error) {
    // A module that cannot be read is one whose files are not found.
    if (error instanceof SnapError) return '';
    throw error;
  }
}
