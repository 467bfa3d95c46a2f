import type { Task } from '../../../memory/index.ts';
import type { Command } from '../../command.ts';
import { atDesk, workspaceOption } from '../../desk.ts';
import { exit } from '../../exit.ts';
import { plain, type Style } from '../../terminal/style.ts';
import { count } from '../../words.ts';
import { localTime } from '../../reports/times.ts';

const maxEnded = 20;

export default {
  name: 'task list',
  summary: 'List the open tasks of this project, yours and those of assistants, and the latest ended ones.',
  usage: '[--json]',
  options: workspaceOption,
  examples: [['snap task list', 'open tasks, and how the latest ones ended']],
  run: (invocation) =>
    atDesk(invocation, async ({ bench: { tasks } }) => {
      const { values, ui } = invocation;
      const own = await tasks.peek();
      const others = await tasks.others();
      const ended = await tasks.recent(maxEnded);
      if (values.flag('json')) {
        ui.json({
          schemaVersion: 1,
          open: [...(own === undefined ? [] : [{ whose: 'own', ...taskDocument(own) }]), ...others.map(otherDocument)],
          ended: ended.map(taskDocument),
        });
        return exit.fine;
      }
      const { print, style } = ui;
      if (own === undefined && others.length + ended.length === 0) print('There are no tasks yet. "snap task start" starts one.');
      if (own !== undefined) print(taskText(own, style.green('open'), style));
      for (const { task, isDead } of others) {
        const client = task.owner.kind === 'connection' && task.owner.client !== undefined ? ` of ${plain(task.owner.client)}` : '';
        print(taskText(task, isDead ? style.yellow(`left open${client}`) : `open${client}`, style));
      }
      for (const task of ended) print(taskText(task, task.end?.outcome ?? 'ended', style));
      return exit.fine;
    }),
} satisfies Command;

function otherDocument({ task, isDead }: { readonly task: Task; readonly isDead: boolean }) {
  return { whose: isDead ? 'left' : 'other', ...taskDocument(task) };
}

/** A task for a script; the process that owns it is internal. */
function taskDocument({ id, task, intent, startedAt, files, goal, owner, shown, snapshot, end }: Task) {
  return {
    id,
    task,
    intent,
    startedAt,
    files,
    client: owner.kind === 'connection' ? (owner.client ?? null) : null,
    goal: goal ?? null,
    shown,
    snapshot: snapshot ?? null,
    end:
      end === undefined
        ? null
        : {
            at: end.at,
            outcome: end.outcome,
            notes: end.notes ?? null,
            learnings: end.learnings,
            files: end.change.files,
            added: end.change.added,
            removed: end.change.removed,
            problem: end.change.problem ?? null,
            goal: end.goal ?? null,
          },
  };
}

function taskText({ id, task, startedAt, end }: Task, state: string, style: Style): string {
  const change =
    end === undefined || end.change.problem !== undefined
      ? ''
      : `, ${count(end.change.files, 'file')} +${end.change.added}-${end.change.removed}`;
  return [`${style.bold(id)}  ${localTime(startedAt)}  ${state}${style.dim(change)}`, `  ${plain(task)}`].join('\n');
}
