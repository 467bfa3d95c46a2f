import { defineDiagnostic } from '../diagnostic.ts';
import { argumentNode } from '../edit.ts';
import { commandEntries, worksInClient, startSeverity, type CommandEntry } from '../judging/programs/command-entries.ts';
import { nameOf, programName } from '../../machine/index.ts';
import { maskText } from '../../secrets/index.ts';

/**
 * Some apps start `npx.cmd` on Windows as `cmd /C <path> <arguments>`, without the quotes that keep an argument together. Seen in
 * https://github.com/aaronsb/obsidian-mcp-plugin/issues/30 and https://github.com/Part-DB/Part-DB-server/issues/1480
 */
export default defineDiagnostic({
  id: 'space-in-argument',
  severity: 'warning',
  summary: 'On Windows an argument that contains a space is split, because the program is a command script.',
  *detect(setup) {
    if (setup.facts.platform !== 'win32') return;
    for (const entry of commandEntries(setup)) {
      const { client, command } = entry;
      const program = command.inClient?.target ?? command.command;
      if (client.splitsAtSpaces === undefined || worksInClient(entry) || !isScript(entry, program)) continue;
      const index = command.args.findIndex((arg) => /\S\s+\S/.test(arg));
      const arg = command.args[index];
      if (arg === undefined) continue;
      const found =
        program.includes(' ') && /[\\/]/.test(program)
          ? `; "${nameOf(program)}" is in a folder whose name has a space too, so Windows may report that "C:\\Program" is not recognized`
          : '';
      yield {
        entry,
        span: argumentNode(entry, index),
        detail: `argument ${index + 1}`,
        severity: startSeverity(entry, 'warning'),
        message: `Argument ${index + 1} of "${entry.entry.name}" contains a space${shown(entry, index, arg)}: on Windows ${client.name} starts "${command.command}" through cmd, which splits the argument there${found}.`,
        hint: cure(entry, index, arg),
      };
    }
  },
});

/** npm's launchers are command scripts, also where they were not found. */
function isScript({ command }: CommandEntry, program: string): boolean {
  if (/\.(cmd|bat)$/i.test(program)) return true;
  return command.inClient === undefined && ['npx', 'npm', 'pnpm', 'pnpx', 'yarn'].includes(programName(command.command));
}

/** The name of a header, not its value. */
function shown(entry: CommandEntry, index: number, arg: string): string {
  const name = headerName(entry, index, arg);
  return name === undefined ? '' : ` (the header ${maskText(name)})`;
}

function headerName({ command }: CommandEntry, index: number, arg: string): string | undefined {
  return /^(-H|--header)$/.test(command.args[index - 1] ?? '') ? /^([A-Za-z][\w-]*):/.exec(arg)?.[1] : undefined;
}

function cure(entry: CommandEntry, index: number, arg: string): string {
  const { command, file } = entry;
  const header = headerName(entry, index, arg);
  const { env } = file.reading.entry.stdio;
  if (header === undefined) {
    return `Write it without a space (for a path, its short name), or start the server without ${programName(command.command)}: "node" as the command, and the full path of its script as the first argument.`;
  }
  const name = header.toLowerCase() === 'authorization' ? 'AUTH' : header.toUpperCase().replaceAll(/\W/g, '_');
  const value = /:\s*Bearer\s/i.test(arg) ? ', "Bearer" and the space included' : '';
  return `Write "${maskText(header)}:\${${name}}" as this argument, without a space, and put the whole value${value}, into "${env}" as "${name}".`;
}
