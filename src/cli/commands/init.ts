import { initProject, uninitProject, type Moved } from '../../memory/index.ts';
import { displayPath } from '../../system/index.ts';
import type { Command } from '../command.ts';
import { atDesk, workspaceOption } from '../desk.ts';
import { answer } from '../print-answer.ts';
import { plain, type Style } from '../terminal/style.ts';
import { count } from '../words.ts';

export default {
  name: 'init',
  summary: 'Store learnings in the project, in .snap/, to share them with your team.',
  usage: '[--undo] [--dry-run] [--json]',
  details:
    'Creates .snap/ and moves learnings and violations there, one per line, so that git can merge them. You decide whether to commit it.\nPrivate data (tasks, which learnings were shown and whether they helped) stays in your own data directory. Running servers continue and lose nothing.',
  options: {
    undo: { type: 'boolean', help: 'Move everything back, and remove what init created' },
    'dry-run': { type: 'boolean', help: 'Show what would be done and write nothing' },
    ...workspaceOption,
  },
  examples: [
    ['snap init', 'once in a project'],
    ['snap init --undo', 'back to how it was before'],
  ],
  run: (invocation) =>
    atDesk(
      invocation,
      async ({ bench }) => {
        const { system, workspace } = bench;
        const { values, ui } = invocation;
        const dryRun = values.flag('dry-run');
        const directory = displayPath(workspace.projectDirectory, system);
        const about = { dryRun, directory: workspace.projectDirectory };
        const marked = (line: string): string => `${markFor(line, ui.style)} ${line}`;
        if (values.flag('undo')) {
          const { removed, left, moved } = await uninitProject(system, workspace, { dryRun });
          return answer(invocation, { action: 'undo', ...about, created: [], removed, left, moved }, () => [
            ...(removed.length === 0 ? [`${directory}: there is nothing made by snap.`] : []),
            ...removed.map((name) => marked(`${dryRun ? 'would remove' : 'removed'} ${directory}/${name}`)),
            ...movedLines(moved, dryRun, 'back to your own data directory').map(marked),
            ...left.map((name) => marked(`left ${directory}/${plain(name)}: it was changed, or snap did not create it`)),
          ]);
        }
        const { created, moved } = await initProject(system, workspace, { dryRun });
        const code = answer(invocation, { action: 'init', ...about, created, removed: [], left: [], moved }, () => [
          ...(created.length + moved.learnings + moved.violations === 0 ? [`${directory} already exists.`] : []),
          ...created.map((name) => marked(`${dryRun ? 'would create' : 'created'} ${directory}/${name}`)),
          ...movedLines(moved, dryRun, 'there').map(marked),
          ...(created.length > 0 && !dryRun ? [ui.style.dim(next)] : []),
        ]);
        if (!dryRun) await (await import('../check/approve-programs.ts')).offerApproval(invocation, bench);
        return code;
      },
      { takesAnyDirectory: true },
    ),
} satisfies Command;

/** What a person who has just made the files may want to know. */
const next = 'What your assistants learn here is kept in these files; commit them to share it. "snap setup" adds snap to your assistants.';

function markFor(line: string, { sign }: Style): string {
  if (line.startsWith('left')) return sign.warn;
  return line.startsWith('would') ? sign.none : sign.good;
}

function movedLines({ learnings, violations }: Moved, dryRun: boolean, where: string): readonly string[] {
  if (learnings + violations === 0) return [];
  return [`${dryRun ? 'would move' : 'moved'} ${count(learnings, 'learning')} and ${count(violations, 'violation')} ${where}`];
}
