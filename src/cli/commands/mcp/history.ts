import { listChanges, type ListedChange } from '../../../changes/index.ts';
import type { Invocation } from '../../command.ts';
import { exit, type ExitCode } from '../../exit.ts';
import { fileText, madeText } from '../../reports/change-text.ts';

/** The changes that snap made to config files: newest first for a person. */
export async function listHistory({ values, system, ui }: Pick<Invocation, 'values' | 'system' | 'ui'>): Promise<ExitCode> {
  const changes = await listChanges(system);
  if (values.flag('json')) {
    ui.json({ schemaVersion: 1, changes });
    return exit.fine;
  }
  const { print, style } = ui;
  if (changes.length === 0) print('snap has made no changes yet.');
  for (const change of changes.toReversed()) {
    const number = String(change.number).padStart(3);
    print(`${style.bold(number)}  ${madeText(change, system.now())}${style.yellow(stateText(change, changes))}`);
    for (const file of change.files) print(`     ${fileText(file, system.home)}`);
    if (change.state === 'done') print(`     ${style.dim(`undo: snap mcp undo ${change.number}`)}`);
  }
  return exit.fine;
}

/** What has become of it, if it is not simply done. */
function stateText({ number, state, undoes }: ListedChange, changes: readonly ListedChange[]): string {
  switch (state) {
    case 'done':
      return undoes === undefined ? '' : ` (undoes change ${undoes})`;
    case 'undone': {
      const by = changes.findLast((other) => other.undoes === number && other.state === 'done');
      return by === undefined ? ' (undone)' : ` (undone by change ${by.number})`;
    }
    case 'begun':
      return ' (not finished)';
    case 'rolled-back':
      return ' (failed; nothing was changed)';
    default:
      return state satisfies never;
  }
}
