import { ProgressLocation, window } from 'vscode';
import type { CallOptions } from '../bench/calls.ts';

/** Shows the progress of work, with a button that cancels it. The work decides what a cancelled run keeps. */
export async function withProgress<T>(
  title: string,
  work: (options: Required<CallOptions>) => Promise<T>,
): Promise<{ readonly value: T; readonly isStopped: boolean }> {
  return window.withProgress({ location: ProgressLocation.Notification, title, cancellable: true }, async (shown, token) => {
    const stop = new AbortController();
    const listener = token.onCancellationRequested(() => stop.abort());
    let percent = 0;
    const progress = (done: number, total?: number): void => {
      if (total === undefined || total === 0) return shown.report({ message: `${done} files` });
      const now = Math.min(100, Math.floor((done / total) * 100));
      shown.report({ message: `${done} of ${total} files`, increment: Math.max(0, now - percent) });
      percent = Math.max(percent, now);
    };
    try {
      return { value: await work({ signal: stop.signal, progress }), isStopped: stop.signal.aborted };
    } finally {
      listener.dispose();
    }
  });
}
