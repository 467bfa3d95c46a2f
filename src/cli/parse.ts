import { parseArgs } from 'node:util';
import { didYouMean, SnapError } from '../system/index.ts';
import { parsedOptions, Values, type Command } from './command.ts';
import { plain } from './terminal/style.ts';

export interface Parsed {
  readonly values: Values;
  readonly positionals: readonly string[];
  /** The arguments after `--`. */
  readonly rest: readonly string[] | undefined;
}

/** The arguments as the command declares them. @throws SnapError `usage` that says what was meant, where that can be seen. */
export async function parse(command: Command, args: readonly string[]): Promise<Parsed> {
  const split = args.indexOf('--');
  const own = split === -1 ? args : args.slice(0, split);
  const after = split === -1 ? undefined : args.slice(split + 1);
  // A name may begin with a dash: "snap mcp remove -- -x".
  const rest = command.words === undefined || command.words.rest === true ? after : undefined;
  try {
    const { values, positionals: named } = parseArgs({
      args: [...own],
      options: parsedOptions(command),
      allowPositionals: true,
      strict: true,
    });
    const positionals = rest === undefined ? [...named, ...(after ?? [])] : named;
    // With --help the rest of the line does not count.
    if (values['help'] !== true) await requireWords(command, { own, positionals, rest });
    return { values: new Values(values), positionals, rest };
  } catch (error) {
    if (error instanceof SnapError) throw error;
    if (after === undefined) await requireDashes(command, own);
    const message = error instanceof Error ? (error.message.split(/\. To specify|\n/)[0] ?? '') : String(error);
    // Its name alone: a value that was quoted together with it may be a secret.
    const [, unknown] = /^Unknown option '(-{0,2}[^\s=']*).*'$/s.exec(message) ?? [];
    if (unknown !== undefined) throw (await import('./did-you-mean.ts')).unknownOption(unknown, command);
    throw new SnapError('usage', `${plain(message).replace(/\.$/, '')}.`, { hint: `See "snap ${command.name} --help".` });
  }
}

/** An extra word is a mistake ("cursor" for "--cursor"), and must not become a command for every assistant. */
async function requireWords(
  command: Command,
  { own, positionals, rest }: { readonly own: readonly string[]; readonly positionals: readonly string[]; readonly rest: Parsed['rest'] },
): Promise<void> {
  const { max, rest: takesRest } = { max: 0, rest: undefined, ...command.words };
  const extra = positionals[max] ?? (takesRest === undefined ? rest?.[0] : undefined);
  if (extra === undefined) return;
  const isFlag = command.options[extra]?.type === 'boolean';
  if (rest === undefined && !isFlag) await requireDashes(command, own);
  const near = isFlag
    ? extra
    : (await import('./did-you-mean.ts')).nearOptions(
        extra,
        Object.keys(command.options).filter((name) => command.options[name]?.type === 'boolean'),
      )[0];
  const meant = didYouMean(near === undefined ? [] : [`--${near}`]);
  // Anything but a simple word may be a secret in the wrong place, and is not repeated.
  const shown = /^[a-z][a-z0-9-]{0,24}$/i.test(extra) ? `Unexpected argument "${extra}".` : 'There is an unexpected argument.';
  // A path or a command is easily typed without the `--` it needs.
  const hint =
    takesRest !== undefined
      ? `Usage: snap ${command.name} ${command.usage}`
      : max === 1 && command.options['file'] !== undefined
        ? `Put the text between quotes, and name files with --file: snap ${command.name} "<text>" --file <file>`
        : `See "snap ${command.name} --help".`;
  throw new SnapError('usage', `${shown} ${meant}`.trimEnd(), { hint });
}

/** @throws SnapError `usage` with the right line, where a command or a path was typed without the `--` before it. */
async function requireDashes(command: Command, own: readonly string[]): Promise<void> {
  if (command.words?.rest === undefined) return;
  const mistake = (await import('./missing-dashes.ts')).missingDashes(command, own);
  if (mistake !== undefined) throw mistake;
}
