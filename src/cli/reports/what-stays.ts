import { type Conflict, holdsWhatStays, type MissingPath } from '../../snapshots/index.ts';
import { cut, didYouMean } from '../../system/index.ts';
import type { Invocation } from '../command.ts';
import { plain } from '../terminal/style.ts';
import { count, displayPaths } from '../words.ts';

const maxListed = 20;

/** Names what is not as in the snapshot and stays so; what is below a directory that stays for the same reason is counted. */
export function warnOfConflicts({ ui, system }: Invocation, conflicts: readonly Conflict[]): void {
  const { warn, style } = ui;
  const folded = foldedConflicts(conflicts);
  for (const { path, reason, below } of folded.slice(0, maxListed)) {
    const what = below === 0 ? 'is left as it is' : `with ${count(below, 'entry', 'entries')} below it is left as it is`;
    warn(`${style.sign.warn} ${plain(path)} ${what}: ${plain(displayPaths(reason, system.home))}`);
  }
  if (folded.length > maxListed) warn(`  and ${folded.length - maxListed} more: --json lists them all.`);
}

/** Names the paths that were asked for and that the snapshot does not hold. */
export function warnOfMissing({ ui }: Invocation, target: string, missing: readonly MissingPath[]): void {
  const { warn, style } = ui;
  for (const { path, isPresent, near } of missing.slice(0, maxListed)) {
    const meant = isPresent ? '' : ` ${didYouMean(near.map(plain))}`.trimEnd();
    const what = isPresent
      ? `"${plain(cut(path, 200))}", which exists now: restoring it means to delete it.`
      : `"${plain(cut(path, 200))}".`;
    warn(`${style.sign.warn} ${target} does not hold ${what}${meant}`);
  }
  if (missing.length > maxListed) warn(`  and ${missing.length - maxListed} more: --json lists them all.`);
}

/** Whether a path was asked for that is neither in the snapshot nor among the files as they are. */
export function missesAny(missing: readonly MissingPath[]): boolean {
  return missing.some(({ isPresent }) => !isPresent);
}

function foldedConflicts(conflicts: readonly Conflict[]): readonly (Conflict & { readonly below: number })[] {
  const reasons = new Map(conflicts.map(({ path, reason }) => [path, reason]));
  const holding = new Set(conflicts.flatMap(({ path }) => directoriesOf(path)));
  const below = new Map<string, number>();
  const shown: Conflict[] = [];
  for (const conflict of conflicts) {
    const { path, reason } = conflict;
    // What stays in it is named.
    if (reason === holdsWhatStays && holding.has(path)) continue;
    const top = directoriesOf(path).find((directory) => reasons.get(directory) === reason);
    if (top === undefined) shown.push(conflict);
    else below.set(top, (below.get(top) ?? 0) + 1);
  }
  return shown.map((conflict) => ({ ...conflict, below: below.get(conflict.path) ?? 0 }));
}

/** The outermost first. */
function directoriesOf(path: string): readonly string[] {
  const names = path.split('/').slice(0, -1);
  return names.map((_, i) => names.slice(0, i + 1).join('/'));
}
