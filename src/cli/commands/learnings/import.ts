import { importLearnings } from '../../../learnings/index.ts';
import { displayPath, SnapError } from '../../../system/index.ts';
import { shown } from '../../print-answer.ts';
import type { Command } from '../../command.ts';
import { atDesk, workspaceOption } from '../../desk.ts';
import { exit } from '../../exit.ts';
import { count } from '../../words.ts';

export default {
  name: 'learnings import',
  summary: 'Import what "snap learnings export" printed.',
  usage: '<file> [--json]',
  details:
    'Known learnings are counted and not saved twice. Secrets are removed. Lines that cannot be used are reported, and the others imported.',
  options: workspaceOption,
  examples: [['snap learnings import learned.jsonl', 'from another project']],
  words: { max: 1 },
  async run(invocation) {
    const { values, ui, positionals, system } = invocation;
    const [file] = positionals;
    if (file === undefined)
      throw new SnapError('usage', 'The name of the file is missing.', { hint: 'See "snap learnings import --help".' });
    const path = system.resolve(file);
    const bytes = await system.readBytes(path);
    if (bytes === undefined) {
      throw new SnapError('usage', `${displayPath(path, system)}: no such file.`, {
        hint: '"snap learnings export --output <file>" writes one.',
      });
    }
    return atDesk(invocation, async ({ bench: { knowledge } }) => {
      const { added, known, redacted, refused } = await importLearnings(knowledge, new TextDecoder().decode(bytes), { tool: 'import' });
      const code = refused.length === 0 ? exit.fine : exit.refused;
      if (values.flag('json')) {
        ui.json({ schemaVersion: 1, added, known, redacted, refused });
        return code;
      }
      const { print, warn, style } = ui;
      for (const { line, reason } of refused.slice(0, 20)) warn(`${style.red(style.mark.bad)} line ${line}: ${shown(reason, system.home)}`);
      if (refused.length > 20) warn(`  and ${refused.length - 20} more`);
      print(
        `${count(added.length, 'learning')} added, ${known.length} already known${refused.length === 0 ? '' : `, ${refused.length} left out`}${redacted === 0 ? '' : `, ${count(redacted, 'secret')} removed`}.`,
      );
      return code;
    });
  },
} satisfies Command;
