import type { CommandEntry } from './command.ts';
import { commonOptions, type Command, type Option, type Options } from './command.ts';

export function generalHelp(version: string, commands: readonly CommandEntry[]): string {
  const width = Math.max(...commands.map((command) => command.name.length));
  return [
    `snap ${version}: finds the AI coding assistants on this machine and edits their MCP configuration without touching anything else in the files.`,
    '',
    'Usage: snap <command> [options]     (snap-mcp is the same program)',
    '',
    'Commands:',
    ...commands.map((command) => `  ${command.name.padEnd(width)}  ${command.summary}`),
    '',
    'Options:',
    '  -h, --help     Show help, also for one command: snap mcp scan --help',
    '  -V, --version  Show the version',
    '',
    'Start with: snap setup. To look only: snap mcp scan',
  ].join('\n');
}

export function commandHelp(command: Command): string {
  const options: Options = { ...command.options, ...commonOptions };
  const rows = Object.entries(options).map(([name, option]) => [spelling(name, option), option.help] as const);
  const width = Math.min(30, Math.max(...rows.map(([left]) => left.length)));
  return [
    command.summary,
    '',
    `Usage: snap ${command.name}${command.usage === '' ? '' : ` ${command.usage}`}`,
    ...(command.details === undefined ? [] : ['', command.details]),
    '',
    'Options:',
    ...rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`),
    '',
    'Examples:',
    ...command.examples.flatMap(([line, says]) => [`  ${line}`, `      ${says}`]),
  ].join('\n');
}

function spelling(name: string, option: Option): string {
  const short = option.short === undefined ? '' : `-${option.short}, `;
  const value = option.type === 'string' ? ` <${option.value ?? 'value'}>` : '';
  return `${short}--${name}${value}${option.multiple === true ? '…' : ''}`;
}
