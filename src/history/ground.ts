import { join } from 'node:path';
import type { System } from '../system/index.ts';
import { askGit, noWorkTree, type Workspace } from '../workspace/index.ts';
import { ownFilters } from './own-filters.ts';

/** What has to be known of a repository before git is asked about its files. */
export type Ground =
  | {
      readonly kind: 'known';
      /** The workspace as seen from the top of the repository: empty, or with a slash at its end. */
      readonly prefix: string;
      /** Switch off the filters that the repository brings itself. */
      readonly settings: readonly string[];
    }
  | { readonly kind: 'unknown'; readonly problem: string };

/** A file written twice within one tick of the disk's clock has one time for two contents. */
const settledMs = 1_000;

/**
 * Tells the ground of a workspace. Two questions to git, whose answer is kept while the files it came from are the same; where that
 * cannot be told, they are asked each time.
 */
export function createGround(system: System, workspace: Workspace): (signal: AbortSignal | undefined) => Promise<Ground> {
  let kept: { readonly marks: string; readonly ground: Ground } | undefined;
  return async (signal) => {
    // Before the questions: what changes while they are answered is seen the next time.
    const marks = await settingsMarks(system, workspace);
    if (marks !== undefined && kept?.marks === marks) return kept.ground;
    const [place, filters] = await Promise.all([prefixOf(system, workspace, signal), ownFilters(system, workspace, signal)]);
    if (place.kind === 'unknown') return place;
    if (filters.kind === 'unknown') return filters;
    const ground: Ground = { kind: 'known', prefix: place.prefix, settings: filters.settings };
    kept = marks === undefined || filters.includesOthers ? undefined : { marks, ground };
    return ground;
  };
}

/**
 * Changes whenever the settings of the repository may have. `undefined` where they are not simply in the `.git` of the workspace, or
 * have just been written. https://git-scm.com/docs/git-config#FILES
 */
async function settingsMarks(system: System, { gitDirectory, root }: Workspace): Promise<string | undefined> {
  if (gitDirectory === undefined || gitDirectory !== join(root, '.git')) return undefined;
  const seen = await system.look(gitDirectory);
  if (seen?.kind !== 'directory' || seen.target !== undefined) return undefined;
  // With "commondir" it is a second work tree's, and its settings stand elsewhere.
  const names = ['config', 'config.worktree', 'commondir'];
  const { files } = await system.walk(gitDirectory, { enters: () => false, wants: (name) => names.includes(name), most: names.length });
  const settledBefore = system.now().getTime() - settledMs;
  const isPlain = files.every(({ changedMs, kind }) => kind === 'file' && changedMs < settledBefore);
  if (!isPlain || !files.some(({ path }) => path === 'config') || files.some(({ path }) => path === 'commondir')) return undefined;
  return files.map(({ changedMs, inode, modifiedMs, path, size }) => `${path}:${size}:${modifiedMs}:${changedMs}:${inode}`).join(' ');
}

type Place = { readonly kind: 'known'; readonly prefix: string } | { readonly kind: 'unknown'; readonly problem: string };

/** The workspace as seen from the top of the repository: empty, or with a slash at its end. */
export async function prefixOf(system: System, workspace: Workspace, signal: AbortSignal | undefined): Promise<Place> {
  const { output, problem } = await askGit(system, workspace, ['rev-parse', '--is-inside-work-tree', '--show-prefix'], {
    mostBytes: 1024 * 1024,
    signal,
  });
  if (problem !== undefined) return { kind: 'unknown', problem };
  const text = output.toString('utf8');
  // False in a bare repository, inside `.git`, and where the settings of the repository name a work tree elsewhere.
  if (!text.startsWith('true\n')) return { kind: 'unknown', problem: noWorkTree };
  return { kind: 'known', prefix: text.slice('true\n'.length, -1) };
}
