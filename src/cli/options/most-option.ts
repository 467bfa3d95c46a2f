import { SnapError } from '../../system/index.ts';
import type { Invocation, Options } from '../command.ts';
import type { Style } from '../terminal/style.ts';
import { count } from '../words.ts';

/** For commands that list, newest first. */
export const mostOption = {
  most: { type: 'string', value: 'number', help: 'The maximum number to list (default: 20 in a terminal, else all)' },
} as const satisfies Options;

/** @throws SnapError `usage` */
export function mostOf({ ui, values }: Pick<Invocation, 'ui' | 'values'>): number {
  const text = values.text('most');
  if (text === undefined) return ui.isTerminal && !values.flag('json') ? 20 : Infinity;
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new SnapError('usage', '--most: expected a number.');
  return Number(text);
}

/** Says how many there are, where not all are listed. */
export function leftOutLine(listed: number, all: number, what: string, style: Style): readonly string[] {
  return listed === all ? [] : [style.dim(`${listed} of ${count(all, what)}; --most ${all} shows all.`)];
}
