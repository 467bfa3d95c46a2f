import { programOf, type CommandTarget } from '../../mcp-client/index.ts';
import { isInProject, type System } from '../../system/index.ts';
import type { EntryFacts } from '../setup.ts';

/** A program that lies in the project, so that others may have written it, and the entries that would start it. */
export interface ProjectProgram {
  readonly file: string;
  readonly entries: readonly EntryFacts[];
}

/**
 * Which of the files that starting this target runs lies in the project: the program as its assistant finds it, or the interpreter that its first
 * line names (`#!/usr/bin/env node` is searched on the PATH again). `undefined` when none does.
 */
export async function fileInProject(system: System, workspace: string, target: CommandTarget): Promise<string | undefined> {
  for (const command of [target.command, ...behindShell(target)]) {
    const program = await programOf(system, { ...target, command });
    if (program === undefined) continue;
    for (const file of [program.file, await interpreterOf(system, program.file, target)])
      if (file !== undefined && (await isInProject(system, file, { workspace }))) return file;
  }
  return undefined;
}

/** Windows starts scripts of npm by `cmd.exe /d /s /c <name>`. */
function behindShell({ command, args }: CommandTarget): readonly string[] {
  return /(?:^|[\\/])cmd(?:\.exe)?$/i.test(command) ? args.slice(args.findIndex((arg) => arg.toLowerCase() === '/c') + 1).slice(0, 1) : [];
}

async function interpreterOf(system: System, file: string, target: CommandTarget): Promise<string | undefined> {
  const head = Buffer.from((await system.readStart(file, 256)) ?? []).toString('latin1');
  const [, program, named] = /^#!\s*(\S+)(?:[ \t]+(?:-S[ \t]*)?([^\s=-]\S*))?/.exec(head) ?? [];
  if (program === undefined) return undefined;
  const command = program.endsWith('/env') && named !== undefined ? named : program;
  return (await programOf(system, { ...target, command }))?.file;
}
