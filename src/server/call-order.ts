/** Runs a call when its turn has come. @param tool its name, as the client has sent it. */
export type CallOrder = <T>(tool: unknown, signal: AbortSignal, call: () => Promise<T>) => Promise<T>;

/**
 * A task is begun, taught and ended in the order in which a connection asked for it, so that what is learned belongs to the task
 * opened before it, and an end finds it. Learnings do not wait for each other. One examination follows the other: together they would take
 * as long, and block the server meanwhile. Everything else waits for nothing.
 *
 * Each call begins in a turn of the event loop of its own. What the client sent meanwhile is read in between: of a hundred calls that it
 * takes back again, one was begun at most.
 */
export function callOrder(): CallOrder {
  let turn: Promise<unknown> = Promise.resolve();
  let learning: Promise<unknown> = Promise.resolve();
  let examining: Promise<unknown> = Promise.resolve();
  let begun: Promise<unknown> = Promise.resolve();
  return (tool, signal, call) => {
    const begin = async () => {
      // A cancelled call needs no turn: it ends at once.
      const mine = begun.then(() => (signal.aborted ? undefined : new Promise<void>((resume) => void setImmediate(resume))));
      begun = mine;
      await mine;
      return call();
    };
    switch (tool) {
      case 'check': {
        const mine = examining.then(begin);
        examining = Promise.allSettled([mine]);
        return mine;
      }
      case 'snap_learn': {
        const mine = turn.then(begin);
        learning = Promise.allSettled([learning, mine]);
        return mine;
      }
      case 'snap':
      case 'snap_end': {
        const mine = Promise.all([turn, learning]).then(begin);
        turn = Promise.allSettled([mine]);
        return mine;
      }
      default:
        return begin();
    }
  };
}
