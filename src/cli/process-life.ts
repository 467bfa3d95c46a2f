import { watchParents } from '../system/index.ts';

/** An assistant never gives a server a terminal as its input; a person who started it there would see nothing and wait. */
export function tellPerson(): void {
  if (process.stdin.isTTY)
    process.stderr.write(
      'Waiting for JSON-RPC messages of an assistant on standard input. Ctrl-C ends this; "snap setup" sets up an assistant.\n',
    );
}

/** Fires when the process is asked to end, or the process that started it has ended. */
export function stopSignal(): AbortSignal {
  const stop = new AbortController();
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stop.abort());
  const parents = watchParents(() => stop.abort());
  // The input of a server ends when its client is killed, and then nobody waits for the answers; or its end came through a pipe, and somebody does.
  process.stdin.once('end', () => parents.hurry()).once('close', () => parents.hurry());
  return stop.signal;
}

/** For a command that goes on until Ctrl-C: whether nobody reads its output any more. A write to a pipe without a reader is ignored, and it would run for ever. */
export function outputReader(): { readonly isGone: boolean } {
  const reader = { isGone: false };
  process.stdout.once('error', () => {
    reader.isGone = true;
  });
  return reader;
}
