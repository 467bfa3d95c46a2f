import { parseArgs } from 'node:util';
import { maskArgs } from '../secrets/index.ts';
import { shellQuoted, SnapError } from '../system/index.ts';
import { parsedOptions, type Command } from './command.ts';
import { plain } from './terminal/style.ts';

/** Programs that start a server: as the first word they are the command, and the name is missing. */
const launchers: ReadonlySet<string> = new Set('npx uvx bunx pnpm yarn node deno bun uv pipx python python3 docker podman'.split(' '));

/**
 * The mistake in a line that names a command, or paths, without the `--` before them; `undefined` when it has no word too many.
 * @param own the arguments of the command, without `--`.
 */
export function missingDashes(command: Command, own: readonly string[]): SnapError | undefined {
  const { tokens } = parseArgs({ args: [...own], options: parsedOptions(command), allowPositionals: true, strict: false, tokens: true });
  const words = tokens.filter((token) => token.kind === 'positional');
  const isCommand = command.usage.includes('<command>');
  const [name] = words;
  const startsWithLauncher = isCommand && name !== undefined && launchers.has(name.value);
  const first = startsWithLauncher ? name : words[command.words?.max ?? 0];
  // An assistant's name without its dashes is another mistake.
  if (first === undefined || command.options[first.value] !== undefined) return undefined;
  // Options that say where and how to write belong to snap also when they were typed last.
  const moved = new Set(
    tokens.flatMap((token) => {
      if (token.kind !== 'option' || token.index < first.index) return [];
      const part = command.options[token.name]?.part;
      // The short "-y" is mostly that of npx.
      const isOurs = part === 'where' || part === 'assistant' || (part === 'how' && token.rawName.startsWith('--'));
      return !isOurs ? [] : token.value === undefined || token.inlineValue ? [token.index] : [token.index, token.index + 1];
    }),
  );
  const ours = [...own.slice(0, first.index), ...own.filter((_, i) => moved.has(i))];
  const theirs = own.filter((_, i) => i >= first.index && !moved.has(i));
  const line = ['snap', ...command.name.split(' '), ...(startsWithLauncher ? ['<name>'] : []), ...shown(ours), '--', ...shown(theirs)];
  return new SnapError('usage', `"--" is missing before the ${isCommand ? 'command' : 'paths'}.`, { hint: `Type: ${line.join(' ')}` });
}

/** As to be typed in a shell; a secret is left out. */
function shown(args: readonly string[]): readonly string[] {
  return maskArgs(args).map((arg, i) => {
    const isPair = /^(?:-e|--env|--header)$/.test(args[i - 1] ?? '');
    const text = plain(isPair ? arg.replace(/[=:].*/s, '=…') : arg);
    return text === '<name>' || /^[\w@%+=:,./…-]+$/.test(text) ? text : shellQuoted(text);
  });
}
