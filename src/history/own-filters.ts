import type { System } from '../system/index.ts';
import { askGit, type Workspace } from '../workspace/index.ts';

export type OwnFilters =
  | {
      readonly kind: 'disabled';
      readonly settings: readonly string[];
      /** The settings of the repository include other files. */
      readonly includesOthers: boolean;
      /** Any settings, the person's own too, include others, name files of rules, or change how names are compared. */
      readonly needsFullStatus: boolean;
    }
  | { readonly kind: 'unknown'; readonly problem: string };

/**
 * The settings that disable the filters a repository itself configures: `git status` would run them on files whose times changed. Filters
 * from the person's own settings stay (large files). https://git-scm.com/docs/gitattributes#_filter
 */
export async function ownFilters(system: System, workspace: Workspace, signal: AbortSignal | undefined): Promise<OwnFilters> {
  const args = ['config', '--list', '--includes', '--show-scope', '--name-only', '-z'];
  const { output, problem } = await askGit(system, workspace, args, { maxBytes: 1024 * 1024, signal });
  if (problem !== undefined) return { kind: 'unknown', problem };
  const names = new Set<string>();
  let includesOthers = false;
  let needsFullStatus = false;
  const tokens = output.toString('utf8').split('\0');
  for (let i = 0; i + 1 < tokens.length; i += 2) {
    const [scope, key = ''] = [tokens[i], tokens[i + 1]];
    if (outOfSight.test(key)) needsFullStatus = true;
    if (scope === 'system' || scope === 'global' || scope === 'command') continue;
    if (/^include(if)?\./i.test(key)) includesOthers = true;
    // The name may be empty: `[filter ""]`.
    const name = /^filter\.(.*)\.[^.]+$/is.exec(key)?.[1];
    if (name !== undefined) names.add(name);
  }
  // A setting on the command line ends its name at the first `=`. A name that is not UTF-8 was not read as it is.
  if ([...names].some((name) => /[=\n\ufffd]/.test(name))) {
    return {
      kind: 'unknown',
      problem: 'The git settings of this repository contain a filter that snap cannot disable, so git was not asked.',
    };
  }
  // An empty filter is none, which would be an error for one with `required`.
  return {
    kind: 'disabled',
    includesOthers,
    needsFullStatus,
    settings: [...names].flatMap((name) => off.map((setting) => `filter.${name}.${setting}`)),
  };
}

const off = ['clean=', 'smudge=', 'process=', 'required=false'];
const outOfSight = /^(include(if)?\.|core\.(excludesfile|attributesfile|ignorecase|worktree)$|status\.)/i;
