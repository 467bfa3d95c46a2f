import { join } from 'node:path';
import type { System } from '../system/index.ts';
import { askGit, noWorkTree, type Workspace } from '../workspace/index.ts';
import { personSettings, writtenJustNowMs } from './git-fingerprint.ts';
import { ownFilters } from './own-filters.ts';

/** What must be known of a repository before git is asked about its files. */
export type GitContext =
  | {
      readonly kind: 'known';
      /** The workspace as seen from the top of the repository: empty, or with a slash at its end. */
      readonly prefix: string;
      /** Settings that disable the filters that the repository itself configures. */
      readonly settings: readonly string[];
      /** Settings name other files that decide what git answers, or say that names are compared in another way. */
      readonly needsFullStatus: boolean;
    }
  | { readonly kind: 'unknown'; readonly problem: string };

export type ReadGitContext = (signal: AbortSignal | undefined) => Promise<GitContext>;

/**
 * Reads the context of a workspace with two questions to git. The answer is kept as long as the files it came from are unchanged; where
 * that cannot be seen, git is asked each time.
 */
export function createGitContext(system: System, workspace: Workspace): ReadGitContext {
  let kept: { readonly fingerprint: string; readonly context: GitContext } | undefined;
  return async (signal) => {
    // Before the questions, so that a change while git answers them is noticed the next time.
    const fingerprint = await settingsFingerprint(system, workspace);
    if (fingerprint !== undefined && kept?.fingerprint === fingerprint) return kept.context;
    const [place, filters] = await Promise.all([workspacePrefix(system, workspace, signal), ownFilters(system, workspace, signal)]);
    if (place.kind === 'unknown') return place;
    if (filters.kind === 'unknown') return filters;
    const context: GitContext = {
      kind: 'known',
      prefix: place.prefix,
      settings: filters.settings,
      needsFullStatus: filters.needsFullStatus,
    };
    kept = fingerprint === undefined || filters.includesOthers ? undefined : { fingerprint, context };
    return context;
  };
}

/**
 * Changes whenever the settings of the repository may have changed. `undefined` where they are not in the `.git` of the workspace, or were
 * written just now. https://git-scm.com/docs/git-config#FILES
 */
async function settingsFingerprint(system: System, { gitDirectory, root }: Workspace): Promise<string | undefined> {
  if (gitDirectory === undefined || gitDirectory !== join(root, '.git')) return undefined;
  const seen = await system.look(gitDirectory);
  if (seen?.kind !== 'directory' || seen.target !== undefined) return undefined;
  // A directory with "commondir" belongs to a second work tree, whose settings are elsewhere.
  const names = ['config', 'config.worktree', 'commondir'];
  const { files } = await system.walk(gitDirectory, { enters: () => false, wants: (name) => names.includes(name), maxFiles: names.length });
  const unchangedSince = system.now().getTime() - writtenJustNowMs;
  const isPlain = files.every(({ changedMs, kind }) => kind === 'file' && changedMs < unchangedSince);
  if (!isPlain || !files.some(({ path }) => path === 'config') || files.some(({ path }) => path === 'commondir')) return undefined;
  const person = await personSettings(system);
  if (person === undefined) return undefined;
  const stamps = files.map(({ changedMs, inode, modifiedMs, path, size }) => `${path}:${size}:${modifiedMs}:${changedMs}:${inode}`);
  return [...stamps, person].join(' ');
}

type Prefix = { readonly kind: 'known'; readonly prefix: string } | { readonly kind: 'unknown'; readonly problem: string };

/** The workspace as seen from the top of the repository: empty, or with a slash at its end. */
export async function workspacePrefix(system: System, workspace: Workspace, signal: AbortSignal | undefined): Promise<Prefix> {
  const { output, problem } = await askGit(system, workspace, ['rev-parse', '--is-inside-work-tree', '--show-prefix'], {
    maxBytes: 1024 * 1024,
    signal,
  });
  if (problem !== undefined) return { kind: 'unknown', problem };
  const text = output.toString('utf8');
  // False in a bare repository, inside `.git`, and where the settings of the repository name a work tree elsewhere.
  if (!text.startsWith('true\n')) return { kind: 'unknown', problem: noWorkTree };
  return { kind: 'known', prefix: text.slice('true\n'.length, -1) };
}
