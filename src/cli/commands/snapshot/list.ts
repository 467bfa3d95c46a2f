import { SnapError } from '../../../system/index.ts';
import type { Command } from '../../command.ts';
import { exit } from '../../exit.ts';
import { atSnapshots, interruptedText } from '../../snapshot-desk.ts';
import { bytesText, noneYet, snapshotDocument, snapshotText, storeDocument } from '../../reports/snapshot-text.ts';
import { count } from '../../words.ts';
import { workspaceOption } from '../../options/workspace-root.ts';

export default {
  name: 'snapshot list',
  summary: 'List the snapshots of this project, newest first.',
  usage: '[--most <n>] [--json]',
  details: 'An id can be shortened to its number: 12 for snap_12_3fa9c1.',
  options: {
    most: { type: 'string', value: 'number', help: 'The maximum number to list (default: 20 in a terminal, else all)' },
    ...workspaceOption,
  },
  examples: [['snap snapshot list', 'the snapshots you can restore']],
  run(invocation) {
    const { ui, values, system } = invocation;
    const max = maxOf(values.text('most')) ?? (ui.isTerminal && !values.flag('json') ? 20 : Infinity);
    return atSnapshots(invocation, async ({ snapshots }) => {
      const all = await snapshots.list();
      const state = await snapshots.state();
      const listed = all.slice(0, max);
      if (values.flag('json')) {
        ui.json({ schemaVersion: 1, store: storeDocument(state), total: all.length, snapshots: listed.map(snapshotDocument) });
        return exit.fine;
      }
      const { print, warn, style } = ui;
      if (all.length === 0) print(noneYet);
      for (const snapshot of listed) print(snapshotText(snapshot, system.now(), style, ui.width ?? 200));
      if (listed.length < all.length)
        print(style.dim(`${listed.length} of ${count(all.length, 'snapshot')}; --most ${all.length} shows all.`));
      if (all.length > 0) print(style.dim(`${bytesText(state.bytesOnDisk)} on disk, ${bytesText(state.limit)} at most.`));
      if (state.interrupted !== undefined) warn(`${style.yellow(style.mark.warn)} ${interruptedText(state.interrupted)}`);
      return exit.fine;
    });
  },
} satisfies Command;

function maxOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new SnapError('usage', '--most: expected a number.');
  return Number(text);
}
