import type { Output } from './transports/stdio.ts';

/**
 * From here on standard output is only for the protocol: other output (`console.log`, a library that logs) is redirected to
 * standard error. A descriptor that is written to without the stream (`writeSync(1, …)`) cannot be caught.
 * @returns what the transport writes to.
 */
export function guardStdout(): Output {
  const { stdout } = process;
  const write = stdout.write.bind(stdout);
  // `console` looks the method up at each call, so it needs nothing of its own. Standard error is made when it is first needed.
  const elsewhere = (...args: Parameters<typeof write>): boolean => process.stderr.write(...args);
  Object.defineProperty(stdout, 'write', { value: elsewhere, writable: true, configurable: true });
  return {
    write: (text, written) => write(text, written),
    on: (event, listener) => void stdout.on(event, listener),
    once: (event, listener) => void stdout.once(event, listener),
    get writableLength() {
      return stdout.writableLength;
    },
  };
}

/** A client may also close snap's standard error. That is a normal end, so the next message must not end the process with an error. */
export function tolerateStderr(): void {
  process.stderr.removeAllListeners('error').on('error', () => undefined);
}
