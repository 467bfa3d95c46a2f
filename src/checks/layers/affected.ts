import { type CodeGraph, sourceKind } from '../../code/index.ts';
import { exactTestCommands, projectReader } from '../../insight/index.ts';
import { cleanLine, count } from '../../system/index.ts';
import { spreadOf, type Spread } from '../impact/affected-tests.ts';
import { changedFiles, type ChangedFile } from '../impact/changed-files.ts';
import type { CompanionDocument } from '../impact/document.ts';
import { sayChange, saySpread } from '../impact/lines.ts';
import { type Project, readProject } from '../impact/project.ts';
import { riskFactors, riskOfFiles } from '../impact/risk.ts';
import type { Layer, LayerContext, LayerRecord } from '../mode.ts';
import type { Scope } from '../scope.ts';
import { sayUnread } from '../unread-modules.ts';
import type { WorkspacePath } from '../../workspace/index.ts';

/** For so many changed modules each is asked about alone, whether a test reaches it. */
const maxAlone = 20;
const maxCompanions = 5;

/** What a change affects: by name, through every re-export. */
export const affected: Layer = {
  name: 'affected',
  needs: ['files'],
  languages: { alone: ['JavaScript', 'TypeScript', 'Vue', 'Svelte', 'Astro'], approved: [] },
  async find(scope, context, record) {
    const since = performance.now();
    const bench = await context.workbench();
    const graph = await (await bench.code()).graph(context.signal);
    const change = await changedFiles(scope, context, graph);
    if ('skipped' in change) return change;
    const project = await projectOf(context, graph);
    const spread = await spreadOf(project, change.files, context.signal);
    const companions = await companionsOf(
      context,
      change.files.map(({ path }) => path),
      since,
    );
    const commands =
      spread.tests.length === project.tests.length
        ? []
        : await exactTestCommands(projectReader(context.system, bench.workspace.root), spread.tests);
    const factors = await riskFactors(context, { files: change.files, spread, graph, companions });
    const level = await riskOfFiles(context, change.files);
    const risk = { ...level, factors };
    record.detail({
      tests: spread.tests,
      risk,
      companions,
      affected: {
        files: [...spread.affected.running.keys()].toSorted(),
        loading: spread.affected.loading.size,
        allFiles: [...graph.files.values()].filter(({ kind }) => kind === 'module').length,
        loadingTests: spread.loading.length,
        allTests: project.tests.length,
        typesOnly: spread.affected.typesOnly.length,
      },
      commands,
    });
    addBroken(spread, scope, record);
    if (change.files.some(({ difference }) => difference !== undefined))
      await addUntested(project, change.files, spread, record, context.signal);
    for (const one of companions.filter(({ changed }) => !changed).slice(0, maxCompanions)) addCompanion(one, scope, record);
    record.say(...project.problems);
    sayUnread(graph, record);
    sayChange(change.files, record);
    // A page, a picture or a manifest runs nothing; code of other languages does, and nobody followed it.
    const others = change.files.filter(({ difference, path }) => difference === undefined && sourceKind(path) === 'not-analysed');
    const unknown = others.length > 0 && change.files.every(({ difference }) => difference === undefined);
    record.examined(change.files.filter((file) => !others.includes(file)).map(({ path }) => path));
    record.unexamined(
      others.map(({ path }) => path),
      'imports are read in JavaScript and TypeScript alone, so which code and which tests it affects is not known',
    );
    saySpread(spread, project, { commands, risk, unknown }, record);
    return unknown ? { skipped: 'imports are read in JavaScript and TypeScript alone, so what this affects is not known' } : undefined;
  },
};

/** As long as no file changes, so does nothing of this. */
const known = new WeakMap<CodeGraph, Promise<Project>>();

function projectOf({ signal, system, workbench }: LayerContext, graph: CodeGraph): Promise<Project> {
  const found = known.get(graph) ?? workbench().then(async ({ workspace }) => readProject(system, workspace.root, graph, signal));
  known.set(graph, found);
  found.catch(() => known.delete(graph));
  return found;
}

/** Certain: what is named there is gone. With a diff it is new, wherever the line is. */
function addBroken({ affected: { broken }, dangling }: Spread, { diff }: Scope, record: LayerRecord): void {
  const age = diff === undefined ? undefined : ('new' as const);
  for (const { file, from, isType, line, name } of broken) {
    const message = `${cleanLine(name)} is imported here, and ${cleanLine(from)} does not export it any more.`;
    record.add({ file, line, severity: isType ? 'warning' : 'error', rule: 'removed-export', message, source: 'snap', age });
  }
  for (const { file, gone, line, source } of dangling) {
    const message = `"${cleanLine(source)}" is imported here, and ${cleanLine(gone)} is gone.`;
    record.add({ file, line, severity: 'error', rule: 'removed-file', message, source: 'snap', age });
  }
}

/** A changed module that no test reaches, where there are tests. */
async function addUntested(
  project: Project,
  files: readonly ChangedFile[],
  spread: Spread,
  record: LayerRecord,
  signal: AbortSignal,
): Promise<void> {
  const modules = files.filter(
    ({ difference, path, state }) =>
      difference !== undefined &&
      state !== 'deleted' &&
      !/\.d\.[cm]?ts$/.test(path) &&
      (difference.whole !== undefined || difference.names.length + difference.exports.length > 0),
  );
  if (project.tests.length === 0 || modules.length === 0 || modules.length > maxAlone) return;
  const tests = new Set(project.tests);
  for (const file of modules) {
    const alone = modules.length === 1 ? spread : await spreadOf(project, [file], signal);
    if (alone.tests.length > 0 || tests.has(file.path)) continue;
    const message = `No test runs what changed here: none of ${count(project.tests.length, 'test file')} reaches it by its imports.`;
    record.add({ file: file.path, severity: 'info', rule: 'no-test', message, source: 'snap' });
  }
}

function addCompanion(
  { file, goesWith, of, together }: { readonly file: string; readonly goesWith: string; readonly of: number; readonly together: number },
  { diff }: Scope,
  record: LayerRecord,
): void {
  const message = `${cleanLine(file)} changed with it in ${together} of ${count(of, 'commit')}, and does not differ from the last commit now.`;
  const age = diff === undefined ? undefined : ('new' as const);
  record.add({ file: goesWith, severity: 'info', rule: 'companion', message, source: 'snap', age });
}

/** Less often is chance. */
const leastTogether = 3;
const leastShare = 0.4;

/**
 * Files that usually change with these, by the log of git; those that are changed now are marked. Empty without git.
 * @param since when the question began: what git said after it need not be asked again.
 */
async function companionsOf(context: LayerContext, files: readonly WorkspacePath[], since: number): Promise<readonly CompanionDocument[]> {
  const { history } = await context.workbench();
  const [found, now] = await Promise.all([history.companions(files, context.signal), history.changed(context.signal, since)]);
  const changed = new Set(now.files.map(({ path }) => path));
  return found
    .filter(({ of, together }) => together >= leastTogether && together / of >= leastShare)
    .map(({ file, goesWith, of, together }) => ({ file, goesWith, together, of, changed: changed.has(file) }));
}
