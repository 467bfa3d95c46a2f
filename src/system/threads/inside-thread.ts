import { parentPort, workerData } from 'node:worker_threads';
import { showGroups } from '../programs/spawn-group.ts';
import type { Envelope, ThreadSide, ThreadStart } from './thread.ts';

/**
 * The inside of a thread that {@link startThread} has started; `undefined` in a process. In a thread `process.exit` ends the thread alone, signals
 * reach nobody, and neither the current directory nor the umask can be changed.
 */
export function threadSide<In, Out>(): ThreadSide<In, Out> | undefined {
  const port = parentPort;
  if (port === null) return undefined;
  // Only startThread starts one.
  const { input, groups } = workerData as ThreadStart;
  showGroups(groups);
  let take: (message: In) => void = () => undefined;
  let finish: () => Promise<void> | void = () => undefined;
  port.on('message', (envelope: Envelope<In>) => {
    if (envelope.kind === 'message') return take(envelope.message);
    // Not `process.exitCode`: timers and watchers would keep it alive. Listeners of "exit" run, which end programs that it started.
    void Promise.resolve(finish())
      .catch(() => undefined)
      .finally(() => process.exit(0));
  });
  return {
    input,
    send: (message) => port.postMessage(message),
    onMessage: (listener) => void (take = listener),
    onEnd: (listener) => void (finish = listener),
  };
}
