import type { Readable, Writable } from 'node:stream';
import { S_BAR, S_BAR_END, symbol, symbolBar } from '@clack/prompts';
import { wrapTextWithPrefix } from '@clack/core';
import type { Style } from '../style.ts';

/** What every question is drawn with. */
export interface Drawing {
  readonly input: Readable;
  readonly output: Writable;
  readonly style: Style;
}

type State = Parameters<typeof symbol>[0];

/** The question itself, with the mark of its state. */
export function heading({ output, style }: Drawing, state: State, question: string): string {
  return `${style.dim(S_BAR)}\n${wrapTextWithPrefix(output, question, `${symbolBar(state) ?? ''}  `, `${symbol(state) ?? ''}  `)}`;
}

/** A question that is over: with its answer, or without one. What was about to be answered is no answer. */
export function closed(drawing: Drawing, state: 'submit' | 'cancel', question: string, answer: string): string {
  const { style } = drawing;
  const shown = style.dim(state === 'cancel' ? 'cancelled' : answer);
  return `${heading(drawing, state, question)}\n${wrapTextWithPrefix(drawing.output, shown, `${style.dim(S_BAR)}  `)}`;
}

/** A question that waits for its answer. @param footer what is wrong with the answer, or which keys there are. */
export function open(drawing: Drawing, state: State, question: string, lines: readonly string[], footer = ''): string {
  const bar = `${symbolBar(state) ?? ''}  `;
  const { style } = drawing;
  const last = state === 'error' ? style.yellow(S_BAR_END) : style.green(S_BAR_END);
  return [
    heading(drawing, state, question),
    ...lines.map((line) => bar + line),
    footer === '' ? last : wrapTextWithPrefix(drawing.output, footer, '   ', `${last}  `),
    '',
  ].join('\n');
}
