import { checkModes, type CheckMode } from '../../checks/index.ts';
import { SnapError } from '../../system/index.ts';
import type { Values } from '../command.ts';
import { plain } from '../terminal/style.ts';

const formats = ['text', 'json', 'sarif', 'github', 'junit'] as const;
export type CheckFormat = (typeof formats)[number];
const failures = ['error', 'warning', 'skipped', 'gap'] as const;
/** What makes the command end with 1 beside errors and work that came to no end. `gap`: a layer did not examine everything in its scope. */
export type FailOn = ReadonlySet<(typeof failures)[number]>;
const named = failures.slice(0, 3);
const diffs = ['staged', 'changed', 'uncommitted'] as const;

/** What "snap check" was asked for on the command line; nothing is looked up yet. */
export interface AskedCheck {
  readonly mode: CheckMode;
  /** Whether the mode was named; else the first word is a file. */
  readonly isModeNamed: boolean;
  /** As typed. */
  readonly files: readonly string[];
  readonly diff: (typeof diffs)[number] | undefined;
  /** A file, or `-` for standard input. */
  readonly code: string | undefined;
  readonly tests: boolean;
  readonly format: CheckFormat;
  readonly watch: boolean;
  readonly failOn: FailOn;
}

/** The first word is the mode when it is the name of one; a file of that name is written `./health`. @throws SnapError `usage`. */
export function askedCheck(values: Values, words: readonly string[]): AskedCheck {
  const [first] = words;
  const named = checkModes.find((mode) => mode === first);
  const asked = {
    mode: named ?? 'quick',
    isModeNamed: named !== undefined,
    files: named === undefined ? words : words.slice(1),
    diff: choice(values, 'diff', diffs),
    code: values.text('code'),
    tests: values.flag('tests'),
    format: formatOf(values),
    watch: values.flag('watch'),
    failOn: failOnIn(values),
  };
  if (asked.code !== undefined && asked.files.length > 0) throw new SnapError('usage', '--code and files exclude each other.');
  if (asked.watch && asked.code !== undefined) throw new SnapError('usage', '--watch and --code exclude each other.');
  if (asked.watch && asked.format !== 'text' && asked.format !== 'json')
    throw new SnapError('usage', `--watch and --format ${asked.format} exclude each other.`, {
      hint: 'With --watch the format is text, or json: one document per line.',
    });
  return asked;
}

/** `warning`, `skipped`, or both with a comma between them; `--strict` is all of them. */
function failOnIn(values: Values): FailOn {
  if (values.flag('strict')) return new Set(failures);
  const words = (values.text('fail-on') ?? 'error').split(',');
  return new Set(
    words.map((word) => {
      const found = named.find((one) => one === word.trim());
      if (found === undefined) throw new SnapError('usage', `--fail-on ${plain(word)}: must be one of ${named.join(', ')}.`);
      return found;
    }),
  );
}

function formatOf(values: Values): CheckFormat {
  const format = choice(values, 'format', formats);
  if (!values.flag('json')) return format ?? 'text';
  if (format !== undefined && format !== 'json') throw new SnapError('usage', `--json and --format ${format} exclude each other.`);
  return 'json';
}

function choice<const Word extends string>(values: Values, option: string, words: readonly Word[]): Word | undefined {
  const text = values.text(option);
  if (text === undefined) return undefined;
  const found = words.find((word) => word === text);
  if (found !== undefined) return found;
  throw new SnapError('usage', `--${option} ${plain(text)}: must be one of ${words.join(', ')}.`);
}
