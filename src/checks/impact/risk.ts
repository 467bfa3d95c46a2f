import type { CodeGraph } from '../../code/index.ts';
import type { LayerContext } from '../mode.ts';
import type { Spread } from './affected-tests.ts';
import type { ChangedFile } from './changed-files.ts';
import type { CompanionDocument, ImpactDocument, RiskFactor } from './document.ts';

/** What of a change is counted. */
export interface Counted {
  readonly files: readonly ChangedFile[];
  readonly spread: Spread;
  readonly graph: CodeGraph;
  readonly companions: readonly CompanionDocument[];
}

/** What goes with faults by all that is published, counted; what is not known is left out. */
export async function riskFactors(context: LayerContext, { companions, files, graph, spread }: Counted): Promise<readonly RiskFactor[]> {
  const { history } = await context.workbench();
  const lines = files.flatMap((file) => file.lines ?? []);
  const changedLines = lines.reduce((sum, { added, removed }) => sum + added + removed, 0);
  const own = new Set(files.map(({ path }) => path));
  const importers = new Set(files.flatMap(({ path }) => graph.importersOf(path).map(({ from }) => from)));
  const churn = await history.churn(context.signal);
  const commits = Math.max(0, ...files.map(({ path }) => churn.get(path) ?? 0));
  const [most] = files.filter(({ path }) => churn.get(path) === commits);
  const running = [...spread.affected.running.keys()].filter((path) => !own.has(path)).length;
  return [
    { name: 'changed-files', count: files.length, of: 'files that changed or were named' },
    ...(lines.length === 0 ? [] : [{ name: 'changed-lines' as const, count: changedLines, of: 'lines added and removed' }]),
    { name: 'direct-importers', count: [...importers].filter((path) => !own.has(path)).length, of: 'files that import a changed one' },
    { name: 'affected-files', count: running, of: 'other files in which changed code may run' },
    { name: 'affected-tests', count: spread.tests.length, of: 'test files in which it may run' },
    ...(churn.size === 0
      ? []
      : [{ name: 'commits' as const, count: commits, of: `of the last commits changed ${most?.path ?? 'these files'}` }]),
    ...(companions.length === 0
      ? []
      : [
          {
            name: 'missing-companions' as const,
            count: companions.filter(({ changed }) => !changed).length,
            of: 'files that usually change with these, and have not',
          },
        ]),
  ];
}

/**
 * The level of a change: from the lines it adds, where they are known, and from the history of its files. A file that was named without a diff
 * is judged by its history alone.
 */
export async function riskOfFiles(context: LayerContext, files: readonly ChangedFile[]): Promise<Omit<ImpactDocument['risk'], 'factors'>> {
  const forecast = await (await context.workbench()).forecast();
  const paths = files.map(({ path }) => path);
  const isChange = files.some(({ state }) => state === 'changed' || state === 'new');
  const change = isChange ? (await forecast.uncommitted(context.signal)).filter(({ file }) => paths.includes(file)) : [];
  const { level, why } = await forecast.risk(paths, change, context.signal);
  return level === undefined ? { why } : { level, why };
}
