/**
 * Ctrl-C does this and nothing else, until the answer is called: then those listen again who did before.
 */
export function takeInterrupts(listener: () => void): () => void {
  // With the wrappers of those that listen once: each is the function that `off` knows it by.
  const others = process.rawListeners('SIGINT');
  process.removeAllListeners('SIGINT');
  process.on('SIGINT', listener);
  return () => {
    process.off('SIGINT', listener);
    // Node types them as Function; they were given to `on` for this very signal.
    for (const other of others) process.on('SIGINT', other as NodeJS.SignalsListener);
  };
}
