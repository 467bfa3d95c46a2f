import { programName } from '../../../machine/index.ts';
import type { CommandFacts } from '../../setup.ts';
import { behindCmd } from './shells.ts';

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
  const [program, next = ''] = behindCmd([command.command, ...command.args]);
  return program !== undefined && fetchers.some(([name, word]) => name === programName(program) && (word === undefined || word.test(next)));
}
