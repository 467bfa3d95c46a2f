import type { Readable, Writable } from 'node:stream';
import { autocomplete, confirm, isCancel, password, select, text, updateSettings } from '@clack/prompts';
import { checklist } from './checklist.ts';
import { markPastes, openKeyboard, type Keyboard } from './keyboard.ts';
import { columnsOf, reducedOutput } from './reduced-output.ts';
import { screenText, type Style } from './style.ts';

export interface Choice<T> {
  readonly value: T;
  readonly label: string;
  readonly hint?: string | undefined;
}

export interface TextOptions {
  readonly placeholder?: string | undefined;
  readonly initial?: string | undefined;
  /** A secret: a sign stands for each letter. */
  readonly hidden?: boolean | undefined;
  /** What is wrong with the answer, or undefined. */
  readonly validate?: ((text: string) => Promise<string | undefined>) | undefined;
}

/** Where a question is drawn, and where its keys come from. */
interface Drawing {
  readonly input: Readable;
  readonly output: Writable;
}

/** What a person answered. `back`: Esc. `declined`: Ctrl-D, or the terminal is gone. `interrupted`: Ctrl-C. */
export type Reply<T> =
  | { readonly kind: 'answer'; readonly value: T }
  | { readonly kind: 'back' }
  | { readonly kind: 'declined' }
  | { readonly kind: 'interrupted' };

/** The kinds of questions. Only to be used on an interactive terminal. */
export interface Prompts {
  /** The width of the terminal. */
  columns(): number;
  /** @param suggested the answer of Enter alone; yes unless told otherwise. */
  confirm(question: string, suggested?: boolean): Promise<Reply<boolean>>;
  select<T extends string>(question: string, choices: readonly Choice<T>[]): Promise<Reply<T>>;
  /** One of so many that a person searches. */
  find<T extends string>(question: string, choices: readonly Choice<T>[]): Promise<Reply<T>>;
  /** At least one has to be ticked. */
  multiselect<T extends string>(question: string, choices: readonly Choice<T>[], ticked: readonly T[]): Promise<Reply<readonly T[]>>;
  /** `validate` returns what is wrong with the answer, or undefined. */
  text(question: string, options?: TextOptions): Promise<Reply<string>>;
}

/** The prompts on standard input and output, in ASCII and without colour where the terminal shows no more. */
export function terminalPrompts(style: Style): Prompts {
  updateSettings({ aliases: { [ctrlD]: 'cancel' } });
  const shown = (text: string): string => screenText(text, style);
  /** A list as the prompts take it; on a narrow screen without the remarks, as a choice is one line. */
  const shownChoices = (choices: readonly Choice<string>[]) =>
    choices.map(({ value, label, hint = '' }) => {
      const fits = label.length + hint.length + 10 <= columnsOf(process.stdout);
      return { value, label: shown(label), ...(hint !== '' && fits && { hint: shown(hint) }) };
    });
  /** One question: how it ended, with the answer as `read` takes it from what the prompt gave. */
  async function reply<T>(
    ask: (drawing: Drawing, keyboard: Keyboard) => Promise<unknown>,
    read: (given: unknown) => T,
    { takesText = false } = {},
  ): Promise<Reply<T>> {
    const keyboard = await openKeyboard(process.stdin, { takesText });
    const output = style.isUnicode && style.isColored ? process.stdout : reducedOutput(style);
    const close = closing(keyboard, output);
    try {
      if (keyboard.isInterrupted()) return { kind: 'interrupted' };
      const given = await ask({ input: keyboard.input, output }, keyboard);
      if (keyboard.isInterrupted()) return { kind: 'interrupted' };
      if (keyboard.hasEnded()) return { kind: 'declined' };
      return isCancel(given) ? { kind: 'back' } : { kind: 'answer', value: read(given) };
    } finally {
      close();
    }
  }
  return {
    columns: () => columnsOf(process.stdout),
    confirm: (question, suggested = true) =>
      reply(
        (drawing) => confirm({ ...drawing, message: shown(question), initialValue: suggested }),
        (given) => given === true,
      ),
    select: (question, choices) =>
      reply(
        (drawing) => select({ ...drawing, message: shown(question), options: shownChoices(choices) }),
        (given) => chosen(choices, [given])[0] ?? raise(question),
      ),
    find: (question, choices) =>
      reply(
        (drawing) => autocomplete({ ...drawing, message: shown(question), options: shownChoices(choices), maxItems: 12 }),
        (given) => chosen(choices, [given])[0] ?? raise(question),
        { takesText: true },
      ),
    multiselect: (question, choices, ticked) =>
      reply(
        (drawing) => checklist({ ...drawing, style, message: shown(question), options: shownChoices(choices), initialValues: [...ticked] }),
        (given) => chosen(choices, Array.isArray(given) ? given : []),
      ),
    text: (question, { placeholder, initial, hidden = false, validate } = {}) =>
      reply(
        (drawing, keyboard) => {
          const check = async (typed: string | undefined): Promise<string | undefined> => {
            const wrong = await validate?.(typed ?? '');
            if (!keyboard.isInterrupted()) return wrong;
            keyboard.repeatInterrupt();
            return 'Cancelled.';
          };
          const asked = { ...drawing, message: shown(question), ...(validate && { validate: check }) };
          if (hidden) return password(asked);
          return text({
            ...asked,
            ...(placeholder !== undefined && { placeholder: shown(placeholder) }),
            ...(initial !== undefined && { initialValue: initial }),
          });
        },
        (given) => (typeof given === 'string' ? given : ''),
        { takesText: true },
      ),
  };
}

const ctrlD = '\u0004';
const showCursor = '\u001B[?25h';

/**
 * What one question has to undo, however it ends: the mode of the terminal, the mark around pastes, the hidden cursor. A signal that ends
 * the program would leave the person's shell with them.
 */
function closing(keyboard: Keyboard, output: Writable): () => void {
  process.stdout.write(markPastes.on);
  const signals = ['SIGTERM', 'SIGHUP'] as const;
  const close = (): void => {
    process.off('exit', leave);
    for (const signal of signals) process.off(signal, end);
    process.stdout.write(markPastes.off);
    keyboard.close();
    if (output !== process.stdout) output.destroy();
  };
  const leave = (): void => {
    process.stdout.write(`${showCursor}\n`);
    close();
  };
  const end = (signal: NodeJS.Signals): void => {
    leave();
    // As if snap had never listened: the caller sees which signal ended it.
    process.kill(process.pid, signal);
  };
  process.once('exit', leave);
  for (const signal of signals) process.once(signal, end);
  return close;
}

/** The chosen values, as the list of choices has them. */
function chosen<T extends string>(choices: readonly Choice<T>[], given: readonly unknown[]): readonly T[] {
  return choices.flatMap(({ value }) => (given.includes(value) ? [value] : []));
}

function raise(question: string): never {
  throw new TypeError(`"${question}" was answered with what was not offered`);
}
