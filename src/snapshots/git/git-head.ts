import { join } from 'node:path';
import type { System } from '../../system/index.ts';
import { repositoryOf, type Workspace } from '../../workspace/index.ts';
import type { Snapshot } from '../snapshots.ts';

const objectName = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
/** https://git-scm.com/docs/git-check-ref-format forbids control characters; a name that has some is not shown. */
const plainName = /^[^\p{C}\s]{1,250}$/u;

/**
 * The commit and the branch that are checked out, read from git's own files; git is not started.
 * https://git-scm.com/docs/gitrepository-layout `undefined` without git; what cannot be read is `undefined`.
 */
export async function gitHead(system: System, workspace: Pick<Workspace, 'root'>): Promise<Snapshot['git']> {
  const repository = await repositoryOf(system, workspace.root);
  if (repository === undefined) return undefined;
  const head = await lineOf(system, join(repository.directory, 'HEAD'));
  if (head === undefined) return undefined;
  if (objectName.test(head)) return { commit: head };
  const ref = /^ref: (refs\/.+)$/.exec(head)?.[1];
  if (ref === undefined || !plainName.test(ref) || ref.split('/').includes('..')) return undefined;
  const branch = /^refs\/heads\/(.+)$/.exec(ref)?.[1];
  const common = repository.common ?? repository.directory;
  const commit = (await lineOf(system, join(common, ...ref.split('/')))) ?? (await packed(system, common, ref));
  return {
    commit: commit !== undefined && objectName.test(commit) ? commit : undefined,
    // With the reftable format git writes this name, for programs that do not know the format. https://git-scm.com/docs/reftable
    branch: branch === '.invalid' ? undefined : branch,
  };
}

async function packed(system: System, common: string, ref: string): Promise<string | undefined> {
  const bytes = await system.readStart(join(common, 'packed-refs'), 4 * 1_048_576);
  if (bytes === undefined) return undefined;
  const text = Buffer.from(bytes).toString('utf8');
  const at = text.indexOf(` ${ref}\n`);
  return at === -1 ? undefined : text.slice(text.lastIndexOf('\n', at) + 1, at);
}

async function lineOf(system: System, path: string): Promise<string | undefined> {
  const bytes = await system.readStart(path, 4_096);
  return bytes === undefined ? undefined : Buffer.from(bytes).toString('utf8').split('\n', 1)[0]?.trim();
}
