import { posix } from 'node:path';
import type { WorkspacePath } from '../../workspace/index.ts';
import type { Layer, LayerEnd, LayerRecord } from '../mode.ts';
import { programsOfCheck, usable } from '../programs/of-check.ts';
import { isBelow } from '../../workspace/packages/index.ts';
import type { Program } from '../programs/program.ts';
import type { TypesDiagnostic, TypesPart } from '../programs/hosts/messages.ts';
import { checkTypes } from '../programs/types/check-types.ts';
import { chooseConfigs } from '../programs/types/choose-configs.ts';
import { configReason, isConfigError } from '../programs/types/config-errors.ts';
import { runSvelteCheck } from '../programs/types/svelte-check.ts';
import type { CheckFinding } from '../report.ts';
import type { Scope } from '../scope.ts';

/** The project's own compiler over its own tsconfig.json files, without output. All errors of a program count: an edit may break another file. */
export const types: Layer = {
  name: 'types',
  needs: ['files'],
  async find(scope, context, record): Promise<LayerEnd> {
    const all = await programsOfCheck(context);
    const configs = chooseConfigs(all.files, wantedFiles(scope));
    if (configs.length === 0) {
      const some = all.files.some((file) => posix.basename(file) === 'tsconfig.json');
      const without = some ? 'no tsconfig.json belongs to these files' : 'there is no tsconfig.json';
      return { skipped: `${without}${buildHint(all.files.filter((file) => scope.covers(file)))}` };
    }
    const isFor = ({ directory }: Pick<Program, 'directory'>): boolean => configs.some((config) => isBelow(config, directory));
    const found = usable(all, 'types', 'typescript is not installed in node_modules', isFor);
    if (found.skipped !== undefined) return { skipped: found.skipped };
    const reasons: string[] = [];
    let progress: TypesPart | undefined;
    let checked = 0;
    const adder = adderOf(scope, record);
    const later = setTimeout(() => record.say(goesOn(progress)), Math.max(0, context.msLeft() - 400)).unref();
    for (const config of configs) {
      const program = nearest(found.programs, config);
      if (program === undefined) continue;
      const add = adder.of(program);
      const onPart = (part: TypesPart): void => {
        progress = part;
        add(part.diagnostics);
      };
      const caller = { files: all.files, isFirst: (file: WorkspacePath) => !scope.isWhole && scope.covers(file), onPart };
      const result =
        program.tool === 'svelte-check' ? await runSvelteCheck(context, program) : await checkTypes(context, program, config, caller);
      context.signal.throwIfAborted();
      const refused = result.diagnostics.find((diagnostic) => diagnostic.isError && isConfigError(diagnostic));
      if (result.problem !== undefined) reasons.push(result.problem);
      else if (refused !== undefined) reasons.push(configReason(refused, config, program.version));
      else checked += 1;
      add(result.diagnostics);
    }
    clearTimeout(later);
    if (reasons.length === 0) return undefined;
    const said = [...new Set(reasons)].join('; ');
    // Where something was checked or found, the rest is said beside it.
    if (!adder.hasAdded() && checked === 0) return { skipped: said };
    record.say(`types: ${said}.`);
    return undefined;
  },
};

const compiled = { go: 'Go', rs: 'Rust' } as const;

/** Where the compiler of another language is. */
function buildHint(files: readonly WorkspacePath[]): string {
  const has = (ending: string): boolean => files.some((file) => file.endsWith(ending));
  const found = Object.entries(compiled).flatMap(([ending, language]) => (has(`.${ending}`) ? [language] : []));
  const build = found.length === 0 ? '' : `; for ${found.join(' and ')}, mode build runs the compiler`;
  return has('.py') ? `${build}; for Python, the layer lint runs mypy where the project has it` : build;
}

/** Records each finding once: what was known early is in the result again, and projects share files. */
function adderOf(
  scope: Scope,
  record: LayerRecord,
): { of(program: Program): (diagnostics: readonly TypesDiagnostic[]) => void; hasAdded(): boolean } {
  const seen = new Set<string>();
  return {
    hasAdded: () => seen.size > 0,
    of: (program) => (diagnostics) => {
      for (const diagnostic of diagnostics) {
        if (isConfigError(diagnostic)) continue;
        const finding = findingOf(diagnostic, program, scope);
        const key = JSON.stringify(finding);
        if (!seen.has(key)) record.add(finding);
        seen.add(key);
      }
    },
  };
}

/** Said just before the time is up. */
function goesOn(progress: TypesPart | undefined): string {
  const far = progress === undefined ? '' : ` looked at ${progress.done} of ${progress.of} files, the changed ones first, and`;
  return `types: the compiler${far} goes on in the background, so ask again: what it has done by then is not done twice.`;
}

/** Named paths, or files of the diff; nothing for the whole workspace. */
function wantedFiles(scope: Scope): readonly string[] | undefined {
  if (scope.isWhole) return undefined;
  const { diff, named } = scope;
  if (diff === undefined) return named;
  return [...diff.files.keys()].filter((file) => scope.covers(file));
}

function nearest(programs: readonly Program[], config: string): Program | undefined {
  return programs.filter(({ directory }) => isBelow(config, directory)).toSorted((a, b) => b.directory.length - a.directory.length)[0];
}

function findingOf({ code, column, file, isError, line, message }: TypesDiagnostic, { tool }: Program, scope: Scope): CheckFinding {
  const [first = '', ...rest] = message.split('\n');
  return {
    file,
    line,
    column,
    severity: isError ? 'error' : 'warning',
    rule: `TS${code}`,
    message: [first, ...rest.map((more) => more.trim())].join(' '),
    source: tool,
    // An error elsewhere may come from the diff: the compiler does not say where it comes from.
    age: scope.diff === undefined ? undefined : 'new',
  };
}
