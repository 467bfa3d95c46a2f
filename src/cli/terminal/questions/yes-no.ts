import { ConfirmPrompt } from '@clack/core';
import { S_RADIO_ACTIVE, S_RADIO_INACTIVE } from '@clack/prompts';
import { closed, open, type Drawing } from './question.ts';

/** Yes or no. @param suggested the answer of Enter alone. */
export async function yesNo(question: string, suggested: boolean, drawing: Drawing): Promise<unknown> {
  const { input, output, style } = drawing;
  const choice = (label: string, isHere: boolean): string =>
    isHere ? `${style.green(S_RADIO_ACTIVE)} ${label}` : style.dim(`${S_RADIO_INACTIVE} ${label}`);
  return new ConfirmPrompt({
    active: 'Yes',
    inactive: 'No',
    initialValue: suggested,
    input,
    output,
    render() {
      const isYes = this.value === true;
      if (this.state === 'submit' || this.state === 'cancel') return closed(drawing, this.state, question, isYes ? 'Yes' : 'No');
      return open(drawing, this.state, question, [`${choice('Yes', isYes)} ${style.dim('/')} ${choice('No', !isYes)}`]);
    },
  }).prompt();
}
