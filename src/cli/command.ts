import type { WritableSystem, System } from '../system/index.ts';
import type { PublishFor } from '../workbench/index.ts';
import type { ExitCode } from './exit.ts';
import type { Ui } from './terminal/ui.ts';

/** The running program. snap's own entries start the same one. */
export interface Program {
  readonly version: string;
  /** Absolute, with all symbolic links resolved. */
  readonly file: string;
  /** The Node that runs it. */
  readonly node: string;
}

export interface Option {
  readonly type: 'boolean' | 'string';
  readonly multiple?: boolean;
  readonly short?: string;
  /** The placeholder for the value in the help. */
  readonly value?: string;
  readonly help: string;
  /**
   * Where the help shows it; without this at the top. `assistant`: one of the flags that each name an assistant, of which there are too
   * many for a list. `where`: which assistants and files. `how`: how changes are written.
   */
  readonly part?: 'assistant' | 'where' | 'how';
  /** What its value is completed with. */
  readonly completes?: WordSource;
}
/** What the completion scripts have snap read on the machine. */
export type WordSource = 'servers' | 'snapshots' | 'changes' | 'learnings' | 'tasks' | 'findings' | 'catalogue' | 'modes' | 'events';

export type Options = Readonly<Record<string, Option>>;

export interface Invocation {
  readonly values: Values;
  readonly positionals: readonly string[];
  /** The arguments after `--`. */
  readonly rest: readonly string[] | undefined;
  readonly system: System;
  /** Loads the code for writing. Commands that only read do not call it. */
  writable(): Promise<WritableSystem>;
  /** Tells the daemon, if one runs, what this command has done; when it has ended. */
  readonly tell: PublishFor;
  readonly ui: Ui;
  readonly program: Program;
  /** The command line without its values, for the journal. */
  readonly words: string;
  /** Every command of snap: for the help and the completion scripts. */
  readonly commands: readonly CommandEntry[];
}

export interface Command {
  /** The words after `snap`. */
  readonly name: string;
  readonly summary: string;
  /** What follows the name on the usage line. */
  readonly usage: string;
  readonly details?: string;
  /** Words that it takes, each with what it stands for: before the options. */
  readonly choices?: { readonly title: string; readonly rows: readonly (readonly [word: string, says: string])[] };
  readonly options: Options;
  /** How many words it takes in addition to its options (none without this), and whether it takes arguments after `--`. */
  readonly words?: { readonly max: number; readonly rest?: true };
  /** What its words are completed with. */
  readonly completes?: WordSource;
  /** Its words may be files too. */
  readonly takesFiles?: true;
  /** It runs also where the environment names no usable home directory; all others are refused there before they begin. */
  readonly runsAnywhere?: true;
  /** It is about what snap keeps of its own, and so refused where that is in a project; others go on without it there. */
  readonly needsOwnPlace?: true;
  readonly examples: readonly (readonly [line: string, says: string])[];
  run(invocation: Invocation): Promise<ExitCode>;
}

/** The parts of the help, in its order. */
export const commandGroups = ['setup', 'servers', 'code', 'task', 'memory', 'snapshots', 'sources', 'account', 'daemon', 'more'] as const;
export type CommandGroup = (typeof commandGroups)[number];

/** A command and its line in the help. The command itself is loaded only when it is run. */
export interface CommandEntry {
  readonly name: string;
  readonly group: CommandGroup;
  readonly summary: string;
  readonly load: () => Promise<Command>;
  /** Whether the help and the completion scripts show it; it works all the same. */
  readonly isListed: boolean;
}

/** Parsed options; asking for one that was not declared is a bug in the command. */
export class Values {
  readonly #values: ReadonlyMap<string, string | boolean | readonly (string | boolean)[]>;

  constructor(values: Readonly<Record<string, string | boolean | readonly (string | boolean)[] | undefined>>) {
    this.#values = new Map(Object.entries(values).flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const])));
  }

  flag(name: string): boolean {
    return this.#values.get(name) === true;
  }

  text(name: string): string | undefined {
    const value = this.#values.get(name);
    return typeof value === 'string' ? value : undefined;
  }

  texts(name: string): readonly string[] {
    const value = this.#values.get(name);
    return Array.isArray(value) ? value.map(String) : typeof value === 'string' ? [value] : [];
  }
}

/** Options that every command has. */
export const commonOptions = {
  json: { type: 'boolean', help: 'Print one JSON document instead of text (docs/schemas)' },
  help: { type: 'boolean', short: 'h', help: 'Show this help' },
} as const satisfies Options;

/** The options as `parseArgs` takes them. */
export function parsedOptions({ options }: Pick<Command, 'options'>) {
  return Object.fromEntries(
    Object.entries({ ...options, ...commonOptions }).map(([name, option]) => {
      const { type, multiple, short } = { multiple: undefined, short: undefined, ...option };
      return [name, { type, ...(multiple === undefined ? {} : { multiple }), ...(short === undefined ? {} : { short }) }];
    }),
  );
}
