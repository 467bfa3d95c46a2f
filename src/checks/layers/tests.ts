import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { count } from '../../system/index.ts';
import type { Layer, LayerContext, LayerEnd, LayerRecord } from '../mode.ts';
import { buildErrors, errorLine, placeOfError } from '../programs/build/build-errors.ts';
import { missingPart } from '../programs/build/missing-parts.ts';
import { programsOfCheck, usable } from '../programs/of-check.ts';
import { isBelow } from '../../workspace/packages/index.ts';
import type { Program } from '../programs/program.ts';
import { runProgram } from '../programs/run-program.ts';
import { choosesTests, testCommand } from '../programs/tests/test-command.ts';
import type { Workbench } from '../../workbench/index.ts';
import type { WorkspacePath } from '../../workspace/index.ts';

/** The project's own tests: those that have to do with the named or changed files where its runner can tell, else all of them. */
export const tests: Layer = {
  name: 'tests',
  needs: ['files'],
  async find(scope, context, record): Promise<LayerEnd> {
    if (!scope.tests) return { skipped: 'not asked for; "tests" runs them' };
    const all = await programsOfCheck(context);
    const files = scope.isWhole ? undefined : all.files.filter((file) => scope.covers(file));
    const isFor = ({ directory }: Pick<Program, 'directory'>): boolean =>
      files === undefined || files.some((file) => isBelow(file, directory));
    const found = usable(all, 'tests', 'the project has no test runner that snap knows', isFor);
    if (found.skipped !== undefined) return { skipped: found.skipped };
    const programs = chosen(found.programs, files);
    const problems: string[] = [];
    for (const program of programs) {
      context.signal.throwIfAborted();
      const end = await runTests(context, program, files, record);
      if (end !== undefined) problems.push(end);
    }
    if (problems.length === programs.length) return { skipped: problems.join('; ') };
    if (problems.length > 0) record.say(`tests: ${problems.join('; ')}.`);
    return undefined;
  },
};

/** The runner of the root runs the tests of its packages too; without one, each package has its own. For some files it is the nearest. */
function chosen(programs: readonly Program[], files: readonly WorkspacePath[] | undefined): readonly Program[] {
  const tools = [...new Set(programs.map(({ tool }) => tool))];
  return tools.flatMap((tool) => {
    const same = programs.filter((program) => program.tool === tool);
    if (files === undefined)
      return same.some(({ directory }) => directory === '') ? same.filter(({ directory }) => directory === '') : same;
    const nearest = files.map(
      (file) => same.filter(({ directory }) => isBelow(file, directory)).toSorted((a, b) => b.directory.length - a.directory.length)[0],
    );
    return [...new Set(nearest.filter((program) => program !== undefined))];
  });
}

/** @returns why no test ran. */
async function runTests(
  context: LayerContext,
  program: Program,
  files: readonly WorkspacePath[] | undefined,
  record: LayerRecord,
): Promise<string | undefined> {
  const { signal, system } = context;
  const bench = await context.workbench();
  const { root, privateDirectory } = bench.workspace;
  const { command, directory, tool } = program;
  const chooses = files !== undefined && choosesTests(program, files);
  const directoryOfReports = join(privateDirectory, 'checks');
  await removeOldReports(bench.system, directoryOfReports);
  const report = join(directoryOfReports, `tests-${randomUUID()}`);
  // The runner may not make the directory.
  await bench.system.ownFiles.write(report, new Uint8Array(), { durable: false });
  try {
    const known = (await context.files()).map(({ path }) => path);
    const { args, env, noTests, read } = testCommand(program, { report, files: chooses ? files : undefined, known });
    const result = await runProgram(system, root, { command, args, directory, env, signal });
    signal.throwIfAborted();
    if (result.failure !== undefined) return `${program.shown} could not be started (${result.failure || 'unknown'})`;
    if (noTests !== undefined && result.code === noTests) return `${tool} found no tests`;
    const written = Buffer.from((await bench.system.readBytes(report)) ?? []).toString('utf8');
    const run = read(written, `${result.stdout}\n${result.stderr}`);
    const isNothing = run === undefined || (run.count === 0 && run.failed.length === 0);
    const missing = isNothing ? missingPart(`${result.stderr}\n${result.stdout}`) : undefined;
    if (missing !== undefined) return `${tool} could not run: ${missing}`;
    if (isNothing && recordCompileErrors(`${result.stdout}\n${result.stderr}`, { root, program, record })) return undefined;
    if (run === undefined) return `${tool} did not run: ${errorLine(`${result.stderr}\n${result.stdout}`)}`;
    if (run.count === 0 && run.failed.length === 0)
      return result.code === 0 ? `${tool} found no tests` : `${tool} ran no test: ${errorLine(result.stderr)}`;
    for (const { column, file, line, message, name } of run.failed) {
      const place = file === undefined ? undefined : placeOfError(file, root, directory);
      const where = place === undefined ? {} : { file: place, line, column };
      record.add({ ...where, severity: 'error', rule: 'test', message: `${name}: ${message}`, source: tool, age: 'new' });
    }
    const which =
      files === undefined ? '' : chooses ? ' that have to do with these files' : ` (all: ${tool} cannot choose those of a file)`;
    const { notLoaded = 0 } = run;
    record.say(
      `tests: ${tool} ran ${count(run.count, 'test')}${which}, ${run.failed.length - notLoaded} failed.`,
      ...(notLoaded === 0
        ? []
        : [
            `tests: ${tool} could not load ${count(notLoaded, 'file')} of tests, so none of the tests in ${notLoaded === 1 ? 'it' : 'them'} ran; is the project installed in this Python?`,
          ]),
    );
    // It ended in an error that is none of a test: a threshold, a hook.
    if (run.failed.length === 0 && result.code !== 0) {
      const said = `${tool} ended with code ${result.code ?? result.endedBy ?? 'unknown'}, and no test failed: ${errorLine(result.stderr)}`;
      record.add({ severity: 'error', rule: 'test', message: said, source: tool });
    }
    return undefined;
  } finally {
    await bench.system.ownFiles.remove(report);
  }
}

/** No check takes so long: what is older was left by a process that was killed. */
const maxReportMs = 60 * 60 * 1000;

async function removeOldReports(system: Workbench['system'], directory: string): Promise<void> {
  const { files } = await system.walk(directory, {
    enters: () => false,
    wants: (path) => /^tests-[\da-f-]{36}$/.test(path),
    maxFiles: 1_000,
  });
  for (const { modifiedMs, path } of files)
    if (system.now().getTime() - modifiedMs > maxReportMs) await system.ownFiles.remove(join(directory, path));
}

/** Tests that do not compile did not run, and that is an error of the code. @returns whether there were any in files of the workspace. */
function recordCompileErrors(
  output: string,
  { root, program, record }: { readonly root: string; readonly program: Program; readonly record: LayerRecord },
): boolean {
  let isAny = false;
  for (const { column, file, line, message, rule = 'compile' } of buildErrors(output)) {
    const place = file === undefined ? undefined : placeOfError(file, root, program.directory);
    if (place === undefined) continue;
    isAny = true;
    record.add({ file: place, line, column, severity: 'error', rule, message, source: program.tool, age: 'new' });
  }
  return isAny;
}
