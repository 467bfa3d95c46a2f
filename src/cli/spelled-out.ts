import type { CommandEntry } from './command.ts';

/** Earlier spellings of commands that were merged: they work for one release more. */
const merged: readonly (readonly [before: string, now: string])[] = [
  ['mcp list', 'mcp scan --by server'],
  ['mcp history', 'mcp undo --list'],
  ['check approve', 'trust'],
  ['task approve', 'trust --goal'],
  ['violation list', 'learnings --rules'],
  ['learnings list', 'learnings'],
  ['rollback suggest', 'snapshot restore --suggest'],
  ['snapshot verify', 'snapshot list --verify'],
  ['snapshot prune', 'snapshot list --prune'],
  ['intelligence connect', 'sources connect'],
  ['intelligence list', 'sources list'],
  ['intelligence disconnect', 'sources disconnect'],
  ['events', 'daemon logs --events'],
  ['version', '--version'],
];

/** The arguments with the command as the list has it: whole (`snap scan` is `snap mcp scan`), and in today's words. */
export function spelledOut(argv: readonly string[], commands: readonly CommandEntry[]): readonly string[] {
  const isShort = commands.some(({ group, isListed, name }) => isListed && group === 'servers' && name === `mcp ${argv[0] ?? ''}`);
  const whole = isShort ? ['mcp', ...argv] : argv;
  for (const [before, now] of merged) {
    const words = before.split(' ');
    if (words.every((word, i) => whole[i] === word)) return [...now.split(' '), ...whole.slice(words.length)];
  }
  return whole;
}

/** The longest command whose words the arguments begin with. */
export function findCommand(argv: readonly string[], commands: readonly CommandEntry[]): CommandEntry | undefined {
  return commands
    .filter((command) => command.name.split(' ').every((word, i) => argv[i] === word))
    .toSorted((a, b) => b.name.length - a.name.length)[0];
}
