import { programName } from '../../../machine/index.ts';
import type { CommandFacts } from '../../setup.ts';
import { behindCmd } from './shells.ts';

/** Programs that download what they run at the first start; with a subcommand for programs with other functions. */
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

/** Whether its first start downloads something, and so takes longer than later ones. */
export function downloads(command: Pick<CommandFacts, 'command' | 'args'> | undefined): boolean {
  if (command === undefined) return false;
  const [program, next = ''] = behindCmd([command.command, ...command.args]);
  return program !== undefined && fetchers.some(([name, word]) => name === programName(program) && (word === undefined || word.test(next)));
}
