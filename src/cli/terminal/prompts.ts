import type { Writable } from 'node:stream';
import { confirm, isCancel, password, select, text, updateSettings } from '@clack/prompts';
import { reducedOutput } from './reduced-output.ts';
import { checklist, type Choice } from './checklist.ts';
import { screenText, type Style } from './style.ts';

/** What a person answered. `declined`: Esc, or Ctrl-D. `interrupted`: Ctrl-C. */
export type Reply<T> = { readonly kind: 'answer'; readonly value: T } | { readonly kind: 'declined' } | { readonly kind: 'interrupted' };

/** The kinds of questions. Only to be used on an interactive terminal. */
export interface Prompts {
  /** The width of the terminal. */
  columns(): number;
  confirm(question: string): Promise<Reply<boolean>>;
  select<T extends string>(question: string, choices: readonly Choice<T>[]): Promise<Reply<T>>;
  /** At least one has to be ticked. */
  multiselect<T extends string>(question: string, choices: readonly Choice<T>[], ticked: readonly T[]): Promise<Reply<readonly T[]>>;
  /** `validate` returns what is wrong with the answer, or undefined. */
  text(question: string, options?: TextOptions): Promise<Reply<string>>;
}

export interface TextOptions {
  readonly placeholder?: string | undefined;
  readonly initial?: string | undefined;
  /** What is typed is not shown. */
  readonly hidden?: boolean;
  readonly validate?: (text: string) => Promise<string | undefined>;
}

/** The prompts on standard input and output, in ASCII and without colour where the terminal shows no more. */
export function terminalPrompts(style: Style): Prompts {
  // Ctrl-D ends the input; a question that then waits on would never be answered, and the program end without a word.
  updateSettings({ aliases: { [ctrlD]: 'cancel' } });
  const shown = (text: string): string => screenText(text, style);
  /** @clack/prompts takes no undefined hint. */
  const shownChoice = <T>({ value, label, hint }: Choice<T>): { value: T; label: string; hint?: string } =>
    hint === undefined ? { value, label: shown(label) } : { value, label: shown(label), hint: shown(hint) };
  /** One question: how it ended, with the answer as `read` takes it from what the prompt gave. */
  async function reply<T>(ask: (output: Writable) => Promise<unknown>, read: (given: unknown) => T): Promise<Reply<T>> {
    const output = style.isUnicode && style.isColored ? process.stdout : reducedOutput(style);
    const { answer, left } = await watchingForCtrlC(() => ask(output));
    if (output !== process.stdout) output.destroy();
    if (left) return { kind: 'interrupted' };
    return isCancel(answer) ? { kind: 'declined' } : { kind: 'answer', value: read(answer) };
  }
  return {
    columns: () => process.stdout.columns ?? 80,
    confirm: (question) =>
      reply(
        (output) => confirm({ message: shown(question), output }),
        (given) => given === true,
      ),
    select: (question, choices) =>
      reply(
        (output) => select<string>({ message: shown(question), options: choices.map(shownChoice), showInstructions: false, output }),
        (given) => chosen(choices, [given])[0] ?? raise(question),
      ),
    multiselect: (question, choices, ticked) =>
      reply(
        (output) => checklist({ question: shown(question), choices: choices.map(shownChoice), ticked, output, style }),
        (given) => chosen(choices, Array.isArray(given) ? given : []),
      ),
    text: (question, { placeholder, initial, hidden, validate } = {}) =>
      reply(
        (output) =>
          (hidden === true ? password : text)({
            message: shown(question),
            output,
            ...(placeholder === undefined ? {} : { placeholder: shown(placeholder) }),
            ...(initial === undefined ? {} : { initialValue: initial }),
            ...(validate === undefined ? {} : { validate: (value) => validate(value ?? '') }),
          }),
        (given) => (typeof given === 'string' ? given : ''),
      ),
  };
}

const ctrlD = '\u0004';

/** The chosen values, as the list of choices has them. */
function chosen<T extends string>(choices: readonly Choice<T>[], given: readonly unknown[]): readonly T[] {
  return choices.flatMap(({ value }) => (given.includes(value) ? [value] : []));
}

function raise(question: string): never {
  throw new TypeError(`"${question}" was answered with what was not offered`);
}

/** The prompts treat Esc and Ctrl-C the same; the exit code of the command differs. */
async function watchingForCtrlC<T>(ask: () => Promise<T>): Promise<{ readonly answer: T; readonly left: boolean }> {
  let left = false;
  const watch = (keys: Buffer | string): void => {
    left = String(keys).includes('\u0003');
  };
  process.stdin.on('data', watch);
  try {
    const answer = await ask();
    return { answer, left };
  } finally {
    process.stdin.off('data', watch);
  }
}
