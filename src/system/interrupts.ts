/**
 * Replaces every listener for Ctrl-C with this one.
 *
 * @returns restores the previous listeners, once
 */
export function takeInterrupts(listener: () => void): () => void {
  // Raw, because `off` finds a listener that was added with `once` only by its wrapper.
  const others = process.rawListeners('SIGINT');
  process.removeAllListeners('SIGINT');
  process.on('SIGINT', listener);
  return () => {
    process.off('SIGINT', listener);
    // Node types them as Function; each was passed to `on` for SIGINT.
    for (const other of others.splice(0)) process.on('SIGINT', other as NodeJS.SignalsListener);
  };
}
