import type { Readable, Writable } from 'node:stream';
import { MultiSelectPrompt } from '@clack/core';
import { limitOptions, S_BAR, S_BAR_END, S_CHECKBOX_INACTIVE, S_CHECKBOX_SELECTED, symbol } from '@clack/prompts';
import type { Style } from './style.ts';

interface Checklist {
  readonly input: Readable;
  readonly output: Writable;
  readonly style: Style;
  readonly message: string;
  readonly options: { value: string; label: string; hint?: string }[];
  readonly initialValues: string[];
}

/** A list of check boxes. That of clack shows by colour alone where a person is in it; this one has an arrow. */
export function checklist({ message, style, ...given }: Checklist): Promise<unknown> {
  return new MultiSelectPrompt({
    ...given,
    validate: (values) => (values === undefined || values.length === 0 ? 'Select at least one with the space bar.' : undefined),
    render() {
      const ticked = given.options.filter(({ value }) => this.value?.includes(value) === true);
      const head = [style.dim(S_BAR), `${symbol(this.state)}  ${message}`];
      if (this.state === 'submit' || this.state === 'cancel') {
        const answer = this.state === 'cancel' ? 'cancelled' : ticked.map(({ label }) => label).join(', ');
        return [...head, `${style.dim(S_BAR)}  ${style.dim(answer)}`].join('\n');
      }
      const lines = limitOptions({
        cursor: this.cursor,
        options: given.options,
        output: given.output,
        columnPadding: 3,
        // The list of found assistants above stays visible.
        maxItems: 12,
        style: (option, isHere) =>
          `${isHere ? style.mark.here : ' '} ${ticked.includes(option) ? style.green(S_CHECKBOX_SELECTED) : S_CHECKBOX_INACTIVE} ${isHere ? style.bold(option.label) : option.label}  ${style.dim(option.hint ?? '')}`,
      });
      const footer = this.state === 'error' ? style.yellow(this.error) : style.dim('space selects, enter continues, esc goes back');
      return [...head, ...lines.map((line) => `${style.dim(S_BAR)}  ${line}`), `${style.dim(S_BAR_END)}  ${footer}`, ''].join('\n');
    },
  }).prompt();
}
