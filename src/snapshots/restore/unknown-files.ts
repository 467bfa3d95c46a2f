import type { CaptureRules } from '../look/capture-rules.ts';
import type { Reach } from '../look/reach.ts';
import { rawNameOf, type RawName, textOfName } from '../raw-name.ts';
import { directoriesAbove, nameOfPath, parentPath, topPath } from '../raw-path.ts';
import type { Contents } from '../store/stored-contents.ts';
import type { ObjectId, TreeEntry } from '../store/object-types.ts';
import type { PlanOptions } from './restore-plan.ts';
import type { Snapshot } from '../snapshots.ts';

/** `isOther`: another version of the program would have to be asked, so nothing is deleted by its answers. */
export type RulesThen = CaptureRules & { readonly isOther?: boolean };

/** What decides whether a path that a snapshot does not hold was not there, or was left out. */
export interface Scope {
  readonly skipped: Snapshot['skipped'];
  readonly root: ObjectId;
  /** Id of its rules. */
  readonly rules: string | undefined;
  /**
   * Its rules, to be asked; read at the first call. `undefined`: nothing is known of them, so nothing that is not in the snapshot is known
   * to have been absent.
   */
  rulesThen(): Promise<RulesThen | undefined>;
  readonly reach?: Reach | undefined;
}

export type WhyUnknown = NonNullable<PlanOptions['whyUnknown']>;

const leftOut = 'it was ignored or excluded when the snapshot was taken';
const noRules = 'this snapshot does not record which files it left out, and this may be one of them';
const otherRules = 'another version of snap took this snapshot, and it may have left this file out';

/**
 * Says of files that a snapshot does not hold why they may have been there all the same. The rules that decided what it took are kept
 * with it; what they do not tell is not deleted.
 * @param holding directories that hold something that the snapshot does not hold either.
 */
export async function whyUnknownTo(contents: Contents, scope: Scope, holding: ReadonlySet<RawName>): Promise<WhyUnknown> {
  const { reach, root, skipped } = scope;
  const then = await scope.rulesThen();
  const reasons = new Map(skipped.map(({ path, reason }) => [rawNameOf(path), reason]));
  const held = entryReader(contents, root);
  const reached = reach === undefined ? undefined : entryReader(contents, reach.root);
  const isReached = (path: RawName, { kind }: TreeEntry): boolean =>
    reach !== undefined &&
    reach.isMeant(textOfName(path)) &&
    reached?.(path) !== undefined &&
    (reach.withDirectories || kind !== 'directory');
  return (path, entry) => {
    const at = reasons.size === 0 ? undefined : [path, ...directoriesAbove(path)].find((one) => reasons.has(one));
    if (at !== undefined) return `the snapshot left it out (${reasons.get(at) ?? ''})`;
    if (isBelowOther(path, held) || isReached(path, entry)) return undefined;
    if (then === undefined) return noRules;
    if (then.isOther === true) return otherRules;
    return isTaken(then, path, entry, holding.has(path)) ? undefined : leftOut;
  };
}

/** Whether the rules take what is at a path. A directory that is looked into for some files is taken only with one of them. */
function isTaken(rules: CaptureRules, path: RawName, { kind }: Pick<TreeEntry, 'kind'>, isHolding: boolean): boolean {
  if (directoriesAbove(path).some((directory) => rules.enters(textOfName(directory)) === 'no')) return false;
  if (kind !== 'directory') return rules.takes(textOfName(path)) !== 'no';
  const enters = rules.enters(textOfName(path));
  return enters === 'all' || (enters === 'some' && isHolding);
}

/** Where a file or a link was, nothing can have been below it. */
function isBelowOther(path: RawName, held: EntryReader): boolean {
  return directoriesAbove(path).some((directory) => {
    const entry = held(directory);
    return entry !== undefined && entry.kind !== 'directory' && entry.kind !== 'special';
  });
}

type EntryReader = (path: RawName) => TreeEntry | undefined;

/** The entries of a tree by their paths. */
export function entryReader(contents: Contents, root: ObjectId): EntryReader {
  const read = directoryReader(contents, root);
  const names = new Map<RawName, ReadonlyMap<string, TreeEntry>>();
  return (path) => {
    const directory = parentPath(path);
    let known = names.get(directory);
    if (known === undefined) {
      known = new Map((read(directory) ?? []).map((entry) => [entry.name.toString('latin1'), entry]));
      names.set(directory, known);
    }
    return known.get(nameOfPath(path).toString('latin1'));
  };
}

/** Reads each directory once. `undefined` where there is none. */
function directoryReader(contents: Contents, root: ObjectId): (directory: RawName) => readonly TreeEntry[] | undefined {
  const known = new Map<RawName, readonly TreeEntry[] | undefined>();
  const find = (directory: RawName): readonly TreeEntry[] | undefined => {
    if (directory === topPath) return contents.tree(root);
    const name = directory.slice(directory.lastIndexOf('/') + 1);
    const entry = read(parentPath(directory))?.find((one) => one.name.toString('latin1') === name);
    return entry?.kind === 'directory' ? contents.tree(entry.id) : undefined;
  };
  const read = (directory: RawName): readonly TreeEntry[] | undefined => {
    if (!known.has(directory)) known.set(directory, find(directory));
    return known.get(directory);
  };
  return read;
}

/** The names of a directory of a tree; none where there is none. */
export function namesIn(contents: Contents, root: ObjectId): (directory: RawName) => readonly Buffer[] {
  const read = directoryReader(contents, root);
  return (directory) => (read(directory) ?? []).map(({ name }) => name);
}
