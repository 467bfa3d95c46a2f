import { cleanLine, cleanText, cut, errorStack, failureCode, shortened, type SnapError } from '../system/index.ts';
import { encodeLine } from './wire.ts';

/** A failure for the reader: its code, the reason, and what to do next. */
export interface Explained {
  readonly code: string;
  readonly reason: string;
  readonly hint: string;
}

/** Parts of the program are loaded only when needed. An update deletes the old ones, so loading one then fails. */
export const updated: Explained = {
  code: 'UPDATED',
  reason: 'snap was updated or moved while this server ran',
  hint: 'Restart the assistant, or this server in it.',
};

export function isUpdate(error: unknown): boolean {
  return failureCode(error) === 'ERR_MODULE_NOT_FOUND';
}

/** An expected failure. `task-open` is `TASK_OPEN`; what a command calls wrong usage is, to a tool, wrong input. */
export function explained(error: SnapError): Explained {
  return {
    code: error.code === 'usage' ? 'INVALID_INPUT' : error.code.toUpperCase().replaceAll('-', '_'),
    reason: cleanLine(error.message.replace(/\.$/, '')),
    hint: cleanLine(error.hintFor('model') ?? ''),
  };
}

/** What the log keeps of a failure that nothing expected. */
export function bugReport(error: unknown): string {
  return `snap: this is a bug in snap; please report it with these lines.\n${cleanText(shortened(errorStack(error)))}\n`;
}

/** The text of a failed tool call: the error line, followed by its explanation unless `compact`. */
export function errorText(tool: string, { code, reason, hint }: Explained, compact: boolean): string {
  // The compact line has no explanation after it, so it contains more of the reason.
  const line = encodeLine('error', { code, reason: cut(reason, compact ? 500 : 60) }, compact);
  return compact ? line : `${line}\n---\n${tool}: ${reason}. ${hint}`.trimEnd();
}
