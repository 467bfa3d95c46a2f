import { isRecord, jsonIn, textIn } from '../../../system/index.ts';
import { posix } from 'node:path';
import type { LayerContext } from '../../mode.ts';
import type { TypesDiagnostic } from '../hosts/messages.ts';
import type { Program } from '../program.ts';
import { runProgram } from '../run-program.ts';
import type { TypesResult } from './check-types.ts';

/** https://svelte.dev/docs/cli/sv-check#Machine-readable-output: a time, then a JSON object, a line. */
export function parseSvelteCheck(output: string): readonly TypesDiagnostic[] {
  return output.split(/\r?\n/).flatMap((line) => {
    const said = jsonIn(/^\d+ (\{.*\})$/.exec(line)?.[1] ?? '');
    if (!isRecord(said) || (said['type'] !== 'ERROR' && said['type'] !== 'WARNING')) return [];
    const start = isRecord(said['start']) ? said['start'] : {};
    const { line: row, character } = start;
    return [
      {
        file: textIn(said['filename']),
        line: typeof row === 'number' ? row + 1 : undefined,
        column: typeof character === 'number' ? character + 1 : undefined,
        code: typeof said['code'] === 'number' ? said['code'] : 0,
        isError: said['type'] === 'ERROR',
        message: textIn(said['message']) ?? '',
      },
    ];
  });
}

/** Svelte's own checker, in the directory of its package: it finds the config by itself. */
export async function runSvelteCheck(context: LayerContext, { command, directory, shown }: Program): Promise<TypesResult> {
  const { root } = (await context.workbench()).workspace;
  const args = ['--output', 'machine-verbose', '--no-color'];
  const result = await runProgram(context.system, root, { command, args, directory, signal: context.signal });
  if (result.stopped !== undefined) return { diagnostics: [], problem: 'svelte-check was not done in time' };
  if (result.failure !== undefined) return { diagnostics: [], problem: `${shown} could not be started (${result.failure})` };
  const diagnostics = parseSvelteCheck(result.stdout).map((one) => ({ ...one, file: one.file && posix.join(directory, one.file) }));
  const isDone = diagnostics.length > 0 || / COMPLETED /.test(result.stdout);
  return isDone ? { diagnostics } : { diagnostics, problem: `svelte-check ended with code ${result.code ?? 'unknown'} and named no error` };
}
