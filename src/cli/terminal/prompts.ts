import type { Writable } from 'node:stream';
import { isCancel, updateSettings } from '@clack/prompts';
import { markPastes, openKeyboard, type Keyboard } from './keyboard.ts';
import { checklist, type Choice } from './questions/checklist.ts';
import { lineOfText, type TextOptions } from './questions/line-of-text.ts';
import { oneOf } from './questions/one-of.ts';
import { oneOfMany } from './questions/one-of-many.ts';
import type { Drawing } from './questions/question.ts';
import { yesNo } from './questions/yes-no.ts';
import { reducedOutput } from './reduced-output.ts';
import { screenText, type Style } from './style.ts';

export type { Choice } from './questions/checklist.ts';
export type { TextOptions } from './questions/line-of-text.ts';

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
  const shownChoice = <T>({ value, label, hint }: Choice<T>): Choice<T> => ({
    value,
    label: shown(label),
    hint: hint === undefined ? undefined : shown(hint),
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
      const given = await ask({ input: keyboard.input, output, style }, keyboard);
      if (keyboard.isInterrupted()) return { kind: 'interrupted' };
      if (keyboard.hasEnded()) return { kind: 'declined' };
      return isCancel(given) ? { kind: 'back' } : { kind: 'answer', value: read(given) };
    } finally {
      close();
    }
  }
  return {
    columns: () => process.stdout.columns ?? 80,
    confirm: (question, suggested = true) =>
      reply(
        (drawing) => yesNo(shown(question), suggested, drawing),
        (given) => given === true,
      ),
    select: (question, choices) =>
      reply(
        (drawing) => oneOf(shown(question), choices.map(shownChoice), drawing),
        (given) => chosen(choices, [given])[0] ?? raise(question),
      ),
    find: (question, choices) =>
      reply(
        (drawing) => oneOfMany(shown(question), choices.map(shownChoice), drawing),
        (given) => chosen(choices, [given])[0] ?? raise(question),
        { takesText: true },
      ),
    multiselect: (question, choices, ticked) =>
      reply(
        (drawing) => checklist({ question: shown(question), choices: choices.map(shownChoice), ticked }, drawing),
        (given) => chosen(choices, Array.isArray(given) ? given : []),
        { takesText: true },
      ),
    text: (question, { placeholder, initial, hidden, validate } = {}) =>
      reply(
        (drawing, keyboard) => {
          const check = async (text: string): Promise<string | undefined> => {
            const wrong = await validate?.(text);
            if (!keyboard.isInterrupted()) return wrong;
            keyboard.repeatInterrupt();
            return 'Cancelled.';
          };
          return lineOfText(
            shown(question),
            { placeholder: placeholder === undefined ? undefined : shown(placeholder), initial, hidden, validate: validate && check },
            drawing,
          );
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
