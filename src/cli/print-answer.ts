import type { ToolAnswer } from '../server/calling.ts';
import type { Invocation } from './command.ts';
import { exit, type ExitCode } from './exit.ts';
import { plain } from './terminal/style.ts';
import { displayPaths } from './words.ts';

/** Prints what a tool found out: its record for a script, its text for a person. */
export function printAnswer({ ui, values, system }: Invocation, { record, text }: Pick<ToolAnswer, 'record' | 'text'>): ExitCode {
  if (values.flag('json')) ui.json({ schemaVersion: 1, ...record });
  else ui.print(shown(text('person'), system.home));
  return exit.fine;
}

/** Several lines of text that may hold words that others wrote. */
export function shown(text: string, home: string): string {
  return text
    .split('\n')
    .map((line) => plain(displayPaths(line, home)))
    .join('\n');
}
