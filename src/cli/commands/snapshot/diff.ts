import { SnapError } from '../../../system/index.ts';
import { pagePatch } from '../../reports/colored-patch.ts';
import type { Command } from '../../command.ts';
import { exit } from '../../exit.ts';
import { atSnapshots, requireSnapshotId } from '../../snapshot-desk.ts';
import { changeCounts, changeDocument, namesText } from '../../reports/snapshot-text.ts';
import { plain } from '../../terminal/style.ts';
import { count } from '../../words.ts';
import { writeNewFile } from '../../write-new-file.ts';
import { workspaceOption } from '../../options/workspace-root.ts';

export default {
  name: 'snapshot diff',
  summary: 'Show changes between two snapshots, or from a snapshot to the current files.',
  usage: '<a> [<b>] [--patch-file <file>] [--json] [-- <path>…]',
  details:
    'Prints a unified diff for "git apply" and "patch -p1". Files that hold secrets (such as .env), binary files and large files are named in a comment, without their contents. In a terminal it is shown with your pager (PAGER, else less).',
  options: {
    'patch-file': { type: 'string', value: 'file', help: 'Write the diff to this file (readable only by you), without masking tokens' },
    ...workspaceOption,
  },
  examples: [
    ['snap snapshot diff 1', 'what has changed since'],
    ['snap snapshot diff 1 2 -- src "*.json"', 'between two, only in some files'],
    ['snap snapshot diff 1 | git apply -R', 'reverts the changes as a patch'],
  ],
  words: { max: 2, rest: true },
  completes: 'snapshots',
  run(invocation) {
    const { ui, values, positionals, rest } = invocation;
    const from = requireSnapshotId(invocation);
    const [, to] = positionals;
    if (to !== undefined && !isLikeId(to))
      throw new SnapError('usage', 'The second argument is not the id of a snapshot.', {
        hint: `Paths go after "--": snap snapshot diff ${isLikeId(from) ? from : 1} -- src/app.ts`,
      });
    return atSnapshots(invocation, async ({ system, snapshots, find, paths }) => {
      const one = (await find(from)).id;
      const other = to === undefined ? 'working' : (await find(to)).id;
      const meant = paths(rest);
      const patch = await snapshots.patch(one, other, meant);
      const file = values.text('patch-file');
      if (file !== undefined) await writeNewFile(system, file, patch);
      if (values.flag('json')) {
        const changes = await snapshots.changes(one, other, meant);
        ui.json({ schemaVersion: 1, from: one, to: other, changes: changes.map(changeDocument), patch }, ['patch']);
        return exit.fine;
      }
      if (file !== undefined) {
        ui.print(`${ui.style.sign.good} ${plain(file)}`);
        return exit.fine;
      }
      if (patch === '') {
        // A changed mode alone, or nothing: a script that applies the output gets none.
        const changes = await snapshots.changes(one, other, meant);
        const none = rest === undefined || rest.length === 0 ? 'No differences.' : `No differences in ${namesText(rest)}.`;
        ui.warn(changes.length === 0 ? none : `${count(changes.length, 'change')} without lines: ${changeCounts(changes)}.`);
        return exit.fine;
      }
      const { isCut, isMasked } = await pagePatch(ui, patch);
      const whatIsNot = [
        ...(!isMasked ? [] : ['A changed line holds what looks like a token, so it is masked above']),
        ...(isCut ? ['A line is very long, so it is cut above'] : []),
      ];
      if (whatIsNot.length > 0)
        ui.warn(`${whatIsNot.join(', ')} and this text does not apply as a patch. "--patch-file <file>" writes one that does.`);
      return exit.fine;
    });
  },
} satisfies Command;

/** A path that was typed without `--` is not an id. */
function isLikeId(word: string): boolean {
  return /^(?:snap_)?\d+(?:_[0-9a-f]*)?$/i.test(word.trim());
}
