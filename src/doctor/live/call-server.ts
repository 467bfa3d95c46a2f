import type { LiveTarget } from '../../mcp-client/index.ts';
import { setMaxListeners } from 'node:events';
import type { System } from '../../system/index.ts';
import type { LiveAnswer } from './answer.ts';

/** The limits of one call. */
export interface CallOptions {
  /** The time limit of one call in milliseconds; default 10,000. Loading snap's own code does not count, cleaning up may add two seconds. */
  readonly milliseconds?: number | undefined;
  /** Ends the call early: it cleans up, then throws the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Starts or calls a server as a client would: `initialize`, then `tools/list`, then the end of the session. **This runs the server's code**; the
 * caller has asked the person. When it returns, every process it started has ended and every connection is closed.
 * Every failure of the server is an answer; it only throws the reason of `signal`.
 */
export async function callServer(system: System, target: LiveTarget, options: CallOptions = {}): Promise<LiveAnswer> {
  const { milliseconds = 10_000, signal = new AbortController().signal } = options;
  // Loaded here, so that commands that call no server do not load the protocol.
  switch (target.kind) {
    case 'command':
      return (await import('./call-command.ts')).callCommand(system, target, { milliseconds, signal });
    case 'url':
      return (await import('./call-url.ts')).callUrl(system, target, { milliseconds, signal });
    default:
      return target satisfies never;
  }
}

/** How several servers are called. */
export interface CallServersOptions extends Omit<CallOptions, 'milliseconds'> {
  /** The time limit of one call, or of the call of the target at that place. */
  readonly milliseconds?: number | ((index: number) => number) | undefined;
  readonly atOnce?: number | undefined;
  /** Called after each answer. */
  readonly onAnswer?: (() => void) | undefined;
}

/** Calls them in parallel, `atOnce` at a time, and answers in their order. Throws as {@link callServer} does. */
export async function callServers(
  system: System,
  targets: readonly LiveTarget[],
  { atOnce = 4, milliseconds, onAnswer, ...options }: CallServersOptions = {},
): Promise<readonly LiveAnswer[]> {
  // Each call adds a listener, and Node warns of a leak beyond ten.
  if (options.signal !== undefined) setMaxListeners(0, options.signal);
  const answers: LiveAnswer[] = [];
  const waiting = targets.entries();
  // They share the iterator: a free worker takes the next target.
  const worker = async (): Promise<void> => {
    for (const [i, target] of waiting) {
      answers[i] = await callServer(system, target, {
        ...options,
        milliseconds: typeof milliseconds === 'function' ? milliseconds(i) : milliseconds,
      });
      onAnswer?.();
    }
  };
  const workers = await Promise.allSettled(Array.from({ length: Math.max(1, Math.min(atOnce, targets.length)) }, worker));
  for (const { status, ...outcome } of workers) if (status === 'rejected' && 'reason' in outcome) throw outcome.reason;
  return answers;
}
