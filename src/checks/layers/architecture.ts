import type { CodeGraph, Edge } from '../../code/index.ts';
import { count, isRecord, type Job } from '../../system/index.ts';
import { handedOnImports } from '../architecture/barrels.ts';
import { importersOf } from '../architecture/importers.ts';
import { againstTheUsual } from '../architecture/infer.ts';
import type { JudgeInput, JudgeOutput } from '../architecture/judge-imports.ts';
import type { ReadRulesInput } from '../architecture/read-rules.ts';
import type { RuleSource, RuleSources } from '../architecture/read-sources.ts';
import type { Importer } from '../architecture/rules.ts';
import { outputOf } from '../files/job-output.ts';
import type { Layer, LayerContext } from '../mode.ts';
import type { CheckFinding } from '../report.ts';
import { graphOf } from './circles.ts';

const readRules: Job<ReadRulesInput, RuleSources> = { name: 'checks/read-import-rules' };
const judgeImports: Job<JudgeInput, JudgeOutput> = { name: 'checks/judge-imports' };

/** Rules about which files may import which, as the project's own configuration says them. */
export const architecture: Layer = {
  name: 'architecture',
  says: 'Rules are read from dependency-cruiser, eslint-plugin-boundaries, `import/no-restricted-paths` of ESLint, Nx and fallow, and from `architecture.layers` of the settings.',
  needs: ['files'],
  async find(scope, context, record) {
    const { settings, workspace } = await context.workbench();
    const graph = await graphOf(context);
    if ('skipped' in graph) return graph;
    const read = outputOf(
      await context.system.runJob(readRules, { root: workspace.root, files: [...graph.files.keys()] }, limits(context)),
    );
    if ('skipped' in read) return read;
    const { sources, problems } = read.output;
    const { layers } = settings.architecture;
    const add = (finding: CheckFinding): void => {
      if (scope.isWhole || finding.file === undefined || scope.covers(finding.file)) record.add(finding);
    };
    if (sources.length === 0 && layers.length === 0) {
      for (const finding of againstTheUsual(importersOf(graph, { counts: () => true, withCircles: false }))) add(finding);
      record.say('The project has no rules about imports that snap can read; what is unusual is only advice.', ...problems);
      return problems.length === 0 ? undefined : { skipped: 'the rules of the project could not be read' };
    }
    const { importers, handedOn } = await importsFor(graph, sources, context.signal);
    const judged = outputOf(await context.system.runJob(judgeImports, { sources, layers, importers }, limits(context)));
    if ('skipped' in judged) return judged;
    for (const finding of judged.output.findings) add(finding);
    const evading = outputOf(await context.system.runJob(judgeImports, { sources, layers, importers: handedOn }, limits(context)));
    if ('output' in evading) for (const finding of evasions(evading.output.findings, judged.output.findings)) add(finding);
    const places = [...sources.map(({ file }) => file), ...(layers.length === 0 ? [] : ['the settings'])];
    record.say(
      `Rules of ${places.join(', ')}, judged for ${count(importers.length, 'file')}.`,
      ...new Set([...problems, ...judged.output.notJudged]),
    );
    return judged.output.judged === 0 && judged.output.notJudged.length > 0 ? { skipped: 'none of the rules could be judged' } : undefined;
  },
};

function limits({ signal, msLeft }: LayerContext): { readonly signal: AbortSignal; readonly maxMs: number } {
  return { signal, maxMs: Math.max(1_000, msLeft()) };
}

/** Types are judged where the project says so: without `tsPreCompilationDeps`, dependency-cruiser does not see what TypeScript removes. */
async function importsFor(
  graph: CodeGraph,
  sources: readonly RuleSource[],
  signal: AbortSignal,
): Promise<{ readonly importers: readonly Importer[]; readonly handedOn: readonly Importer[] }> {
  const cruiser = sources.find((source) => source.kind === 'dependency-cruiser');
  const options = cruiser?.config['options'];
  const ignoresTypes = cruiser !== undefined && !(isRecord(options) && Boolean(options['tsPreCompilationDeps']));
  const all = [...graph.files.values()].flatMap(({ edges }) => edges);
  const elided = ignoresTypes ? await graph.elided(all, signal) : new Set<Edge>();
  const counts = (edge: Edge): boolean => !ignoresTypes || (edge.kind !== 'type' && !elided.has(edge));
  const withCircles = cruiser !== undefined && JSON.stringify(cruiser.config).includes('"circular"');
  return {
    importers: importersOf(graph, { counts, withCircles, withoutTypes: ignoresTypes }),
    handedOn: await handedOnImports(graph, counts, signal),
  };
}

/** The same rule broken through a file that hands names on, where the import of that file itself is no breach. */
function evasions(found: readonly CheckFinding[], direct: readonly CheckFinding[]): readonly CheckFinding[] {
  const known = new Set(direct.map(({ rule, file, line }) => JSON.stringify([rule, file, line])));
  return found
    .filter(({ rule, file, line }) => !known.has(JSON.stringify([rule, file, line])))
    .map((finding) => ({
      ...finding,
      severity: 'warning',
      reason: 'the import names a file that hands the name on, so the rule itself does not see it',
      confidence: 80,
    }));
}
