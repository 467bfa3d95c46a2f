import { commands, Disposable, StatusBarAlignment, ThemeColor, window } from 'vscode';
import type { Desk } from './desk.ts';
import { throttle } from './gates/throttle.ts';
import { isSameGate, type Gate } from './gates/gate-of.ts';
import type { SeenPulse } from './observe/pulse.ts';
import { tooltipOf } from './tooltip.ts';
import { watchPulse } from './watch-pulse.ts';

const id = 'snap.status';
/** Not in the palette: only the item calls it. */
const command = 'snap.status.click';
/** A click does something within this time, also where something hangs. */
const maxLookMs = 2_500;

/** These look at everything again by themselves, and show meanwhile that they do. */
const looking: ReadonlySet<string> = new Set(['snap.mcpStatus', 'snap.startDaemon']);

/** The one item. A click looks at everything again, and then runs what is shown. */
export function registerStatusBar(desk: Desk): Disposable {
  const item = window.createStatusBarItem(id, StatusBarAlignment.Left, 1);
  item.name = 'Snap';
  item.command = command;
  let pulse: SeenPulse | undefined;
  let now = desk.gates.current;
  /** Since a click, until everything was looked at. */
  let isLooking = false;
  const show = (gate: Gate): void => {
    if (gate !== now || item.text === '') desk.log.info(`Shown: ${gate.cause}`);
    now = gate;
    const { icon, text, background, label } = gate.row;
    item.text = `$(${isLooking ? 'loading~spin' : icon}) ${text}`;
    item.tooltip = tooltipOf(gate, pulse, desk.gates.facts.remote);
    item.accessibilityInformation = { label, role: 'button' };
    item.backgroundColor = background === 'none' ? undefined : new ThemeColor(`statusBarItem.${background}Background`);
    item.show();
  };
  const shown = throttle(show, isSameGate, {
    now: () => performance.now(),
    after(ms, run) {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
  });
  shown.set(now);
  /** What hangs answers late: the person sees at once that the click was taken. */
  const lookShown = async (): Promise<void> => {
    isLooking = true;
    show(now);
    try {
      await desk.gates.look();
    } finally {
      isLooking = false;
      show(now);
    }
  };
  const click = async (): Promise<void> => {
    desk.forgetLoginPath();
    // While the daemon is started, a look takes as long as that.
    if (!looking.has(desk.gates.current.row.command)) await Promise.race([lookShown(), new Promise((done) => setTimeout(done, maxLookMs))]);
    await commands.executeCommand(desk.gates.current.row.command);
  };
  return Disposable.from(
    item,
    { dispose: () => shown.dispose() },
    desk.gates.onDidChange((gate) => shown.set(gate)),
    commands.registerCommand(command, click),
    watchPulse(desk, (seen) => {
      pulse = seen;
      // Nothing that is seen without pointing at it.
      item.tooltip = tooltipOf(now, pulse, desk.gates.facts.remote);
    }),
  );
}
