import { core } from '../core.ts';
import type { WireFailure } from './messages.ts';

/** What a call has thrown, as plain data. */
export async function failureOf(error: unknown): Promise<WireFailure> {
  const [{ wireError }, { errorMessage, errorStack, SnapError }] = await Promise.all([core.daemon(), core.system()]);
  if (error instanceof SnapError) return { error: wireError(error), reason: error.message };
  if (error instanceof Error && error.name === 'AbortError') return { reason: errorMessage(error), isStopped: true };
  return { reason: errorStack(error) };
}

/** The same error again: a SnapError with its hint, or the report of a bug. */
export async function thrownOf({ error, isStopped, reason }: WireFailure): Promise<Error> {
  const { snapErrorOf } = await core.daemon();
  return snapErrorOf(error) ?? (isStopped === true ? new DOMException(reason, 'AbortError') : new Error(reason));
}
