import type { Task } from '../../../memory/index.ts';
import type { Command } from '../../command.ts';
import { atDesk, workspaceOption } from '../../desk.ts';
import { answer } from '../../print-answer.ts';
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
      const { style } = invocation.ui;
      const own = await tasks.peek();
      const others = await tasks.others();
      const ended = await tasks.recent(maxEnded);
      const open = [
        ...(own === undefined ? [] : [{ whose: 'own', ...taskDocument(own) }]),
        ...others.map(({ isDead, task }) => ({ whose: isDead ? 'left' : 'other', ...taskDocument(task) })),
      ];
      const whoseText = (task: Task): string =>
        task.owner.kind === 'connection' && task.owner.client !== undefined ? ` of ${plain(task.owner.client)}` : '';
      return answer(invocation, { open, ended: ended.map(taskDocument) }, () => [
        ...(open.length + ended.length === 0 ? ['There are no tasks yet. "snap task start" starts one.'] : []),
        ...(own === undefined ? [] : [taskText(own, style.green('open'), style)]),
        ...others.map(({ isDead, task }) =>
          taskText(task, isDead ? style.yellow(`left open${whoseText(task)}`) : `open${whoseText(task)}`, style),
        ),
        ...ended.map((task) => taskText(task, task.end?.outcome ?? 'ended', style)),
      ]);
    }),
} satisfies Command;

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
