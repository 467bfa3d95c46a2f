import type { SettledChange } from '../../changes/index.ts';
import { plain, type Ui } from '../terminal/ui.ts';

/** Reports what was done about changes that an earlier run did not finish. */
export function printSettled(ui: Ui, settled: readonly SettledChange[] | undefined): void {
  for (const { number, command, kind, leftAlone } of settled ?? []) {
    const what = kind === 'completed' ? 'had been written completely' : 'was undone';
    ui.print(`${ui.style.yellow(ui.style.mark.warn)} Change ${number} (${plain(command)}) was interrupted; it ${what}.`);
    for (const path of leftAlone) ui.print(`    ${plain(path)} was changed by another program since and was not touched.`);
  }
}

/** The same for a script; nothing where there is nothing to say. */
export function settledDocument(settled: readonly SettledChange[] | undefined) {
  if (settled === undefined || settled.length === 0) return {};
  return { settled: settled.map(({ number, kind, leftAlone }) => ({ number, kind, leftAlone })) };
}
