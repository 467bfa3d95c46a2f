import type { CommandFacts } from '../setup.ts';
import { programName } from '../paths.ts';

/** Programs that fetch what they run, the first time they run it; with a word behind those that do other things too. */
const fetchers: readonly (readonly [program: string, word?: RegExp])[] = [
  ['npx'],
  ['pnpx'],
  ['bunx'],
  ['uvx'],
  ['dnx'],
  ['npm', /^(exec|x)$/],
  ['pnpm', /^dlx$/],
  ['yarn', /^dlx$/],
  ['bun', /^x$/],
  ['uv', /^(tool|run)$/],
  ['pipx', /^run$/],
  ['docker', /^run$/],
  ['podman', /^run$/],
  ['deno', /^run$/],
];

/** Whether its first start fetches something from the network, and so takes longer than any later one. */
export function downloads(command: Pick<CommandFacts, 'command' | 'args'> | undefined): boolean {
  if (command === undefined) return false;
  // Windows starts the scripts of npm through its shell.
  const words =
    programName(command.command) === 'cmd' ? command.args.filter((arg) => !/^\/[a-z]$/i.test(arg)) : [command.command, ...command.args];
  const [program, next = ''] = words;
  return program !== undefined && fetchers.some(([name, word]) => name === programName(program) && (word === undefined || word.test(next)));
}
