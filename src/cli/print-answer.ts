import type { ToolAnswer } from '../server/calling.ts';
import type { Invocation } from './command.ts';
import { exit, type ExitCode } from './exit.ts';
import { plain } from './terminal/style.ts';
import { displayPaths, notAsked } from './words.ts';

/** Ends a command: its document for a script, else its lines for a person. @param text not called for a script. */
export function answer(
  { ui, values }: Pick<Invocation, 'ui' | 'values'>,
  document: object,
  text: () => string | readonly string[],
  code: ExitCode = exit.fine,
): ExitCode {
  if (values.flag('json')) {
    ui.json({ schemaVersion: 1, ...document });
    return code;
  }
  const lines = text();
  if (lines.length > 0) ui.print(typeof lines === 'string' ? lines : lines.join('\n'));
  return code;
}

/** What a tool found out: its record for a script, its text for a person. */
export function printAnswer(invocation: Invocation, { record, text }: Pick<ToolAnswer, 'record' | 'text'>): ExitCode {
  return answer(invocation, record, () => shown(text('person'), invocation.system.home));
}

/**
 * Asks before something is done.
 * @param done `written`. @param instead what to type where nobody can be asked, as a sentence. @param suggested the answer of Enter alone.
 * @returns `yes`, or the exit code with which the command ends; what became of it is said.
 */
export async function confirmed(
  { ui, values }: Pick<Invocation, 'ui' | 'values'>,
  question: string,
  { done, instead = 'Add --yes.', suggested }: { readonly done: string; readonly instead?: string; readonly suggested?: boolean },
): Promise<'yes' | ExitCode> {
  const isJson = values.flag('json');
  if (isJson || !ui.interactive) {
    ui.warn(notAsked(isJson, done, instead));
    return exit.findings;
  }
  const said = await ui.confirm(question, suggested);
  if (said === true) return 'yes';
  ui.print(`Nothing was ${done}.`);
  return said === undefined ? exit.interrupted : exit.refused;
}

/** Several lines of text that may hold words that others wrote. */
export function shown(text: string, home: string): string {
  return text
    .split('\n')
    .map((line) => plain(displayPaths(line, home)))
    .join('\n');
}
