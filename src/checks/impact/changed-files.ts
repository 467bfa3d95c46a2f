import { join } from 'node:path';
import { type CodeGraph, compareVersions, type ModuleDifference } from '../../code/index.ts';
import { type ChangedLines, countChangedLinesOfCheckout } from '../../text/index.ts';
import type { WorkspacePath } from '../../workspace/index.ts';
import type { LayerContext } from '../mode.ts';
import type { Scope } from '../scope.ts';

/** One file of a change. */
export interface ChangedFile {
  readonly path: WorkspacePath;
  readonly state: 'named' | 'new' | 'changed' | 'deleted';
  /** How a module differs from the last commit; absent for what is no module. */
  readonly difference?: ModuleDifference;
  readonly lines?: ChangedLines;
}

/** The files that a question is about, each with what of it has changed; or why there are none. */
export type Change = { readonly files: readonly ChangedFile[] } | { readonly skipped: string };

/** Beyond so many, files are not compared: each counts as changed as a whole. */
const maxCompared = 200;
const readAtOnce = 8;

const whole = (reason: string): ModuleDifference => ({ whole: reason, names: [], exports: [], removed: [] });

/** What was named, as a whole; else what differs from the last commit, as far as the diff covers it. */
export async function changedFiles(scope: Scope, context: LayerContext, graph: CodeGraph): Promise<Change> {
  const isModule = (path: WorkspacePath): boolean => graph.files.get(path)?.kind === 'module';
  if (scope.named !== undefined && scope.diff === undefined) {
    const paths = [...graph.files.keys()].filter((path) => scope.covers(path));
    if (paths.length === 0) return { skipped: 'the named files are ignored by the workspace' };
    return {
      files: paths.map((path) => ({
        path,
        state: 'named',
        ...(isModule(path) ? { difference: whole('it was named without a diff') } : {}),
      })),
    };
  }
  const bench = await context.workbench();
  const changed = await bench.history.changed(context.signal);
  if (changed.problem !== undefined) return { skipped: `${changed.problem} Name files to see what they affect.` };
  const isNamed = (path: WorkspacePath): boolean =>
    scope.named === undefined || scope.named.some((name) => name === '' || name === '.' || path === name || path.startsWith(`${name}/`));
  const files: ChangedFile[] = [];
  const compared: WorkspacePath[] = [];
  for (const { from, path, state } of changed.files) {
    if (from !== undefined && isNamed(from)) files.push({ path: from, state: 'deleted' });
    if (state === 'deleted' ? !isNamed(path) : !(scope.isWhole || scope.covers(path)) || !graph.files.has(path)) continue;
    if (state === 'deleted') files.push({ path, state });
    else if (state === 'modified' && changed.head !== undefined && compared.length < maxCompared) compared.push(path);
    else files.push({ path, state: 'new', ...(isModule(path) ? { difference: whole(wholeReason[state]) } : {}) });
  }
  files.push(...(await comparedFiles(context, changed.head ?? '', compared, isModule)));
  if (files.length === 0)
    return {
      skipped: scope.isWhole
        ? 'no file changed since the last commit; name files to see what they affect'
        : 'the diff touches none of these files',
    };
  return { files: files.toSorted((one, other) => (one.path < other.path ? -1 : 1)) };
}

const wholeReason = {
  modified: 'too many files changed to compare them',
  added: 'it is new',
  deleted: 'it is gone',
  renamed: 'it has another name',
  untracked: 'it is new',
  conflicted: 'it is in conflict',
} as const;

async function comparedFiles(
  context: LayerContext,
  head: string,
  paths: readonly WorkspacePath[],
  isModule: (path: WorkspacePath) => boolean,
): Promise<readonly ChangedFile[]> {
  const { history, workspace } = await context.workbench();
  const read: { readonly path: WorkspacePath; readonly before: Uint8Array; readonly after: Uint8Array }[] = [];
  for (let i = 0; i < paths.length; i += readAtOnce) {
    context.signal.throwIfAborted();
    read.push(
      ...(await Promise.all(
        paths.slice(i, i + readAtOnce).map(async (path) => ({
          path,
          before: (await history.contentAt(head, path)) ?? new Uint8Array(),
          after: (await context.system.readBytes(join(workspace.root, path))) ?? new Uint8Array(),
        })),
      )),
    );
  }
  const modules = read.filter(({ path }) => isModule(path));
  const texts = modules.map(({ after, before, path }) => ({ path, before: textOf(before), after: textOf(after) }));
  const found = await compareVersions(context.system, texts, context.signal);
  const differences = new Map(modules.map(({ path }, i) => [path, found[i]]));
  return read.map(({ after, before, path }) => {
    const difference = differences.get(path);
    const lines = countChangedLinesOfCheckout(before, after);
    return { path, state: 'changed', ...(difference === undefined ? {} : { difference }), ...(lines === undefined ? {} : { lines }) };
  });
}

/** Git may have written other line ends. */
function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('utf8').replaceAll('\r\n', '\n');
}
