import type { System } from '../system/index.ts';
import { askGit, withdrawn, type Workspace, type WorkspacePath } from '../workspace/index.ts';
import type { LineChanges, Moment, Past } from './past.ts';

const megabyte = 1024 * 1024;
/** One question takes no longer. */
const maxAskMs = 20_000;

const plainOptions = ['--no-ext-diff', '--no-textconv', '--no-show-signature', '--ignore-submodules=all', '--relative'];
const header = '--format=%x01%H %ct';

/** What can be asked about the commit that is checked out; the answers are kept as long as it is the same. */
export function createPastReader(system: System, workspace: Workspace, headOf: () => Promise<string | undefined>): () => Promise<Past> {
  let kept: { readonly head: string | undefined; readonly past: Past } | undefined;
  return async () => {
    const head = await headOf();
    if (kept === undefined || kept.head !== head || head === undefined) kept = { head, past: openPast(system, workspace, head) };
    return kept.past;
  };
}

/** @param head without it there is no past. */
function openPast(system: System, workspace: Workspace, head: string | undefined): Past {
  let cut: string | undefined;
  const ask: Ask = async (args, signal, maxBytes = 16 * megabyte) => {
    if (head === undefined) return '';
    const { output, problem } = await askGit(system, workspace, args, { maxBytes, signal, maxMs: maxAskMs });
    // Not a failure: git says so by its exit code where it finds nothing, and where a file is not in the commit.
    if (problem !== undefined && notHere.test(problem)) cut = 'Parts of earlier commits are not here, as in a partial clone.';
    else if (problem !== undefined && problem !== withdrawn && !problem.startsWith('git failed')) cut = problem;
    return output.toString('utf8');
  };
  const at = head ?? '';
  const deletions = keptAnswers<ReadonlyMap<WorkspacePath, Moment>>();
  const renames = keptAnswers<ReadonlyMap<WorkspacePath, WorkspacePath>>();
  const lines = keptAnswers<readonly LineChanges[]>();
  const times = keptAnswers<ReadonlyMap<string, Moment>>();
  return {
    extent: async (signal) => (cut === undefined ? extentOf(system, workspace, head, signal) : { isComplete: false, problem: cut }),
    deletions: (signal) =>
      deletions('', signal, async () => {
        const options = ['--no-merges', '--diff-filter=D', '--no-renames', '--name-only', '-z', ...plainOptions, header];
        return deletionsIn(await ask(['log', ...options, at, '--', '.'], signal));
      }),
    renamesIn: (commit, signal) =>
      renames(commit, signal, async () => {
        const options = ['--format=', '-z', '-M', '-l2000', '--name-status', '--diff-filter=R', ...plainOptions];
        return renamesIn(await ask(['show', ...options, commit], signal));
      }),
    lineChanges: (file, signal) =>
      lines(file, signal, async () => {
        const options = ['-p', '-U0', '--no-renames', '--no-color', ...plainOptions, header];
        return lineChangesIn(await ask(['log', ...options, at, '--', literal(file)], signal));
      }),
    lineTimes: (file, signal) =>
      times(file, signal, async () => lineTimesIn(await ask(['blame', '--no-textconv', '--line-porcelain', '-w', at, '--', file], signal))),
  };
}

type Kept<T> = (key: string, signal: AbortSignal | undefined, ask: () => Promise<T>) => Promise<T>;

/** Each question is asked once. An answer that was withdrawn is not kept. */
function keptAnswers<T>(): Kept<T> {
  const answers = new Map<string, Promise<T>>();
  return async (key, signal, ask) => {
    const answer = answers.get(key) ?? ask();
    answers.set(key, answer);
    const value = await answer;
    if (signal?.aborted === true) answers.delete(key);
    return value;
  };
}

/** What git says of an object that it would have to fetch. https://git-scm.com/docs/partial-clone (2026-11-22) */
const notHere = /^git failed: .*(unable to read|promisor|lazy fetch|could not fetch|missing blob)/;

async function extentOf(
  system: System,
  workspace: Workspace,
  head: string | undefined,
  signal: AbortSignal | undefined,
): ReturnType<Past['extent']> {
  // Before the first commit there is no HEAD, and nothing existed earlier.
  const args = ['rev-parse', '--is-shallow-repository', ...(head === undefined ? [] : ['HEAD'])];
  const { output, problem } = await askGit(system, workspace, args, { maxBytes: megabyte, signal });
  if (problem !== undefined) return { isComplete: false, problem };
  return output.toString('utf8').startsWith('false\n')
    ? { isComplete: true }
    : { isComplete: false, problem: 'The clone is shallow: older commits are not here.' };
}

/** No character of a name is a pattern. https://git-scm.com/docs/gitglossary#Documentation/gitglossary.txt-pathspec */
function literal(file: WorkspacePath): string {
  return `:(literal)${file}`;
}

type Ask = (args: readonly string[], signal: AbortSignal | undefined, maxBytes?: number) => Promise<string>;

/** Lines of {@link header} and the names that follow each. */
export function deletionsIn(output: string): ReadonlyMap<WorkspacePath, Moment> {
  const found = new Map<WorkspacePath, Moment>();
  let moment: Moment | undefined;
  for (const token of output.split('\0')) {
    const text = token.replace(/^\n/, '');
    const said = momentIn(text);
    if (said !== undefined) moment = said;
    else if (text !== '' && moment !== undefined && !found.has(text)) found.set(text, moment);
  }
  return found;
}

function momentIn(line: string): Moment | undefined {
  const [, commit, at] = /^\x01([0-9a-f]{40,64}) (\d+)/.exec(line) ?? [];
  return commit === undefined ? undefined : { commit, at: Number(at) };
}

/** `R100`, the old name, the new name. */
export function renamesIn(output: string): ReadonlyMap<WorkspacePath, WorkspacePath> {
  const tokens = output.split('\0');
  const found = new Map<WorkspacePath, WorkspacePath>();
  for (let at = 0; at + 2 < tokens.length; at += 3) {
    const [kind = '', from = '', to = ''] = tokens.slice(at, at + 3);
    if (/^\n?R\d+$/.test(kind)) found.set(from, to);
  }
  return found;
}

/** The output of `git log -p -U0`. */
export function lineChangesIn(output: string): readonly LineChanges[] {
  const found: (Moment & { readonly removed: string[]; readonly added: string[] })[] = [];
  let isInHunk = false;
  for (const line of output.split('\n')) {
    const moment = momentIn(line);
    if (moment !== undefined) {
      found.push({ ...moment, removed: [], added: [] });
      isInHunk = false;
    } else if (line.startsWith('@@ ')) isInHunk = true;
    else if (line.startsWith('diff --git ')) isInHunk = false;
    else if (isInHunk && line.startsWith('-')) found.at(-1)?.removed.push(line.slice(1));
    else if (isInHunk && line.startsWith('+')) found.at(-1)?.added.push(line.slice(1));
  }
  return found;
}

/** The output of `git blame --line-porcelain`. https://git-scm.com/docs/git-blame#_the_porcelain_format */
export function lineTimesIn(output: string): ReadonlyMap<string, Moment> {
  const found = new Map<string, Moment>();
  let commit = '';
  let at = 0;
  for (const line of output.split('\n')) {
    const id = /^([0-9a-f]{40,64}) \d+ \d+/.exec(line)?.[1];
    if (id !== undefined && !line.startsWith('\t')) commit = id;
    else if (line.startsWith('committer-time ')) at = Number(line.slice('committer-time '.length));
    // The newest of equal lines: a claim is not called older than it is.
    else if (line.startsWith('\t') && (found.get(line.slice(1))?.at ?? 0) < at) found.set(line.slice(1), { commit, at });
  }
  return found;
}
