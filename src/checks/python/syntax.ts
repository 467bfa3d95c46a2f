import type { LayerContext } from '../mode.ts';
import { notApproved } from '../programs/approval.ts';
import { pythonCompiler } from '../programs/build/build-command.ts';
import { programsOfCheck } from '../programs/of-check.ts';
import type { Program } from '../programs/program.ts';
import { runProgram } from '../programs/run-program.ts';
import type { WorkspacePath } from '../../workspace/index.ts';
import type { SyntaxProblem } from '../syntax/problem.ts';

export type PythonSyntax =
  | { readonly kind: 'parsed'; readonly problems: readonly (SyntaxProblem & { readonly file: WorkspacePath })[] }
  | { readonly kind: 'skipped'; readonly reason: string };

/** Compiles files in memory by the Python of the project, once the person has approved it; nothing of them is run or written. */
export async function pythonSyntax(context: LayerContext, files: readonly WorkspacePath[]): Promise<PythonSyntax> {
  const { workspace } = await context.workbench();
  const all = await programsOfCheck(context);
  const programs = all.found.filter(isPython);
  const program = programs.find((each) => all.permissionOf(each).isApproved);
  if (program === undefined) {
    const missing = all.missing.find(({ tool }) => tool === 'pytest')?.why ?? 'the project names no Python';
    return { kind: 'skipped', reason: programs.length > 0 ? notApproved : missing };
  }
  const result = await runProgram(context.system, workspace.root, {
    command: program.command.slice(0, 1),
    args: ['-I', '-B', '-c', pythonCompiler],
    directory: '',
    input: files.map((file) => `${file}\0`).join(''),
    signal: context.signal,
  });
  context.signal.throwIfAborted();
  if (result.failure !== undefined || (result.code !== 0 && result.code !== 1))
    return { kind: 'skipped', reason: `${program.shown} could not be run` };
  return { kind: 'parsed', problems: problemsIn(result.stdout, new Set(files)) };
}

/** Its first word is the interpreter. */
function isPython({ command, tool }: Program): boolean {
  return tool === 'pytest' || tool === 'unittest' || (tool === 'build' && /(?:^|[\\/])python[\d.]*(?:\.exe)?$/i.test(command[0] ?? ''));
}

/** Lines of {@link pythonCompiler}: `src/a.py:3:5: error: SyntaxError: invalid syntax`. */
export function problemsIn(
  output: string,
  files: ReadonlySet<WorkspacePath>,
): readonly (SyntaxProblem & { readonly file: WorkspacePath })[] {
  return output.split('\n').flatMap((text) => {
    const [, file = '', line, column, message = ''] = /^(.+?):(\d+):(\d+): error: (.*?)\r?$/.exec(text) ?? [];
    if (!files.has(file)) return [];
    return [
      {
        file,
        line: Number(line),
        column: Number(column),
        message: `${message}.`,
        severity: 'error' as const,
        rule: 'syntax',
        source: 'python',
      },
    ];
  });
}
