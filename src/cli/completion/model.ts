import { clientByWord } from '../options/clients-option.ts';
import { commonOptions, type Command, type Option, type Options } from '../command.ts';
import type { WordSource } from './word-source.ts';

/** The options and words that can follow the words typed so far. Taken only from snap's own tables, not from files or input. */
export interface CompletedCommand {
  /** The words after `snap`; empty for `snap` alone. */
  readonly words: string;
  readonly options: readonly CompletedOption[];
  /** The words that may follow, with their summaries. */
  readonly next: readonly { readonly word: string; readonly summary: string }[];
  /** Read on the machine: names that may follow as well. */
  readonly source?: WordSource;
  /** Files may follow as well. */
  readonly takesFiles: boolean;
}

export interface CompletedOption {
  readonly name: string;
  readonly short: string | undefined;
  readonly help: string;
  readonly value: CompletedValue;
}

/** `clients`: the ids of the assistants. `free`: anything, so nothing is suggested. */
export type CompletedValue =
  | { readonly kind: 'none' | 'clients' | 'directory' | 'file' | 'free' }
  | { readonly kind: 'words'; readonly words: readonly string[] }
  | { readonly kind: 'source'; readonly source: WordSource };

/** The values of `--client`. */
export const clientWords: readonly string[] = [...clientByWord.keys()];

const generalOptions: Options = {
  help: commonOptions.help,
  version: { type: 'boolean', short: 'V', help: 'Show the version' },
};

/** Every place where something can be completed, `snap` itself first. */
export function completionModel(
  commands: readonly (Pick<Command, 'name' | 'options' | 'usage' | 'completes' | 'takesFiles'> & { readonly summary: string })[],
): readonly CompletedCommand[] {
  const paths = new Set(['', ...commands.flatMap(({ name }) => prefixesOf(name))]);
  return [...paths].map((path) => {
    const command = commands.find(({ name }) => name === path);
    const options: Options =
      command === undefined ? (path === '' ? generalOptions : { help: commonOptions.help }) : { ...command.options, ...commonOptions };
    return {
      ...(command?.completes === undefined ? {} : { source: command.completes }),
      words: path,
      takesFiles: command?.takesFiles === true,
      options: Object.entries(options).map(([name, option]) => completedOption(name, option)),
      next: [
        ...nextWords(path, [...paths]).map((word) => ({
          word,
          summary: commands.find(({ name }) => name === `${path} ${word}`.trim())?.summary ?? '',
        })),
        // A usage that is only a choice of words (`bash|zsh|fish`).
        ...(/^[a-z]+(\|[a-z]+)+$/.test(command?.usage ?? '') ? (command?.usage.split('|') ?? []) : []).map((word) => ({
          word,
          summary: '',
        })),
      ],
    };
  });
}

function prefixesOf(name: string): readonly string[] {
  const words = name.split(' ');
  return words.map((_, i) => words.slice(0, i + 1).join(' '));
}

function nextWords(path: string, paths: readonly string[]): readonly string[] {
  // What follows "snap help" is a command.
  if (path === 'help') return nextWords('', paths);
  const depth = path === '' ? 0 : path.split(' ').length;
  return paths
    .filter((other) => other !== '' && (path === '' || other.startsWith(`${path} `)) && other.split(' ').length === depth + 1)
    .map((other) => other.split(' ')[depth] ?? '');
}

function completedOption(name: string, option: Option): CompletedOption {
  return { name, help: option.help, value: valueOf(option), short: option.short };
}

/** The placeholder in the help says what the value is; `a|b` lists the choices. */
function valueOf({ completes, type, value = '' }: Option): CompletedValue {
  if (type === 'boolean') return { kind: 'none' };
  if (completes !== undefined) return { kind: 'source', source: completes };
  if (value === 'id') return { kind: 'clients' };
  if (value === 'dir') return { kind: 'directory' };
  if (value === 'file') return { kind: 'file' };
  return /^[a-z0-9-]+(?:\|[a-z0-9-]+)+$/.test(value) ? { kind: 'words', words: value.split('|') } : { kind: 'free' };
}
