import { isRecord, pathsOf, textsIn, type System } from '../system/index.ts';
import { askGit } from './ask-git.ts';
import { repositoryOf } from './repository.ts';
import type { Workspace } from './workspace.ts';

/** Which repository is at the path of a workspace, as it was when the person was asked about it. */
export interface RepositoryIdentity {
  /** The commits without parents that its branch began with; in a shallow clone those at which it is cut off. Empty where git knows none. */
  readonly commits: readonly string[];
  /** Which directories these are: that of git, or of the workspace where there is no git; and of the workspace where it is a part of a repository. */
  readonly places: readonly string[];
}

/** A person waits, and git walks through all commits: 10 seconds for a million of them. */
const maxMs = 60_000;
const maxBytes = 64 * 1024;
const maxCommits = 100;
const unknown = 'unknown';

/** What is recorded with an approval. Never throws: where git does not answer, the directories alone are known. */
export async function repositoryIdentity(system: System, workspace: Workspace): Promise<RepositoryIdentity> {
  const { places, hasGit } = await placesOf(system, workspace);
  if (!hasGit) return { commits: [], places };
  const { output, problem } = await askGit(system, workspace, ['rev-list', '--max-parents=0', 'HEAD'], { maxBytes, maxMs });
  const commits = problem === undefined ? output.toString('latin1').trim().split('\n') : [];
  return { commits: commits.filter((commit) => /^[0-9a-f]{40,64}$/.test(commit)).slice(0, maxCommits), places };
}

/**
 * Whether that repository is still at the path of the workspace: in the same directory, or one that has the same first commits (it was cloned
 * again). A fork has them too, and so has whatever somebody made to have them. False in doubt.
 */
export async function isSameRepository(system: System, workspace: Workspace, known: RepositoryIdentity): Promise<boolean> {
  const { places, hasGit } = await placesOf(system, workspace, known);
  if (places.join() === known.places.join()) return !places.some((place) => place.endsWith(unknown));
  if (!hasGit || known.commits.length === 0 || places.slice(1).join() !== known.places.slice(1).join()) return false;
  const question = { maxBytes, input: `${known.commits.join('\n')}\n` };
  const { output, problem } = await askGit(system, workspace, ['cat-file', '--batch-check=%(objecttype)'], question);
  const types = output.toString('latin1').trim().split('\n');
  return problem === undefined && types.length === known.commits.length && types.every((type) => type === 'commit');
}

/** Reads what {@link repositoryIdentity} gave. */
export function readIdentity(value: unknown): RepositoryIdentity | undefined {
  if (!isRecord(value)) return undefined;
  const [commits, places] = [textsIn(value['commits']), textsIn(value['places'])];
  return places.length === 0 ? undefined : { commits, places };
}

/** @param known where it was a directory without git, one that got git since is the same directory. */
async function placesOf(
  system: System,
  { root }: Workspace,
  known?: RepositoryIdentity,
): Promise<{ readonly places: readonly string[]; readonly hasGit: boolean }> {
  const repository = await repositoryOf(system, root);
  const wasPlain = known?.places[0]?.startsWith('directory ') === true;
  if (repository === undefined || wasPlain) return { places: [await placeOf(system, root, 'directory')], hasGit: false };
  const git = await placeOf(system, repository.common ?? repository.directory, 'git');
  const isPart = pathsOf(system).relative(repository.root, root) !== '';
  return { places: isPart ? [git, await placeOf(system, root, 'part')] : [git], hasGit: true };
}

/** Its birth too: a directory that is made after another one was removed often gets its inode. */
async function placeOf(system: System, directory: string, kind: 'directory' | 'git' | 'part'): Promise<string> {
  const [seen] = await system.stamps([directory]);
  return `${kind} ${seen === undefined ? unknown : `${seen.device}:${seen.inode}:${seen.bornMs}`}`;
}
