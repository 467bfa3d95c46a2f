import { commands, Disposable, StatusBarAlignment, ThemeColor, window, type MarkdownString } from 'vscode';
import type { Desk } from './desk.ts';
import { calm } from './gates/calm.ts';
import { isSameGate, type Gate } from './gates/gate-of.ts';

const id = 'snap.status';
/** Not in the palette: only the item calls it. */
const command = 'snap.status.click';

/** The one item. A click looks at everything again, and then runs what is shown. */
export function registerStatusBar(desk: Desk): Disposable {
  const item = window.createStatusBarItem(id, StatusBarAlignment.Left, 1);
  item.name = 'Snap';
  item.command = command;
  const show = ({ row: { text, icon, background, label }, tooltip }: Gate): void => {
    item.text = `$(${icon}) ${text}`;
    item.tooltip = tooltip satisfies string | MarkdownString;
    item.accessibilityInformation = { label, role: 'button' };
    item.backgroundColor = background === 'none' ? undefined : new ThemeColor(`statusBarItem.${background}Background`);
    item.show();
  };
  const shown = calm(show, isSameGate, {
    now: () => performance.now(),
    after(ms, run) {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
  });
  shown.set(desk.gates.current);
  const click = async (): Promise<void> => {
    const { row } = await desk.gates.look();
    await commands.executeCommand(row.command);
  };
  return Disposable.from(
    item,
    { dispose: () => shown.dispose() },
    desk.gates.onDidChange((gate) => shown.set(gate)),
    commands.registerCommand(command, click),
  );
}
