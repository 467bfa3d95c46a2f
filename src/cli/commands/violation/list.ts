import type { Command } from '../../command.ts';
import { atDesk, workspaceOption } from '../../desk.ts';
import { exit } from '../../exit.ts';
import { violationText } from '../../reports/learning-text.ts';
import { plain } from '../../terminal/style.ts';
import { localDate } from '../../reports/times.ts';

export default {
  name: 'violation list',
  summary: 'List the rules that were broken in this project, most frequent first.',
  usage: '[--all] [--json]',
  options: { all: { type: 'boolean', help: 'Also list every report' }, ...workspaceOption },
  examples: [['snap violation list', 'with counts, and how to prevent each']],
  run: (invocation) =>
    atDesk(invocation, async ({ bench: { knowledge } }) => {
      const { values, ui } = invocation;
      const types = await knowledge.violationTypes();
      if (values.flag('json')) {
        ui.json({ schemaVersion: 1, types });
        return exit.fine;
      }
      const { print, style } = ui;
      if (types.length === 0) print('No violations were reported yet. "snap violation add" reports one.');
      for (const type of types) {
        print(violationText(type, style));
        if (!values.flag('all')) continue;
        for (const { id, at, file, description } of type.violations) {
          print(`    ${style.dim(`${id}  ${localDate(at)}`)}  ${plain(file)}: ${plain(description)}`);
        }
      }
      return exit.fine;
    }),
} satisfies Command;
