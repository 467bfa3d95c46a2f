import { setImmediate } from 'node:timers/promises';
import type { System } from '../system/index.ts';

/** Milliseconds of work after which other calls, and news of the caller, are seen. */
const maxBlockedMs = 8;

/**
 * The system for long work: every look at the disk is a place where it stops once the signal fires, and now and then it lets others work.
 * Reading blocks, so that without it nothing would be heard of a caller that no longer waits.
 */
export function stoppable(system: System, signal: AbortSignal): System {
  let since = performance.now();
  const step = async (): Promise<void> => {
    signal.throwIfAborted();
    if (performance.now() - since < maxBlockedMs) return;
    await setImmediate();
    since = performance.now();
    signal.throwIfAborted();
  };
  // The rest stays with the system itself.
  const view: System = Object.create(system);
  return Object.assign(view, {
    look: async (path: string) => (await step(), system.look(path)),
    list: async (path: string) => (await step(), system.list(path)),
    readBytes: async (path: string) => (await step(), system.readBytes(path)),
    readStart: async (path: string, length: number) => (await step(), system.readStart(path, length)),
  });
}
