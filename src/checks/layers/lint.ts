import { count } from '../../system/index.ts';
import type { Layer, LayerEnd } from '../mode.ts';
import { filesInScope, programsOfCheck, usable } from '../programs/of-check.ts';
import { hasOldConfig, lints, runLinter } from '../programs/lint/run-linter.ts';
import { isBelow } from '../../workspace/packages/index.ts';
import type { Program } from '../programs/program.ts';
import type { WorkspacePath } from '../../workspace/index.ts';

/** The project's own linters, on the files that were named or changed. snap brings no linter: beside the project's own it would be noise. */
export const lint: Layer = {
  name: 'lint',
  needs: ['files'],
  languages: { alone: [], approved: ['JavaScript', 'TypeScript', 'Vue', 'Svelte', 'Astro', 'Python', 'Go'] },
  async find(scope, context, record): Promise<LayerEnd> {
    const all = await programsOfCheck(context);
    const found = usable(all, 'lint', 'the project has no linter that snap knows (eslint, biome, oxlint, xo, ruff, mypy, go vet)');
    if (found.skipped !== undefined) return { skipped: found.skipped };
    const inScope = await filesInScope(scope, context, all);
    if (inScope.skipped !== undefined) return { skipped: inScope.skipped };
    const work = share(found.programs, inScope.files);
    if (work.length === 0) return { skipped: `the project's linters look at none of the ${count(inScope.files.length, 'file')}` };
    const reasons: string[] = [];
    await Promise.all(
      work.map(async ({ program, files }) => {
        const { findings, problem } = await runLinter(context, program, files);
        for (const finding of findings) record.add(finding);
        if (problem === undefined) {
          record.examined(files);
          return;
        }
        reasons.push(problem);
        record.unexamined(files, problem);
      }),
    );
    context.signal.throwIfAborted();
    if (reasons.length === work.length) return { skipped: reasons.join('; ') };
    const looked = new Set(work.flatMap(({ files }) => files));
    record.unexamined(
      inScope.files.filter((file) => !looked.has(file)),
      'no linter of the project looks at it',
    );
    return undefined;
  },
};

/** Each file goes to the nearest program of each tool. */
function share(
  programs: readonly Program[],
  files: readonly WorkspacePath[],
): readonly { readonly program: Program; readonly files: readonly WorkspacePath[] }[] {
  const nearest = (tool: Program['tool'], file: WorkspacePath): Program | undefined => {
    const above = programs
      .filter((program) => program.tool === tool && isBelow(file, program.directory) && lints(program, file))
      .toSorted((a, b) => b.directory.length - a.directory.length);
    // The old config files of eslint add up from the root down, as one run from there reads them.
    return above.every(hasOldConfig) ? above.at(-1) : above[0];
  };
  const toolsUsed = [...new Set(programs.map(({ tool }) => tool))];
  return programs.flatMap((program) => {
    const own = files.filter((file) => toolsUsed.includes(program.tool) && nearest(program.tool, file) === program);
    return own.length === 0 ? [] : [{ program, files: own }];
  });
}
