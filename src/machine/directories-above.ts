import type { ConfigPlace } from '../clients/index.ts';
import { directoryOf, joinPath } from './paths.ts';
import type { ProbeContext } from './probe-context.ts';

/** Where the repository of the open project begins, asked once for each probe. */
const repositories = new WeakMap<ProbeContext, Promise<string | undefined>>();

/** The directories above the open project in which a client reads the same file, the nearest first. */
export async function directoriesAbove(context: ProbeContext, upward: ConfigPlace['upward']): Promise<readonly string[]> {
  if (upward === undefined) return [];
  const parents = parentsOf(context);
  if (upward === 'everywhere') return parents;
  const known = repositories.get(context) ?? repositoryAbove(context, parents);
  repositories.set(context, known);
  const root = await known;
  return root === undefined ? [] : parents.slice(0, parents.indexOf(root) + 1);
}

function parentsOf({ where }: ProbeContext): readonly string[] {
  const parents: string[] = [];
  for (let directory = where.workspace; ;) {
    const parent = directoryOf(directory, where.platform);
    if (parent === directory || parent === '' || parent === '.') return parents;
    parents.push(parent);
    directory = parent;
  }
}

async function repositoryAbove({ system, where }: ProbeContext, parents: readonly string[]): Promise<string | undefined> {
  for (const directory of [where.workspace, ...parents]) {
    if (await system.look(joinPath(directory, '.git', where.platform))) return directory === where.workspace ? undefined : directory;
  }
  return undefined;
}
