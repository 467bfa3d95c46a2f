import type { RecoveredChange } from '../../changes/index.ts';
import { plain } from '../terminal/style.ts';
import type { Ui } from '../terminal/ui.ts';

/** Reports what was done about changes that an earlier run did not finish. */
export function printRecovered(ui: Ui, recovered: readonly RecoveredChange[] | undefined): void {
  for (const { number, command, kind, leftAlone } of recovered ?? []) {
    const what = kind === 'completed' ? 'had been written completely' : 'was undone';
    ui.print(`${ui.style.sign.warn} Change ${number} (${plain(command)}) was interrupted; it ${what}.`);
    for (const path of leftAlone) ui.print(`    ${plain(path)} was changed by another program since and was not touched.`);
  }
}

/** The same for a script; nothing where there is nothing to say. */
export function recoveredDocument(recovered: readonly RecoveredChange[] | undefined) {
  if (recovered === undefined || recovered.length === 0) return {};
  return { settled: recovered.map(({ number, kind, leftAlone }) => ({ number, kind, leftAlone })) };
}
