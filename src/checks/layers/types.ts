import { posix } from 'node:path';
import type { WorkspacePath } from '../../workspace/index.ts';
import { languageOf, sourceKind } from '../../code/index.ts';
import type { Layer, LayerContext, LayerEnd, LayerRecord } from '../mode.ts';
import { type CheckPrograms, programsOfCheck, usable } from '../programs/of-check.ts';
import { isBelow } from '../../workspace/packages/index.ts';
import type { Program } from '../programs/program.ts';
import type { TypesDiagnostic, TypesPart } from '../programs/hosts/messages.ts';
import { compile } from '../programs/types/compile.ts';
import { checkTypes } from '../programs/types/check-types.ts';
import { chooseConfigs } from '../programs/types/choose-configs.ts';
import { configReason, isConfigError } from '../programs/types/config-errors.ts';
import { runSvelteCheck } from '../programs/types/svelte-check.ts';
import type { CheckFinding } from '../report.ts';
import type { Scope } from '../scope.ts';

/**
 * The project's own compiler over its own tsconfig.json files, without output, and the compile step of other languages. All errors of a program count:
 * an edit may break another file.
 */
export const types: Layer = {
  name: 'types',
  says: "TypeScript, Vue and Svelte by the project's own compiler; Go, Rust, Java, Kotlin and Scala by its compile step (go build, cargo check, Maven, Gradle), after an approval. Python is compiled in memory, which checks no types.",
  needs: ['files'],
  languages: { alone: [], approved: ['TypeScript', 'Vue', 'Svelte', 'Python', 'Go', 'Rust', 'Java', 'Kotlin', 'Scala'] },
  async find(scope, context, record): Promise<LayerEnd> {
    const all = await programsOfCheck(context);
    const code = all.files.filter((file) => scope.covers(file) && languageOf(file) !== undefined);
    const [modules, others] = [code.filter(isModule), code.filter((file) => !isModule(file))];
    const [end, left] = await Promise.all([typeScript(scope, context, record, all), compile(context, all, others, record)]);
    context.signal.throwIfAborted();
    const examined = others.length - left.length + (end === undefined ? 1 : 0);
    const reasons = [
      ...(end === undefined || (modules.length === 0 && others.length > 0) ? [] : [end.skipped]),
      ...left.map(({ reason }) => reason),
    ];
    if (examined === 0) return { skipped: [...new Set(reasons)].join('; ') };
    const leftPaths = new Set(left.map(({ path }) => path));
    record.examined(others.filter((file) => !leftPaths.has(file)));
    if (end === undefined) record.examined(modules);
    else record.unexamined(modules, end.skipped);
    for (const { path, reason } of left) record.unexamined([path], reason);
    return undefined;
  },
};

const isModule = (file: WorkspacePath): boolean => sourceKind(file) === 'module';

async function typeScript(scope: Scope, context: LayerContext, record: LayerRecord, all: CheckPrograms): Promise<LayerEnd> {
  const configs = chooseConfigs(all.files, wantedFiles(scope));
  if (configs.length === 0) {
    const some = all.files.some((file) => posix.basename(file) === 'tsconfig.json');
    return { skipped: some ? 'no tsconfig.json belongs to these files' : 'there is no tsconfig.json' };
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
