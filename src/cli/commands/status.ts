import type { Snapshots } from '../../snapshots/index.ts';
import { readSettings } from '../../settings/index.ts';
import { answer, shown } from '../print-answer.ts';
import type { Command, Invocation } from '../command.ts';
import { atDesk, workspaceOption, type Desk } from '../desk.ts';
import { interruptedText } from '../snapshot-desk.ts';
import { bytesText, ineffectiveRulesText } from '../reports/snapshot-text.ts';
import { plain } from '../terminal/style.ts';
import { count } from '../words.ts';
import { ago, localTime } from '../reports/times.ts';

export default {
  name: 'status',
  summary: 'Show what snap stores about this project: where, the open task, the settings and their problems.',
  usage: '[--json]',
  details: 'Reads only. For assistants and their config files, use "snap mcp scan" and "snap doctor".',
  options: workspaceOption,
  examples: [
    ['snap status', 'one page'],
    ['snap status --json', 'for a script (docs/schemas/status.json)'],
  ],
  run: (invocation) =>
    atDesk(invocation, async (desk) => {
      const status = await look(invocation, desk);
      return answer(invocation, status, () => page(invocation, status));
    }),
} satisfies Command;

type Status = Awaited<ReturnType<typeof look>>;

async function look({ system }: Invocation, { bench: { workspace, knowledge, tasks, snapshots } }: Desk) {
  const [active, archived] = [await knowledge.list(), await knowledge.list({ archived: true })];
  const types = await knowledge.violationTypes();
  const own = await tasks.peek();
  const change = own === undefined ? undefined : await tasks.change();
  const others = await tasks.others();
  const { files, problems } = await readSettings(system, workspace);
  return {
    workspace: workspace.root,
    store: await knowledge.place(),
    learnings: { active: active.length, archived: archived.length, stale: active.filter(({ isStale }) => isStale).length },
    violations: {
      types: types.length,
      reports: types.reduce((sum, { count: number }) => sum + number, 0),
      promoted: types.filter(({ promote }) => promote !== 'NO').map(({ type }) => type),
    },
    task:
      own === undefined || change === undefined
        ? null
        : {
            id: own.id,
            task: own.task,
            startedAt: own.startedAt,
            files: change.files,
            added: change.added,
            removed: change.removed,
            problem: change.problem ?? null,
          },
    otherTasks: others.length,
    snapshots: await lookAtSnapshots(await snapshots()),
    ineffectiveRules: await lookAtRules(await snapshots()),
    settings: { files, problems },
    faults: await knowledge.faults(),
  };
}

async function lookAtSnapshots(snapshots: Snapshots) {
  const { directory, bytesOnDisk, limit, interrupted } = await snapshots.state();
  const all = await snapshots.list();
  return {
    directory,
    count: all.length,
    bytesOnDisk,
    limit,
    newest: all[0] === undefined ? null : { id: all[0].id, at: all[0].at },
    interrupted: interrupted ?? null,
  };
}

/** Asked only where snapshots are in use: else the tree would be walked for ignore files. */
async function lookAtRules(snapshots: Snapshots) {
  return (await snapshots.list()).length === 0 ? { count: 0, list: [] } : snapshots.ineffectiveRules();
}

function page({ ui: { style }, system }: Invocation, status: Status): string {
  const { home } = system;
  const { learnings, violations, task, settings, faults, store, snapshots } = status;
  const short = (text: string): string => shown(text, home);
  const warning = (text: string): string => `${style.sign.warn} ${short(text)}`;
  return [
    `${style.bold('Workspace')}   ${short(status.workspace)}`,
    `Stored in   ${short(store.directory)}${store.kind === 'project' ? '' : style.dim(' ("snap init" moves it into the project)')}`,
    `Learnings   ${learnings.active}${learnings.archived === 0 ? '' : `, ${learnings.archived} archived`}${learnings.stale === 0 ? '' : `, ${learnings.stale} stale`}`,
    `Violations  ${count(violations.reports, 'report')} of ${count(violations.types, 'type')}${violations.promoted.length === 0 ? '' : `, promoted: ${plain(violations.promoted.join(', '))}`}`,
    ...(task === null
      ? ['Task        none is open']
      : [
          `Task        ${plain(task.task)}`,
          `  ${style.dim(`${task.id}, since ${localTime(task.startedAt)}`)}`,
          `  ${task.problem === null ? `${count(task.files, 'file')} changed, +${task.added}-${task.removed}` : short(task.problem)}`,
        ]),
    ...(status.otherTasks === 0 ? [] : [`  ${count(status.otherTasks, 'more', 'more')} open: snap task list`]),
    `Snapshots   ${
      snapshots.newest === null
        ? 'none yet'
        : `${snapshots.count}, ${bytesText(snapshots.bytesOnDisk)} on disk; the newest, ${snapshots.newest.id}, ${ago(snapshots.newest.at, system.now())}`
    }`,
    ...(snapshots.newest === null ? [] : [`  ${style.dim(short(snapshots.directory))}`]),
    ...(snapshots.interrupted === null ? [] : [warning(interruptedText(snapshots.interrupted))]),
    ...ineffectiveRulesText(status.ineffectiveRules).map(warning),
    `Settings    ${settings.files.length === 0 ? 'the defaults' : settings.files.map(short).join(', ')}`,
    ...settings.problems.map(warning),
    ...faults.map(warning),
  ].join('\n');
}
