import { languageOf } from '../../../code/index.ts';
import { count } from '../../../system/index.ts';
import { directoryOf, type WorkspacePath } from '../../../workspace/index.ts';
import { isBelow } from '../../../workspace/packages/index.ts';
import type { LayerContext, LayerRecord } from '../../mode.ts';
import { pythonSyntax } from '../../python/syntax.ts';
import { commandOf, runBuild } from '../build/run-build.ts';
import { type CheckPrograms, usable } from '../of-check.ts';
import type { Program } from '../program.ts';
import type { LeftFile } from '../../unexamined.ts';

/**
 * Compiles code of other languages than JavaScript and TypeScript by the project's own compile step: `cargo check`, `go build`, Maven or Gradle;
 * Python in memory. A file counts as examined when the step of the nearest package above it came to its end. What is wrong is in the record.
 * @returns the files that were not examined, each with the reason.
 */
export async function compile(
  context: LayerContext,
  all: CheckPrograms,
  files: readonly WorkspacePath[],
  record: LayerRecord,
): Promise<readonly LeftFile[]> {
  const python = files.filter((file) => languageOf(file) === 'Python');
  const others = files.filter((file) => languageOf(file) !== 'Python');
  const ends = await Promise.all([
    compilePython(context, python, record),
    ...[...byStep(all, others)].map(async ([step, own]) => {
      const reason = typeof step === 'string' ? step : await runStep(context, all, step, record);
      return reason === undefined ? [] : own.map((path) => ({ path, reason }));
    }),
  ]);
  return ends.flat();
}

async function compilePython(context: LayerContext, files: readonly WorkspacePath[], record: LayerRecord): Promise<readonly LeftFile[]> {
  if (files.length === 0) return [];
  const end = await pythonSyntax(context, files);
  if (end.kind === 'skipped') return files.map((path) => ({ path, reason: end.reason }));
  for (const problem of end.problems) record.add({ ...problem, age: 'new' });
  record.say(`types: ${count(files.length, 'file')} of Python compiled in memory; types are not checked by that.`);
  return [];
}

/** @returns why it came to no end. */
async function runStep(context: LayerContext, all: CheckPrograms, step: Program, record: LayerRecord): Promise<string | undefined> {
  const end = await runBuild(context, all, step, record);
  return end === 'built' || end === 'failed' ? undefined : end.skipped;
}

/** The files of each compile step that may run, and of each reason why there is none. */
function byStep(all: CheckPrograms, files: readonly WorkspacePath[]): ReadonlyMap<Program | string, readonly WorkspacePath[]> {
  const groups = new Map<Program | string, WorkspacePath[]>();
  const known = new Map<string, Program | string>();
  for (const file of files) {
    const language = languageOf(file) ?? '';
    const directory = directoryOf(file);
    const key = `${language} ${directory}`;
    const step = known.get(key) ?? stepFor(all, language, directory);
    known.set(key, step);
    const own = groups.get(step);
    if (own === undefined) groups.set(step, [file]);
    else own.push(file);
  }
  return groups;
}

function stepFor(all: CheckPrograms, language: string, directory: WorkspacePath): Program | string {
  const fits = (program: Pick<Program, 'directory'>): boolean =>
    isBelow(directory, program.directory) && commandOf(program, all)?.compiles?.includes(language) === true;
  const found = usable(all, 'build', `snap knows no compile step of the project for ${language}`, fits);
  if (found.skipped !== undefined) return found.skipped;
  return found.programs.reduce((nearest, one) => (one.directory.length > nearest.directory.length ? one : nearest));
}
