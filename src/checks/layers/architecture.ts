import { count } from '../../system/index.ts';
import { dependsOn } from '../../workspace/packages/index.ts';
import { handedOnImports } from '../architecture/barrels.ts';
import { runCruiser } from '../architecture/cruiser.ts';
import { againstTheUsual } from '../architecture/infer.ts';
import { breachesOf } from '../architecture/layers.ts';
import type { Layer } from '../mode.ts';
import { programsOfCheck, usable } from '../programs/of-check.ts';
import type { CheckFinding } from '../report.ts';
import { leaveOthers, noneNamed } from '../unread-modules.ts';
import { graphOf } from './circles.ts';

/** Packages with rules about imports that the project's eslint applies. */
const eslintRules = ['eslint-plugin-boundaries', '@nx/eslint-plugin', '@nrwl/eslint-plugin-nx'];

/** Which files may import which: the layers of the settings, and the rules of the project's own dependency-cruiser. */
export const architecture: Layer = {
  name: 'architecture',
  says: "Layers: `architecture.layers` of the settings. The project's own dependency-cruiser runs where it is configured, after an approval.",
  needs: ['files'],
  languages: { alone: ['JavaScript', 'TypeScript', 'Vue', 'Svelte', 'Astro'], approved: [] },
  async find(scope, context, record) {
    const graph = await graphOf(context);
    if ('skipped' in graph) return graph;
    const nothing = noneNamed(graph, scope);
    if (nothing !== undefined) return nothing;
    leaveOthers(graph, scope, record);
    const add = (finding: CheckFinding): void => {
      if (scope.isWhole || finding.file === undefined || scope.covers(finding.file)) record.add(finding);
    };
    const imports = [...graph.files.values()].flatMap(({ edges }) => edges);
    const bench = await context.workbench();
    const { layers } = bench.settings.architecture;
    const judged: string[] = [];
    if (layers.length > 0) {
      const direct = breachesOf(layers, imports);
      const handedOn = breachesOf(layers, await handedOnImports(graph, context.signal));
      for (const finding of [...direct, ...evasions(handedOn, direct)]) add(finding);
      judged.push('the settings');
    }
    const all = await programsOfCheck(context);
    const inLint = eslintRules.filter((name) => all.packages.some((one) => dependsOn(one, name)));
    const problems = inLint.length === 0 ? [] : [`the rules of ${inLint.join(' and ')} are judged by eslint in mode quick`];
    const cruiser = usable(all, 'imports', '');
    const programs = cruiser.skipped === undefined ? cruiser.programs : [];
    if (cruiser.skipped) problems.push(`dependency-cruiser: ${cruiser.skipped}`);
    for (const program of programs) {
      const found = await runCruiser(
        context,
        program,
        graph,
        all.packages.find(({ directory }) => directory === program.directory) ?? { manifest: {} },
      );
      context.signal.throwIfAborted();
      if (typeof found === 'string') problems.push(found);
      else {
        for (const finding of found) add(finding);
        judged.push(program.configFiles.join(', '));
      }
    }
    if (judged.length > 0) {
      record.say(
        `Rules of ${judged.join(', ')}, judged for ${count(graph.files.size, 'file')}.`,
        ...problems.map((each) => `Beside them: ${each}.`),
      );
      return undefined;
    }
    for (const finding of againstTheUsual(imports)) add(finding);
    return { skipped: problems.length > 0 ? problems.join('; ') : 'the project has no rules about imports that snap knows' };
  },
};

/** The same layer passed by through a file that hands names on, where the import of that file itself is allowed. */
function evasions(found: readonly CheckFinding[], direct: readonly CheckFinding[]): readonly CheckFinding[] {
  const known = new Set(direct.map(({ file, line }) => `${file ?? ''}:${line ?? ''}`));
  return found
    .filter(({ file, line }) => !known.has(`${file ?? ''}:${line ?? ''}`))
    .map((finding) => ({
      ...finding,
      severity: 'warning',
      reason: 'the import names a file that hands the name on, so the layers of the two files do not show it',
      confidence: 80,
    }));
}
