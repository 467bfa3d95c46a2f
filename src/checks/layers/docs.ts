import { join } from 'node:path';
import { sourceText } from '../../coverage/index.ts';
import { cleanLine, count, cut, type TreeFile } from '../../system/index.ts';
import {
  exclusions,
  readGitIndex,
  type Exclusions,
  type Workspace,
  repositoryOf,
  type WorkspacePath,
  directoryOf,
} from '../../workspace/index.ts';
import { checkDocuments, maxDocumentBytes, type KnownDocuments } from '../docs/check-documents.ts';
import { readersOf } from '../docs/documents.ts';
import { withParents } from '../docs/project-facts.ts';
import type { Layer, LayerContext } from '../mode.ts';

/** What was read of each workspace that this process works in: only files that changed are read again. */
const kept = new WeakMap<Workspace, KnownDocuments>();

/** Compares what documents name with what the workspace has. */
export const docs: Layer = {
  name: 'docs',
  needs: ['files'],
  async find(scope, context, record) {
    const files = await filesWithTracked(context);
    const documents = files.filter(({ path, size }) => readersOf(path) !== undefined && size <= maxDocumentBytes);
    const above = await documentsAbove(context);
    if (documents.length === 0)
      return {
        skipped: `the workspace has no documents in Markdown that could be out of date${above === undefined ? '' : `; ${above}`}`,
      };
    const examined = documents.filter(({ path }) => scope.covers(path));
    if (examined.length === 0) return { skipped: 'none of the files in question is a document that could be out of date' };
    const { history, workspace } = await context.workbench();
    const read = async (path: WorkspacePath) => sourceText(context.system, join(workspace.root, path));
    const known = kept.get(workspace) ?? new Map();
    kept.set(workspace, known);
    const result = await checkDocuments({
      documents: examined.map(({ path }) => path),
      files,
      read,
      isIgnored: ignoreRules(context, files),
      known,
      history,
      signal: context.signal,
    });
    for (const finding of result.findings) record.add(finding);
    const { claims, left, longLines, problem } = result;
    record.say(
      `${count(examined.length, 'document')} read, ${count(claims, 'name')} in them compared with the files. Links to other sites are not followed.`,
      ...(above === undefined ? [] : [`The workspace is a folder of a repository: ${above}.`]),
      ...(left.length === 0 ? [] : [`Not compared to the end, because so much is named there: ${shownPaths(left)}.`]),
      ...(longLines.length === 0 ? [] : [`Left out, because they have more than 10,000 characters: ${shownPaths(longLines)}.`]),
      ...(problem === undefined ? [] : [`What existed earlier is not known, or only in part: ${problem}`]),
    );
    return undefined;
  },
};

/** A project below the top of its repository is often described above it, where this workspace does not reach. */
async function documentsAbove(context: LayerContext): Promise<string | undefined> {
  const { system, workspace } = await context.workbench();
  const repository = await repositoryOf(system, workspace.root);
  return repository === undefined || repository.root === workspace.root
    ? undefined
    : 'documents of the repository that are outside of this folder were not read';
}

const maxShown = 5;

function shownPaths(paths: readonly string[]): string {
  const shown = paths.slice(0, maxShown).map((path) => cut(cleanLine(path), 120));
  return `${shown.join(', ')}${paths.length > maxShown ? ` and ${paths.length - maxShown} more` : ''}`;
}

/** What git tracks is there for documents, also where the settings leave it out. */
async function filesWithTracked(context: LayerContext): Promise<readonly TreeFile[]> {
  const files = (await context.files()).filter(({ kind }) => kind === 'file');
  const { system, workspace } = await context.workbench();
  const index = await readGitIndex(system, workspace);
  const known = new Set(files.map(({ path }) => path));
  const others = new Set(
    (index?.names ?? []).map((name) => Buffer.from(name, 'latin1').toString('utf8')).filter((name) => !known.has(name)),
  );
  if (others.size === 0) return files;
  const directories = new Set([...others].flatMap((name) => withParents(directoryOf(name))));
  const walked = await system.walk(workspace.root, {
    enters: (directory) => directories.has(directory),
    wants: (file) => others.has(file),
    maxFiles: others.size,
    signal: context.signal,
  });
  return [...files, ...walked.files.filter(({ kind }) => kind === 'file')];
}

/** Read when the first path is asked about: mostly none is. */
function ignoreRules(context: LayerContext, files: readonly TreeFile[]): (path: WorkspacePath) => Promise<boolean> {
  let rules: Promise<Exclusions> | undefined;
  return async (path) => {
    rules ??= context.workbench().then(({ system, workspace }) => {
      const ignoreFiles = files.flatMap((file) => (/(^|\/)\.gitignore$/.test(file.path) ? [file.path] : []));
      return exclusions(system, workspace, [], context.signal, { ignoreFiles });
    });
    return !(await rules).wants(path);
  };
}
