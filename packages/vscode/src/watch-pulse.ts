import { Disposable, window, workspace } from 'vscode';
import type { Desk } from './desk.ts';
import { askPulse, type SeenPulse } from './observe/pulse.ts';

/** After the last save; a build saves many files at once. */
const gatherMs = 1_500;

/** Asks the daemon for the pulse after an event (a file was saved, the daemon reported an event, the window got the focus), never on a timer. */
export function watchPulse(desk: Desk, onPulse: (pulse: SeenPulse | undefined) => void): Disposable {
  let waiting: NodeJS.Timeout | undefined;
  const ask = async (): Promise<void> => {
    waiting = undefined;
    const folder = desk.gates.current.name === 'watching' ? await desk.workspace() : undefined;
    if (folder === undefined) return onPulse(undefined);
    onPulse(await askPulse(await desk.system(), folder.workspace, (...asked) => desk.daemon.call(...asked)));
  };
  const soon = (ms = gatherMs): void => {
    if (desk.gates.current.name !== 'watching') return;
    clearTimeout(waiting);
    // The tooltip is shown without the pulse: the daemon has ended, or is of another build.
    waiting = setTimeout(() => void ask().catch(() => onPulse(undefined)), ms);
  };
  return Disposable.from(
    { dispose: () => clearTimeout(waiting) },
    desk.gates.onDidChange(() => soon(100)),
    desk.daemon.onEvent(({ type }) => {
      if (/^(?:snapshot|session|risk|validation)\./.test(type)) soon();
    }),
    workspace.onDidSaveTextDocument(() => soon()),
    window.onDidChangeWindowState(({ focused }) => {
      if (focused) soon();
    }),
  );
}
