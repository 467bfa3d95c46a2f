import { ignoreRulesOf } from '../../workspace/index.ts';
import type { System } from '../../system/index.ts';
import { type RawName, textOfName } from '../raw-name.ts';
import { parentPath, topPath } from '../raw-path.ts';
import type { Difference } from '../compare/changes.ts';
import { type Contents, type FileEntry, isFileEntry } from '../store/stored-contents.ts';
import type { ObjectId, TreeEntry } from '../store/object-types.ts';
import type { PlanOptions } from './restore-plan.ts';
import type { Snapshot } from '../snapshots.ts';

const ignoreFile = '.gitignore';
const maxRules = 100_000;

/**
 * Says of files that a snapshot does not hold whether they may have been there all the same: it left them out by name, or its
 * `.gitignore` did. Removing a line from a `.gitignore` and then restoring must not delete the files that the line left out.
 */
export async function whyUnknownTo(
  contents: Contents,
  {
    snapshot,
    now,
    differences,
    platform,
  }: {
    readonly snapshot: Pick<Snapshot, 'skipped' | 'skippedCount'> & { readonly root: ObjectId };
    /** The root of the files as they are. */
    readonly now: ObjectId;
    readonly differences: readonly Difference[];
    readonly platform: System['platform'];
  },
): Promise<NonNullable<PlanOptions['whyUnknown']>> {
  const leaving = differences.filter(({ after }) => after === undefined).map(({ path }) => path);
  const isIgnored = await ignoredThen(contents, { now, target: snapshot.root, leaving, platform });
  const skipped = new Map(snapshot.skipped.map(({ path, reason }) => [path, reason]));
  return (path, entry) => {
    const shown = textOfName(path);
    const reason = skipped.get(shown);
    if (reason !== undefined) return `the snapshot left it out (${reason})`;
    if (isIgnored(shown, entry.kind === 'directory' ? 'directory' : 'file')) return 'it was ignored when the snapshot was taken';
    if (entry.kind !== 'directory' && snapshot.skippedCount > skipped.size) {
      return 'the snapshot left out more files than it lists, and this may be one of them';
    }
    return undefined;
  };
}

async function ignoredThen(
  contents: Contents,
  {
    now,
    target,
    leaving,
    platform,
  }: { readonly now: ObjectId; readonly target: ObjectId; readonly leaving: readonly RawName[]; readonly platform: System['platform'] },
): Promise<(path: string, kind: 'file' | 'directory') => boolean> {
  const directories = new Set<RawName>();
  for (const path of leaving) {
    for (let at = parentPath(path); !directories.has(at); at = parentPath(at)) directories.add(at);
  }
  const [before, after] = [directoryReader(contents, now), directoryReader(contents, target)];
  const files: { readonly directory: string; readonly text: string }[] = [];
  let isOther = false;
  for (const directory of [...directories].sort()) {
    const [rulesNow, rulesThen] = [rulesIn(before(directory)), rulesIn(after(directory))];
    isOther ||= rulesNow?.size !== rulesThen?.size || idOf(rulesNow) !== idOf(rulesThen);
    if (rulesThen !== undefined && rulesThen.size <= maxRules) {
      const text = Buffer.concat([...(await contents.read(rulesThen))]).toString('utf8');
      files.push({ directory: textOfName(directory), text });
    }
  }
  // Under the same rules whatever is held now would have been held then.
  return isOther ? ignoreRulesOf(files, platform) : () => false;
}

function rulesIn(entries: readonly TreeEntry[] | undefined): FileEntry | undefined {
  return entries?.filter(isFileEntry).find(({ name }) => name.toString('latin1') === ignoreFile);
}

function idOf(entry: FileEntry | undefined): string | undefined {
  return entry?.kind === 'borrowed' ? entry.gitId : entry?.id;
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
