import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { MadeReport } from '../../coverage/index.ts';
import { cleanLine, cut } from '../../system/index.ts';
import type { LayerContext } from '../mode.ts';
import { programsOfCheck, usable } from '../programs/of-check.ts';
import type { Program } from '../programs/program.ts';
import { type ProgramResult, runProgram } from '../programs/run-program.ts';
import { coverageCommand } from './coverage-command.ts';

/** What running the tests came to. */
export interface RunTests {
  readonly made: readonly MadeReport[];
  /** What was run, or why it was not, in sentences. */
  readonly said: readonly string[];
}

/**
 * Runs the project's own tests so that they write a report into snap's own directory. Only programs that the person has approved are
 * run, and nothing is installed. The caller removes what was made.
 */
export async function runTestsWithCoverage(context: LayerContext): Promise<RunTests> {
  const all = await programsOfCheck(context);
  const found = usable(all, 'tests', 'the project has no test runner that snap knows');
  if (found.skipped !== undefined) return { made: [], said: [`The tests were not run: ${found.skipped}.`] };
  const made: MadeReport[] = [];
  const said: string[] = [];
  for (const program of outermost(found.programs)) {
    context.signal.throwIfAborted();
    const end = await runOne(context, program);
    if ('problem' in end) said.push(`${nameOf(program)}: ${end.problem}.`);
    else {
      made.push(end.made);
      said.push(...end.said);
    }
  }
  return { made, said };
}

/** Deletes what was made, once it was read. */
export async function removeMade(context: LayerContext, made: readonly MadeReport[]): Promise<void> {
  const { system } = await context.workbench();
  for (const { directory } of made) await system.ownFiles.removeTree(directory);
}

/** The runner of the root runs the tests of its packages too. */
function outermost(programs: readonly Program[]): readonly Program[] {
  return programs.filter(
    ({ directory, tool }) => directory === '' || !programs.some((other) => other.tool === tool && other.directory === ''),
  );
}

function nameOf({ directory, tool }: Program): string {
  return directory === '' ? tool : `${tool} in ${directory}`;
}

type RunEnd = { readonly problem: string } | { readonly made: MadeReport; readonly said: readonly string[] };

async function runOne(context: LayerContext, program: Program): Promise<RunEnd> {
  const bench = await context.workbench();
  const { root, privateDirectory } = bench.workspace;
  const key = createHash('sha256').update(`${program.tool} ${program.directory}`).digest('hex').slice(0, 16);
  const directory = join(privateDirectory, 'checks', `coverage-${key}`);
  const command = coverageCommand(program, directory);
  if (command === undefined) return { problem: 'snap does not know how to have it write a coverage report' };
  const missing = await missingPackage(context, root, program, command.needs ?? []);
  if (missing !== undefined) return { problem: missing };
  await bench.system.ownFiles.removeTree(directory);
  // Not every runner makes the directory.
  await bench.system.ownFiles.write(join(directory, 'begun'), new Uint8Array(), { durable: false });
  let first: ProgramResult | undefined;
  for (const [file = '', ...args] of command.calls) {
    const env = { CI: 'true', ...command.env };
    const result = await runProgram(context.system, root, {
      command: [file],
      args,
      directory: program.directory,
      env,
      signal: context.signal,
    });
    context.signal.throwIfAborted();
    first ??= result;
    if (result.failure !== undefined) return { problem: `it could not be started (${result.failure})` };
  }
  const made = { directory, base: program.directory, name: `the run of ${nameOf(program)}` };
  const { files } = await context.system.walk(directory, {
    enters: () => false,
    wants: (name) => /\.(?:json|out|xml)$/.test(name),
    maxFiles: 1,
  });
  if (files.length === 0) {
    await bench.system.ownFiles.removeTree(directory);
    return { problem: `it wrote no report: ${lastLine(first)}` };
  }
  const failed =
    first?.code === 0
      ? []
      : [`${nameOf(program)} ended with code ${first?.code ?? 'unknown'}: tests that failed count as far as they ran.`];
  return { made, said: [`${nameOf(program)} was run with coverage.`, ...failed] };
}

async function missingPackage(
  { system }: LayerContext,
  root: string,
  { directory }: Program,
  needs: readonly string[],
): Promise<string | undefined> {
  if (needs.length === 0) return undefined;
  for (const name of needs) {
    const place = await system.look(join(root, directory, 'node_modules', name, 'package.json'));
    const above = await system.look(join(root, 'node_modules', name, 'package.json'));
    if (place?.kind === 'file' || above?.kind === 'file') return undefined;
  }
  return `it needs ${needs.join(' or ')}, which is not installed`;
}

function lastLine(result: ProgramResult | undefined): string {
  const lines = `${result?.stdout ?? ''}\n${result?.stderr ?? ''}`.split('\n').map((line) => cleanLine(line).trim());
  return cut(lines.filter((line) => line !== '').at(-1) ?? 'it said nothing', 200);
}
