import { Prompt } from '@clack/core';
import { limitOptions } from '@clack/prompts';
import { closed, open, type Drawing } from './question.ts';
import type { Choice } from './checklist.ts';

/** The choices whose name or description holds every word that was typed. */
export function found<T extends string>(choices: readonly Choice<T>[], search: string): readonly Choice<T>[] {
  const words = search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  return choices.filter(({ hint = '', label, value }) => {
    const text = `${value} ${label} ${hint}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** One of many: typing searches, Enter takes the choice at the arrow. */
export async function oneOfMany<T extends string>(question: string, choices: readonly Choice<T>[], drawing: Drawing): Promise<unknown> {
  const { input, output, style } = drawing;
  let search = '';
  let cursor = 0;
  const width = Math.max(...choices.map(({ label }) => label.length));
  const room = (process.stdout.columns ?? 80) - width - 9;
  const prompt = new Prompt<T>(
    {
      input,
      output,
      validate: (value) => (value === undefined ? 'Nothing matches. Change what you typed, or leave with Esc.' : undefined),
      render() {
        const { state } = this;
        if (state === 'submit' || state === 'cancel') return closed(drawing, state, question, this.value ?? '');
        const lines = limitOptions({
          cursor,
          options: [...found(choices, search)],
          output,
          columnPadding: 3,
          maxItems: 12,
          rowPadding: 7,
          style: ({ label, hint }, isHere) => {
            const name = label.padEnd(width);
            return `${isHere ? `${style.green(style.mark.here)} ${style.bold(name)}` : `  ${name}`}  ${style.dim(short(hint ?? '', room))}`;
          },
        });
        const footer = state === 'error' ? style.yellow(this.error) : style.dim('type to search, enter takes it, esc goes back');
        return open(drawing, state, question, [`Search: ${search}`, ...lines], footer);
      },
    },
    false,
  );
  const take = (): void => {
    prompt.value = found(choices, search)[cursor]?.value;
  };
  take();
  prompt.on('key', (text, key) => {
    const count = found(choices, search).length;
    const before = search;
    if (key.name === 'up' || key.name === 'down') cursor = count === 0 ? 0 : (cursor + (key.name === 'up' ? -1 : 1) + count) % count;
    else if (key.name === 'backspace') search = [...search].slice(0, -1).join('');
    else if (key.ctrl !== true && key.meta !== true && /^[\p{L}\p{N} .()+/:-]$/u.test(text ?? '')) search += text ?? '';
    if (search !== before) cursor = 0;
    take();
  });
  return prompt.prompt();
}

/** On one line, or the list would jump while a person moves in it. */
function short(text: string, room: number): string {
  return text.length <= room ? text : room < 2 ? '' : `${text.slice(0, room - 1).trimEnd()}…`;
}
