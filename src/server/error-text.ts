import { cut, failureCode } from '../system/index.ts';
import { encodeLine } from './wire.ts';

/** A failure in words: what it is, and what next. */
export interface Explained {
  readonly code: string;
  readonly reason: string;
  readonly hint: string;
}

/** The parts of the program are loaded when they are needed, and an update takes the old ones away. */
export const updated: Explained = {
  code: 'UPDATED',
  reason: 'snap was updated or moved while this server ran',
  hint: 'Restart the assistant, or this server in it.',
};

export function isUpdate(error: unknown): boolean {
  return failureCode(error) === 'ERR_MODULE_NOT_FOUND';
}

/** The answer of a tool that failed: the error line, and unless it is to be compact what explains it. */
export function errorText(tool: string, { code, reason, hint }: Explained, compact: boolean): string {
  // Alone, the line has to say enough.
  const line = encodeLine('error', { code, reason: cut(reason, compact ? 500 : 60) }, compact);
  return compact ? line : `${line}\n---\n${tool}: ${reason}. ${hint}`.trimEnd();
}
