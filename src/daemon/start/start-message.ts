import { isRecord, jsonIn, type SnapError } from '../../system/index.ts';
import { snapErrorOf, wireError } from '../wire-error.ts';

/** What a daemon says to the process that started it. */
export type StartMessage =
  | { readonly kind: 'ready'; readonly pid: number }
  /** Another process holds the lock of the daemon: one runs already, or is ending. */
  | { readonly kind: 'taken' }
  | { readonly kind: 'failed'; readonly error: SnapError };

export function startMessageLine(message: StartMessage): string {
  return JSON.stringify(message.kind === 'failed' ? { kind: 'failed', error: wireError(message.error) } : message);
}

export function readStartMessage(line: string): StartMessage | undefined {
  const value = jsonIn(line);
  if (!isRecord(value)) return undefined;
  if (value['kind'] === 'ready' && typeof value['pid'] === 'number') return { kind: 'ready', pid: value['pid'] };
  if (value['kind'] === 'taken') return { kind: 'taken' };
  const error = value['kind'] === 'failed' ? snapErrorOf(value['error']) : undefined;
  return error === undefined ? undefined : { kind: 'failed', error };
}
