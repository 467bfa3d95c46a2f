import { exportLearnings, importLearnings } from '../../../memory/index.ts';
import { displayPath, SnapError } from '../../../system/index.ts';
import type { Command } from '../../command.ts';
import { atDesk, workspaceOption } from '../../desk.ts';
import { exit } from '../../exit.ts';
import { answer, printAnswer, shown } from '../../print-answer.ts';
import { plain } from '../../terminal/style.ts';
import { count } from '../../words.ts';
import { writeNewFile } from '../../write-new-file.ts';

export const learningsExport = {
  name: 'learnings export',
  summary: 'Export all learnings, for another project or another person.',
  usage: '[--archived] [--output <file>] [--json]',
  details:
    'Prints one JSON object per line, or a single JSON array with --json. Private usage data is not exported. "snap learnings import" accepts both formats.',
  options: {
    archived: { type: 'boolean', help: 'Include archived learnings' },
    output: { type: 'string', value: 'file', help: 'Write to this file, which must not exist yet' },
    ...workspaceOption,
  },
  examples: [['snap learnings export --output learned.jsonl', 'then: snap learnings import learned.jsonl']],
  run: (invocation) =>
    atDesk(invocation, async ({ bench: { knowledge, system } }) => {
      const { values, ui } = invocation;
      const text = await exportLearnings(knowledge, { archived: values.flag('archived'), format: values.flag('json') ? 'json' : 'jsonl' });
      const output = values.text('output');
      if (output === undefined) {
        // `plain` spells control characters as JSON does, so the output remains the same JSON.
        if (text !== '') ui.printExact(text.trimEnd().split('\n').map(plain).join('\n'));
        return exit.fine;
      }
      await writeNewFile(system, output, text, { newFileMode: 0o644 });
      return exit.fine;
    }),
} satisfies Command;

export const learningsImport = {
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
      const wrong = refused.slice(0, 20).map(({ line, reason }) => `${ui.style.sign.bad} line ${line}: ${shown(reason, system.home)}`);
      for (const line of values.flag('json') ? [] : wrong) ui.warn(line);
      const leftOut = refused.length === 0 ? '' : `, ${refused.length} left out`;
      const removed = redacted === 0 ? '' : `, ${count(redacted, 'secret')} removed`;
      const text = `${count(added.length, 'learning')} added, ${known.length} already known${leftOut}${removed}.`;
      return answer(invocation, { added, known, redacted, refused }, () => text, code);
    });
  },
} satisfies Command;

export const learningsGc = {
  name: 'learnings gc',
  summary: 'Show old, unused and duplicate learnings, and archive them with --apply.',
  usage: '[--apply | --undo]',
  details:
    'Which ones: the settings "learnings" (docs/settings.md). Without --apply nothing is written. Archived learnings are deleted 90 days later. --undo restores them byte for byte.',
  options: {
    apply: { type: 'boolean', help: 'Archive them' },
    undo: { type: 'boolean', help: 'Undo the last --apply' },
    ...workspaceOption,
  },
  examples: [
    ['snap learnings gc', 'what would be archived'],
    ['snap learnings gc --apply', 'archive it; --undo undoes that'],
  ],
  async run(invocation) {
    const { values } = invocation;
    if (values.flag('apply') && values.flag('undo')) throw new SnapError('usage', '--apply and --undo exclude each other.');
    const action = values.flag('apply') ? 'apply' : values.flag('undo') ? 'undo' : 'plan';
    return atDesk(invocation, async ({ call }) => printAnswer(invocation, await call('learning_gc', { action })));
  },
} satisfies Command;
