import type { Writable } from 'node:stream';
import { MultiSelectPrompt } from '@clack/core';
import { limitOptions, S_BAR, S_BAR_END, symbol, symbolBar } from '@clack/prompts';
import type { Style } from './style.ts';

export interface Choice<T> {
  readonly value: T;
  readonly label: string;
  readonly hint?: string | undefined;
}

interface Checklist<T> {
  readonly question: string;
  readonly choices: readonly Choice<T>[];
  readonly ticked: readonly T[];
  readonly output: Writable;
  readonly style: Style;
}

/**
 * A list of check boxes in the style of the other prompts. The one of @clack/prompts shows only by colour which line the cursor is on;
 * here an arrow shows it too.
 */
export async function checklist<T extends string>({ question, choices, ticked, output, style }: Checklist<T>): Promise<unknown> {
  const { mark } = style;
  return new MultiSelectPrompt<Choice<T>>({
    options: choices,
    initialValues: ticked,
    output,
    validate: (values) =>
      values === undefined || values.length === 0 ? 'Select at least one with the space bar, or cancel with Esc.' : undefined,
    render() {
      const bar = `${symbolBar(this.state) ?? ''}  `;
      const values: readonly T[] = this.value ?? [];
      const heading = `${style.dim(S_BAR)}\n${symbol(this.state) ?? ''}  ${question}`;
      if (this.state === 'submit' || this.state === 'cancel') {
        const names = choices.filter(({ value }) => values.includes(value)).map(({ label }) => label.trim());
        return `${heading}\n${style.dim(S_BAR)}  ${style.dim(this.state === 'submit' ? shortList(names) : 'cancelled')}`;
      }
      const lines = limitOptions({
        cursor: this.cursor,
        options: choices,
        output,
        columnPadding: 3,
        // The list of found assistants above stays visible.
        maxItems: 12,
        rowPadding: 6,
        style: ({ value, label, hint }, isHere) => {
          const box = values.includes(value) ? style.green(mark.ticked) : mark.unticked;
          const arrow = isHere ? style.green(mark.here) : ' ';
          return `${arrow} ${box} ${isHere ? style.bold(label) : label}${hint === undefined ? '' : `  ${style.dim(hint)}`}`;
        },
      });
      const footer = this.state === 'error' ? style.yellow(this.error) : style.dim('space selects, enter continues, esc cancels');
      return [
        heading,
        ...lines.map((line) => bar + line),
        bar + footer,
        this.state === 'error' ? style.yellow(S_BAR_END) : style.green(S_BAR_END),
        '',
      ].join('\n');
    },
  }).prompt();
}

/** As many names as fit a line or two. */
function shortList(names: readonly string[]): string {
  return names.length <= 6 ? names.join(', ') : `${names.slice(0, 5).join(', ')} and ${names.length - 5} more`;
}
