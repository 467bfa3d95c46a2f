import { commands } from '../../src/cli/commands.ts';

/** They serve, wait, or start what outlives them. What they take is options of a program's start, which no store gets. */
const waiting: ReadonlySet<string> = new Set(['mcp', 'mcp shim', 'daemon start', 'daemon restart', 'login']);

/**
 * Every command with `TEXT` in each of its words, and in each of its options that take one: lists of arguments. A new command is among them by being listed.
 */
export async function callsOfEveryCommand(): Promise<readonly (readonly string[])[]> {
  const calls = await Promise.all(
    commands
      .filter(({ name }) => !waiting.has(name))
      .map(async ({ name, load }) => {
        const { options, words } = await load();
        const texts = Array.from({ length: Math.min(words?.max ?? 0, 3) }, () => 'TEXT');
        const named = Object.entries(options).filter(([, { type }]) => type === 'string');
        // All at once, so that nothing that is required is missing: then the texts are stored. A choice is made where there is one.
        const together = named
          .filter(([option]) => option !== 'workspace')
          .flatMap(([option, { value = '' }]) => [`--${option}`, value.includes('|') ? (value.split('|')[0] ?? '') : 'TEXT']);
        const rest = words?.rest === true ? [[...texts, '--', 'TEXT']] : [];
        const places = [
          [...texts, ...together],
          ...(texts.length > 0 ? [texts] : []),
          ...rest,
          ...named.map(([option]) => [...texts, `--${option}`, 'TEXT']),
        ];
        return places.map((place) => [...name.split(' '), ...place]);
      }),
  );
  return calls.flat();
}
