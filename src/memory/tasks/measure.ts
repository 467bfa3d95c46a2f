import type { TreeFile } from '../../system/index.ts';
import { type ChangedLines, countChangedLines, countChangedLinesOfCheckout } from '../../text/index.ts';
import { filesAt, isOwnFile, workFiles, filesOf, type WorkspacePath } from '../../workspace/index.ts';
import { uncommittedChanges } from '../../history/index.ts';
import { type Baseline, type BaselineFrom, contentOf, hashOf, maxFileBytes, maxFiles, type PastFile } from './baseline.ts';
import type { MeasuredChange } from './tasks.ts';

// Each is a process of git.
const maxContents = 300;
const atOnce = 4;
// The clock of the disk may differ from ours.
const clockMs = 1_000;
// A file written twice within one tick of the disk's clock has one time for two contents.
const tickMs = 100;

// Git's hash of a tree without files, which every repository knows (of those with sha1).
const emptyTree = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

type Difference = 'none' | 'uncounted' | ChangedLines;

/** What differs from the baseline. A file that was changed and changed back is not counted; a renamed file counts as deleted and added. */
export async function measure(from: BaselineFrom, then: Baseline, signal?: AbortSignal): Promise<MeasuredChange> {
  if (then.problem !== undefined) return unmeasured(then.problem);
  const found = then.source === 'git' ? await candidatesByGit(from, then, signal) : await candidatesByFiles(from, then, signal);
  if (typeof found === 'string') return unmeasured(found);

  const paths: WorkspacePath[] = [];
  let added = 0;
  let removed = 0;
  let uncounted = 0;
  for (const { path, before, isOfCommit } of found.candidates) {
    const difference = await compare(from, then, { path, before, isOfCommit, now: found.there.get(path) }, signal);
    if (difference === 'none') continue;
    paths.push(path);
    if (difference === 'uncounted') uncounted += 1;
    else {
      added += difference.added;
      removed += difference.removed;
    }
  }
  return { files: paths.length, added, removed, uncounted, paths: paths.sort() };
}

/** The result where nothing could be measured. */
export function unmeasured(problem: string): MeasuredChange {
  return { files: 0, added: 0, removed: 0, uncounted: 0, paths: [], problem };
}

interface Candidate {
  readonly path: WorkspacePath;
  /** `unknown`: version control says that it differs, and its content was not read. */
  readonly before: PastFile | 'unknown';
  /** Line ends may have been translated when it was checked out. */
  readonly isOfCommit: boolean;
}

interface Candidates {
  readonly candidates: readonly Candidate[];
  readonly there: ReadonlyMap<WorkspacePath, TreeFile>;
}

async function candidatesByGit(from: BaselineFrom, then: Baseline, signal: AbortSignal | undefined): Promise<Candidates | string> {
  const { system, workspace, history } = from;
  const now = await uncommittedChanges(from, signal);
  if (now.source === 'none') return now.problem ?? 'The git repository that was here at the start of the task is no longer here.';
  const hasMoved = now.head !== then.head;
  // Without a commit at the start, everything committed now was added since or was among the files that differed then.
  const committed = hasMoved ? await history.changedSince(then.head ?? emptyTree, signal) : [];
  const paths = new Set([
    ...then.files.keys(),
    ...now.files.flatMap(({ path, from: source }) => (source === undefined ? [path] : [path, source])),
    ...committed.filter((path) => !isOwnFile(path)),
  ]);
  if (paths.size > maxFiles) return `There are more than ${maxFiles} files that may have changed, too many to compare.`;

  const there = await filesAt(system, workspace.root, paths, signal);
  const asked = [...paths].filter((path) => !then.files.has(path));
  const contents = await contentsOfCommit(from, then.head, asked.slice(0, maxContents), signal);
  const states = new Map(now.files.map(({ path, state }) => [path, state]));
  for (const { from: source } of now.files) if (source !== undefined && !states.has(source)) states.set(source, 'deleted');
  const candidates = [...paths].map((path): Candidate => {
    const known = then.files.get(path);
    if (known !== undefined) return { path, before: known, isOfCommit: false };
    const before = contents.get(path) ?? 'unknown';
    const state = states.get(path);
    // Version control knows the file, so it existed and its content could not be read.
    const isUnread = before !== 'unknown' && before.kind === 'absent' && (state === 'modified' || state === 'deleted');
    return { path, before: isUnread ? 'unknown' : before, isOfCommit: true };
  });
  return { candidates, there };
}

async function contentsOfCommit(
  { history }: BaselineFrom,
  commit: string | undefined,
  paths: readonly WorkspacePath[],
  signal: AbortSignal | undefined,
): Promise<ReadonlyMap<WorkspacePath, PastFile>> {
  const contents = new Map<WorkspacePath, PastFile>();
  const queue = [...paths];
  const ask = async () => {
    for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
      signal?.throwIfAborted();
      const bytes = commit === undefined ? undefined : await history.contentAt(commit, path);
      const trace = { size: bytes?.length ?? 0, modifiedMs: 0, inode: 0 };
      contents.set(path, bytes === undefined ? { kind: 'absent' } : { kind: 'content', bytes, ...trace });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, ask));
  return contents;
}

async function candidatesByFiles(from: BaselineFrom, then: Baseline, signal: AbortSignal | undefined): Promise<Candidates | string> {
  const { system, workspace, exclude } = from;
  const rules = await workFiles(system, workspace, exclude, signal);
  const walked = await filesOf(system, workspace, rules, { maxFiles: 2 * maxFiles, signal });
  if (!walked.isComplete) return `There are more than ${2 * maxFiles} files now, too many to compare.`;
  const there = new Map(walked.files.map((file) => [file.path, file]));
  // A file that was excluded since is not deleted.
  const missing = [...then.files.keys()].filter((path) => !there.has(path));
  for (const [path, file] of await filesAt(system, workspace.root, missing, signal)) there.set(path, file);
  const candidates = [...new Set([...then.files.keys(), ...there.keys()])].map((path): Candidate => {
    return { path, before: then.files.get(path) ?? { kind: 'absent' }, isOfCommit: false };
  });
  return { candidates, there };
}

async function compare(
  from: BaselineFrom,
  { atMs }: Baseline,
  { path, before, isOfCommit, now }: Candidate & { readonly now: TreeFile | undefined },
  signal: AbortSignal | undefined,
): Promise<Difference> {
  if (before === 'unknown') return 'uncounted';
  if (before.kind === 'absent') {
    // Untouched since then: it existed and was excluded.
    if (now === undefined || now.changedMs < atMs - clockMs) return 'none';
    const after = await countable(from, path, now, signal);
    return after === undefined ? 'uncounted' : counted(countChangedLines(new Uint8Array(), after));
  }
  if (now === undefined) return before.kind === 'content' ? counted(countChangedLines(before.bytes, new Uint8Array())) : 'uncounted';
  const isSame = before.size === now.size && before.modifiedMs === now.modifiedMs && before.inode === now.inode;
  if (isSame && now.modifiedMs < atMs - tickMs) return 'none';
  if (before.kind === 'trace') return isSame ? 'none' : 'uncounted';
  const after = await countable(from, path, now, signal);
  if (after === undefined) return 'uncounted';
  if (before.kind === 'hash') return hashOf(after) === before.hash ? 'none' : 'uncounted';
  if (Buffer.from(before.bytes).equals(after)) return 'none';
  return counted(isOfCommit ? countChangedLinesOfCheckout(before.bytes, after) : countChangedLines(before.bytes, after));
}

function counted(change: ChangedLines | undefined): Difference {
  return change ?? 'uncounted';
}

async function countable(
  from: BaselineFrom,
  path: WorkspacePath,
  file: TreeFile,
  signal: AbortSignal | undefined,
): Promise<Uint8Array | undefined> {
  return file.kind === 'file' && file.size <= 4 * maxFileBytes ? contentOf(from, path, signal) : undefined;
}
