import { join } from 'node:path';
import type { System } from '../system/index.ts';
import { askGit, type Workspace, type WorkspacePath } from '../workspace/index.ts';
import type { AddedLines, DiffKind, LineRange } from './history.ts';
import type { ReadGitContext } from './git-context.ts';
import type { ReadStatus } from './working-status.ts';

const maxBytes = 64 * 1024 * 1024;
const wholeFile: readonly LineRange[] = [{ from: 1, to: Infinity }];
/** The tree without files, to compare with before the first commit. https://git-scm.com/docs/git-hash-object */
const emptyTree = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';
const options = [
  '--unified=0',
  '--no-color',
  '--no-ext-diff',
  '--no-textconv',
  '--no-prefix',
  '--find-renames',
  '--diff-filter=ACMRT',
  '--ignore-submodules=all',
  '--relative',
];

/** Asks git; what it cannot say is a `problem`. */
export async function readAddedLines(system: System, workspace: Workspace, kind: DiffKind, question: DiffQuestion): Promise<AddedLines> {
  const { readStatus, readContext, signal } = question;
  const [status, context] = await Promise.all([readStatus(signal), readContext(signal)]);
  if (status.kind === 'unknown') return { files: new Map(), problem: status.problem };
  if (context.kind === 'unknown') return { files: new Map(), problem: context.problem };
  const base = status.head ?? emptyTree;
  const against = { staged: ['--cached', base], changed: [], uncommitted: [base] }[kind];
  // Otherwise it would write the index. https://git-scm.com/docs/git-config#Documentation/git-config.txt-diffautoRefreshIndex
  const settings = [...context.settings, 'core.quotePath=false', 'diff.autoRefreshIndex=false'];
  const { output, problem } = await askGit(system, workspace, ['diff', ...options, ...against, '--', '.'], { maxBytes, settings, signal });
  if (problem !== undefined) return { files: new Map(), problem };
  const files = new Map(parseAddedLines(output.toString('utf8')));
  if (kind === 'uncommitted') {
    for (const { path, state } of status.files) {
      if (state === 'untracked' && (await system.look(join(workspace.root, path)))?.kind === 'file') files.set(path, wholeFile);
    }
  }
  return { files };
}

export interface DiffQuestion {
  readonly readStatus: ReadStatus;
  readonly readContext: ReadGitContext;
  readonly signal?: AbortSignal | undefined;
}

/** Reads a diff without context lines. https://git-scm.com/docs/diff-format#generate_patch_text_with_p */
export function parseAddedLines(diff: string): ReadonlyMap<WorkspacePath, readonly LineRange[]> {
  const files = new Map<WorkspacePath, LineRange[]>();
  let ranges: LineRange[] = [];
  /** Lines of the hunk that are still to come: a removed line may read "-- a", which looks like a heading. */
  let rest = 0;
  const open = (path: string): void => {
    ranges = files.get(path) ?? [];
    files.set(path, ranges);
  };
  for (const line of diff.split('\n')) {
    if (rest > 0 && /^[-+]/.test(line)) {
      rest -= 1;
      continue;
    }
    if (line.startsWith('\\')) continue;
    rest = 0;
    const [, removed, from, added] = /^@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(line) ?? [];
    if (from !== undefined) {
      const length = added === undefined ? 1 : Number(added);
      rest = length + (removed === undefined ? 1 : Number(removed));
      if (length > 0) ranges.push({ from: Number(from), to: Number(from) + length - 1 });
    } else if (line.startsWith('+++ ')) open(unquoted(line.slice('+++ '.length)));
    // A file of which only the name or the mode changed, or that is binary, has no "+++" line.
    else if (line.startsWith('rename to ')) open(unquoted(line.slice('rename to '.length)));
    else if (line.startsWith('diff --git ')) {
      const name = sameName(line.slice('diff --git '.length));
      if (name !== undefined) open(name);
    }
  }
  return files;
}

/** `a a`: the same name twice, as it is without a prefix where the file was not renamed. */
function sameName(names: string): string | undefined {
  const half = (names.length - 1) / 2;
  const name = names.slice(0, half);
  return Number.isInteger(half) && names === `${name} ${name}` ? unquoted(name) : undefined;
}

/** Names with control characters or quotes are written as in C, bytes as octal numbers. A tab ends a name that holds a space. */
function unquoted(name: string): string {
  if (!name.startsWith('"')) return name.replace(/\t$/, '');
  const letters: Readonly<Record<string, number>> = { a: 7, b: 8, t: 9, n: 10, v: 11, f: 12, r: 13 };
  const bytes = Array.from(name.slice(1, name.lastIndexOf('"')).matchAll(/\\([0-7]{3})|\\(.)|([^\\]+)/gs), ([, octal, escaped, plain]) => {
    if (octal !== undefined) return Buffer.from([Number.parseInt(octal, 8)]);
    if (escaped !== undefined) return Buffer.from([letters[escaped] ?? escaped.charCodeAt(0)]);
    return Buffer.from(plain ?? '');
  });
  return Buffer.concat(bytes).toString('utf8');
}
