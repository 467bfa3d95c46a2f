import { SelectPrompt } from '@clack/core';
import { limitOptions, S_RADIO_ACTIVE, S_RADIO_INACTIVE } from '@clack/prompts';
import { closed, open, type Drawing } from './question.ts';
import type { Choice } from './checklist.ts';

/** One of several. */
export async function oneOf<T extends string>(question: string, choices: readonly Choice<T>[], drawing: Drawing): Promise<unknown> {
  const { input, output, style } = drawing;
  return new SelectPrompt<Choice<T>>({
    options: [...choices],
    input,
    output,
    render() {
      if (this.state === 'submit' || this.state === 'cancel')
        return closed(drawing, this.state, question, choices[this.cursor]?.label.trim() ?? '');
      const lines = limitOptions({
        cursor: this.cursor,
        options: [...choices],
        output,
        columnPadding: 3,
        rowPadding: 6,
        style: ({ label, hint }, isHere) => {
          const remark = hint === undefined ? '' : ` ${style.dim(`(${hint})`)}`;
          return isHere ? `${style.green(S_RADIO_ACTIVE)} ${label}${remark}` : `${style.dim(`${S_RADIO_INACTIVE} ${label}`)}${remark}`;
        },
      });
      return open(drawing, this.state, question, lines);
    },
  }).prompt();
}
