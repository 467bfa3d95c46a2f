import { ProgressLocation, window } from 'vscode';
import { core } from './core.ts';
import type { Desk } from './desk.ts';
import type { DaemonFact } from './gates/facts.ts';
import type { Gate } from './gates/gate-of.ts';

/** A command that shows nothing for longer than this looks as if it did nothing. */
export const momentMs = 500;

/**
 * Waits for work. What takes longer than a moment is shown, with a button that stops the waiting; the work goes on.
 * @returns `undefined` where the person stopped.
 */
export async function waitShown<T>(title: () => string, work: Promise<T>): Promise<{ readonly value: T } | undefined> {
  const { settlesWithin } = await core.system();
  if (await settlesWithin(momentMs, work)) return { value: await work };
  return window.withProgress({ location: ProgressLocation.Notification, title: title(), cancellable: true }, (_, token) =>
    Promise.race([
      work.then((value) => ({ value })),
      new Promise<undefined>((settle) => void token.onCancellationRequested(() => settle(undefined))),
    ]),
  );
}

/** Looks at everything again, and waits for it as {@link waitShown}: while a daemon starts or hangs, a look takes as long as that. */
export async function lookShown({ daemon, gates }: Pick<Desk, 'daemon' | 'gates'>): Promise<Gate | undefined> {
  return (await waitShown(() => lookTitle(daemon.fact), gates.look()))?.value;
}

/** Looks at everything again, and waits a moment for it. What is seen later is shown in the status bar. */
export async function lookBriefly({ gates }: Pick<Desk, 'gates'>): Promise<void> {
  const { settlesWithin } = await core.system();
  await settlesWithin(momentMs, gates.look());
}

function lookTitle({ kind }: DaemonFact): string {
  if (kind === 'starting') return 'Snap: waiting until the daemon is started';
  return kind === 'connected' || kind === 'hung' ? 'Snap: waiting for an answer of the daemon' : 'Snap: looking at its state again';
}
