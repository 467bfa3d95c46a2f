import { join } from 'node:path';
import { isRecord, jsonIn, type System } from '../../system/index.ts';
import type { Workspace } from '../../workspace/index.ts';

/** Where the shared records of a workspace are stored. */
export interface StorePlace {
  readonly kind: 'project' | 'user';
  readonly directory: string;
}

export const learningsFile = 'learnings.jsonl';
export const violationsFile = 'violations.jsonl';

/** What all writers of a workspace's knowledge lock, wherever it is stored: a move must exclude them all. */
export function storeLock(workspace: Workspace): string {
  return join(workspace.knowledgeDirectory, 'store');
}

/** The file in which the other worktrees of the repository find the new place of the records. */
export function redirectFile(workspace: Workspace): string {
  return join(workspace.knowledgeDirectory, 'moved.json');
}

/** Where records are written now. Asks the disk every time: `snap init` and a change of branch move it. */
export async function findStorePlace(system: System, workspace: Workspace): Promise<StorePlace> {
  const { knowledgeDirectory, projectDirectory } = workspace;
  if (await isProjectStore(system, projectDirectory)) return { kind: 'project', directory: projectDirectory };
  const moved = await movedTo(system, workspace);
  if (moved !== undefined && (await isProjectStore(system, moved))) return { kind: 'project', directory: moved };
  return { kind: 'user', directory: knowledgeDirectory };
}

/** Directories to read, the current one last. Two, since during a move records are in both. */
export async function placesToRead(system: System, workspace: Workspace): Promise<readonly string[]> {
  const { directory } = await findStorePlace(system, workspace);
  return [...new Set([workspace.knowledgeDirectory, directory])];
}

/**
 * A directory with a file of learnings and at most one of violations, none of them a link: a repository from somebody else may contain links
 * to anywhere. Anything else is ignored, so that it cannot disable the tools either.
 */
async function isProjectStore(system: System, directory: string): Promise<boolean> {
  const learnings = await system.look(join(directory, learningsFile));
  if (learnings?.kind !== 'file' || learnings.target !== undefined) return false;
  const violations = await system.look(join(directory, violationsFile));
  if (violations !== undefined && (violations.kind !== 'file' || violations.target !== undefined)) return false;
  const seen = await system.look(directory);
  return seen?.kind === 'directory' && seen.target === undefined;
}

/** What {@link redirectFile} says; `undefined` when there is none, or it cannot be read. */
export async function movedTo(system: System, workspace: Workspace): Promise<string | undefined> {
  const bytes = await system.readStart(redirectFile(workspace), 8_192);
  const value = bytes === undefined ? undefined : jsonIn(Buffer.from(bytes).toString('utf8'));
  return isRecord(value) && typeof value['to'] === 'string' ? value['to'] : undefined;
}
