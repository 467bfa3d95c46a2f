import { initProject, uninitProject, type Moved } from '../../memory/index.ts';
import { displayPath } from '../../system/index.ts';
import type { Command, Invocation } from '../command.ts';
import { atDesk, workspaceOption } from '../desk.ts';
import { exit } from '../exit.ts';
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
        if (values.flag('undo')) {
          const { removed, left, moved } = await uninitProject(system, workspace, { dryRun });
          if (values.flag('json'))
            ui.json({ schemaVersion: 1, action: 'undo', dryRun, directory: workspace.projectDirectory, created: [], removed, left, moved });
          else {
            tell(invocation, removed.length === 0 ? `${directory}: there is nothing made by snap.` : '', [
              ...removed.map((name) => `${dryRun ? 'would remove' : 'removed'} ${directory}/${name}`),
              ...movedLines(moved, dryRun, 'back to your own data directory'),
              ...left.map((name) => `left ${directory}/${plain(name)}: it was changed, or snap did not create it`),
            ]);
          }
          return exit.fine;
        }
        const { created, moved } = await initProject(system, workspace, { dryRun });
        if (values.flag('json'))
          ui.json({
            schemaVersion: 1,
            action: 'init',
            dryRun,
            directory: workspace.projectDirectory,
            created,
            removed: [],
            left: [],
            moved,
          });
        else {
          tell(invocation, created.length + moved.learnings + moved.violations === 0 ? `${directory} already exists.` : '', [
            ...created.map((name) => `${dryRun ? 'would create' : 'created'} ${directory}/${name}`),
            ...movedLines(moved, dryRun, 'there'),
          ]);
          if (created.length > 0 && !dryRun) ui.print(ui.style.dim(next));
          if (!dryRun) await (await import('../check/approve-programs.ts')).offerApproval(invocation, bench);
        }
        return exit.fine;
      },
      { takesAnyDirectory: true },
    ),
} satisfies Command;

/** What a person who has just made the files may want to know. */
const next = 'What your assistants learn here is kept in these files; commit them to share it. "snap setup" adds snap to your assistants.';

function tell({ ui }: Invocation, nothing: string, lines: readonly string[]): void {
  const { print, style } = ui;
  if (nothing !== '') print(nothing);
  for (const line of lines) print(`${markFor(line, style)} ${line}`);
}

function markFor(line: string, { sign }: Style): string {
  if (line.startsWith('left')) return sign.warn;
  return line.startsWith('would') ? sign.none : sign.good;
}

function movedLines({ learnings, violations }: Moved, dryRun: boolean, where: string): readonly string[] {
  if (learnings + violations === 0) return [];
  return [`${dryRun ? 'would move' : 'moved'} ${count(learnings, 'learning')} and ${count(violations, 'violation')} ${where}`];
}
