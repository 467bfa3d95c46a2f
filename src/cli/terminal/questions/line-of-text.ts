import { TextPrompt } from '@clack/core';
import { closed, open, type Drawing } from './question.ts';

export interface TextOptions {
  readonly placeholder?: string | undefined;
  readonly initial?: string | undefined;
  /** A secret: a dot stands for each letter. */
  readonly hidden?: boolean | undefined;
  /** What is wrong with the answer, or undefined. */
  readonly validate?: ((text: string) => Promise<string | undefined>) | undefined;
}

/** One line of text. */
export async function lineOfText(
  question: string,
  { placeholder, initial, hidden, validate }: TextOptions,
  drawing: Drawing,
): Promise<unknown> {
  const { input, output, style } = drawing;
  const dots = (text: string): string => '*'.repeat([...text].length);
  return new TextPrompt({
    input,
    output,
    ...(initial === undefined ? {} : { initialValue: initial }),
    ...(validate === undefined ? {} : { validate: (value) => validate(value ?? '') }),
    render() {
      const text = this.userInput;
      if (this.state === 'submit' || this.state === 'cancel')
        return closed(drawing, this.state, question, text === '' ? '(empty)' : hidden === true ? '(not shown)' : text);
      const shown =
        text === '' && placeholder !== undefined ? style.dim(placeholder) : hidden === true ? dots(text) : this.userInputWithCursor;
      const footer = this.state === 'error' ? style.yellow(this.error) : this.state === 'validating' ? style.dim('Checking') : '';
      return open(drawing, this.state, question, [shown], footer);
    },
  }).prompt();
}
