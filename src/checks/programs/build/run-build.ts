import { posix } from 'node:path';
import { isBelow } from '../../../workspace/packages/index.ts';
import type { LayerContext, LayerRecord } from '../../mode.ts';
import type { CheckPrograms } from '../of-check.ts';
import type { Program } from '../program.ts';
import { runProgram } from '../run-program.ts';
import { buildCommandOf, type BuildCommand } from './build-command.ts';
import { buildErrors, errorLine, placeOfError } from './build-errors.ts';
import { missingPart } from './missing-parts.ts';

/** The command of a program whose purpose is `build`. */
export function commandOf({ directory }: Pick<Program, 'directory'>, { packages }: CheckPrograms): BuildCommand | undefined {
  const one = packages.find((candidate) => candidate.directory === directory);
  const [top] = packages;
  return one === undefined || top === undefined ? undefined : buildCommandOf(one, top);
}

/** Runs one build. The errors of the code are in the record; `skipped` says why it could not be built here. */
export async function runBuild(
  context: LayerContext,
  all: CheckPrograms,
  program: Program,
  record: LayerRecord,
): Promise<'built' | 'failed' | { readonly skipped: string }> {
  const { signal, system } = context;
  const { root } = (await context.workbench()).workspace;
  const { directory, shown } = program;
  const command = commandOf(program, all);
  if (command === undefined) return { skipped: 'no build found' };
  const input = command.program.kind === 'python' ? pythonFiles(all.files, directory) : undefined;
  const result = await runProgram(system, root, {
    command: program.command,
    args: command.args,
    directory,
    env: command.env,
    input,
    signal,
  });
  signal.throwIfAborted();
  if (result.failure !== undefined) return { skipped: `"${shown}" could not be started (${result.failure || 'unknown'})` };
  if (result.code === 0) return 'built';
  const output = `${result.stdout}\n${result.stderr}`;
  const errors = buildErrors(output);
  const missing = errors.length === 0 ? missingPart(output) : undefined;
  if (missing !== undefined) return { skipped: `"${shown}" could not build: ${missing}` };
  for (const { column, file, line, message, rule } of errors) {
    const place = file === undefined ? undefined : placeOfError(file, root, directory);
    const where = place === undefined ? {} : { file: place, line, column };
    record.add({ ...where, severity: 'error', rule: rule ?? 'build', message, source: shown, age: 'new' });
  }
  if (errors.length === 0) {
    const how = result.endedBy === undefined ? `code ${result.code ?? 'unknown'}` : `signal ${result.endedBy}`;
    record.add({ severity: 'error', rule: 'build', message: `"${shown}" ended with ${how}: ${errorLine(output)}`, source: shown });
  }
  return 'failed';
}

/** From the directory of the package. */
function pythonFiles(files: readonly string[], directory: string): string {
  return files
    .filter((file) => file.endsWith('.py') && isBelow(file, directory))
    .map((file) => `${posix.relative(directory, file)}\0`)
    .join('');
}
