import { join } from 'node:path';
import type { PlannedChange, PlannedFile } from '../change/contents.ts';
import type { LineRange } from '../../history/index.ts';
import { SnapError } from '../../system/index.ts';
import { applyPatch, diffLists, isBinary, splitLines } from '../../text/index.ts';
import { confinedPaths, type Workbench } from '../../workbench/index.ts';
import type { WorkspacePath } from '../../workspace/index.ts';
import type { ProposedFile } from './validation.ts';

export interface PlannedFiles {
  readonly change: PlannedChange;
  /** Diffs that could not be applied. */
  readonly problems: readonly { readonly file: WorkspacePath; readonly problem: string }[];
}

/** What cannot be read as text, or is larger, is not examined. */
const maxBytes = 2 * 1024 * 1024;

/**
 * The files as they would be.
 * @throws SnapError `invalid-path` for one that leads out of the workspace; `invalid-input` for one that is given twice in a way that has no order.
 */
export async function planFiles(bench: Pick<Workbench, 'system' | 'workspace'>, proposed: readonly ProposedFile[]): Promise<PlannedFiles> {
  const change = new Map<WorkspacePath, PlannedFile>();
  const problems: { readonly file: WorkspacePath; readonly problem: string }[] = [];
  for (const { path, content, diff } of proposed) {
    const [file = path] = await confinedPaths(bench, [path]);
    if (isOfGit(file)) {
      problems.push({ file, problem: 'it belongs to git itself: a setting or a hook there can run programs' });
      continue;
    }
    if (content !== undefined && diff !== undefined) throw twice(file, 'content and a diff');
    const known = change.get(file);
    if (known !== undefined && content !== undefined) throw twice(file, 'two contents, or a diff and then content');
    const present = known === undefined ? await textOf(bench, file) : { text: known.after };
    if (present === 'not readable') {
      problems.push({ file, problem: 'it is no text, or larger than 2 MiB' });
      continue;
    }
    const now = present?.text;
    // Of several diffs of one file each is applied to what the one before it made, and all of their lines are new.
    const before = known === undefined ? now : known.before;
    const after = diff === undefined ? { text: content ?? now } : applyPatch(now, diff);
    if ('problem' in after) problems.push({ file, problem: `the diff does not apply: ${after.problem}` });
    else if (after.text === undefined && now === undefined)
      problems.push({ file, problem: 'there is no such file, and neither content nor diff' });
    // Without content and diff the file is examined as it is, all of it.
    else
      change.set(file, {
        before,
        after: after.text,
        added: addedLines(content === undefined && diff === undefined ? '' : (before ?? ''), after.text ?? ''),
      });
  }
  return { change, problems };
}

function twice(file: WorkspacePath, what: string): SnapError {
  return new SnapError('invalid-input', `${file} is given ${what}.`, {
    hint: 'Give its whole content once, or diffs in the order in which they apply.',
  });
}

async function textOf(
  { system, workspace }: Pick<Workbench, 'system' | 'workspace'>,
  file: WorkspacePath,
): Promise<{ readonly text: string } | 'not readable' | undefined> {
  const path = join(workspace.root, file);
  if ((await system.look(path)) === undefined) return undefined;
  const bytes = await system.readStart(path, maxBytes + 1);
  if (bytes === undefined || bytes.length > maxBytes || isBinary(bytes)) return 'not readable';
  return { text: Buffer.from(bytes).toString('utf8') };
}

function addedLines(before: string, after: string): readonly LineRange[] {
  return diffLists(splitLines(before), splitLines(after)).flatMap(({ after: [from, to] }) => (to > from ? [{ from: from + 1, to }] : []));
}

/** Also `.GIT`, which is the same directory on macOS and Windows; and that of a submodule. */
function isOfGit(file: WorkspacePath): boolean {
  return /(^|\/)\.git(\/|$)/i.test(file);
}
