import { listPrograms, revoke, type ListedProgram } from '../../checks/index.ts';
import { textInQuestion } from '../../secrets/index.ts';
import { SnapError } from '../../system/index.ts';
import type { Workbench } from '../../workbench/index.ts';
import { changeApprovals } from '../../workspace/index.ts';
import { askForApproval } from '../check/approve-programs.ts';
import type { Command, Invocation } from '../command.ts';
import { atDesk, workspaceOption } from '../desk.ts';
import { exit, type ExitCode } from '../exit.ts';
import { asksForGoal, trustGoal } from './trust-goal.ts';

export default {
  name: 'trust',
  summary: "Let checks run this project's own compiler, linter, tests and build.",
  usage: '[--revoke | --goal [--command <text>]] [--json]',
  details:
    'A project may come from anyone, so its programs run only after this. Shows each program, the config files it reads and the scripts it runs, and asks in a terminal. The approval is for this project, its repository and these programs: one that is added, that has other scripts or config files, or whose own file is another one, needs a new one. Later changes in the contents of those files, and of what is installed, run without a new question.\nThe command in the project\'s settings that measures the goal "performance" is asked about by itself, and approved with the scripts and files it names as they are now; your own settings need no approval.\nWith "checks": { "run": "always" } in your own settings no project needs an approval.',
  options: {
    revoke: { type: 'boolean', help: 'Take every approval for this project back' },
    goal: { type: 'boolean', help: 'Only the command that measures the goal "performance"' },
    command: { type: 'string', value: 'text', help: 'With --goal: do not ask; the exact command, as it is shown' },
    ...workspaceOption,
  },
  examples: [
    ['snap trust', 'once in a project'],
    ['snap trust --revoke', 'no program of the project runs any more'],
    ['snap trust --goal --command "npm run bench"', 'for a script, when you have seen the command'],
  ],
  run(invocation) {
    const { values } = invocation;
    const isGoal = values.flag('goal');
    if (values.text('command') !== undefined && !isGoal) throw new SnapError('usage', '--command needs --goal.');
    if (isGoal && values.flag('revoke')) throw new SnapError('usage', '--revoke and --goal exclude each other.');
    return atDesk(
      invocation,
      ({ bench }) =>
        isGoal ? trustGoal(invocation, bench) : values.flag('revoke') ? takeBack(invocation, bench) : trust(invocation, bench),
      { takesAnyDirectory: !isGoal },
    );
  },
} satisfies Command;

async function takeBack(invocation: Invocation, bench: Workbench): Promise<ExitCode> {
  const { ui, values } = invocation;
  await revoke(bench);
  await changeApprovals(bench.system, bench.workspace, 'commands', () => []);
  if (values.flag('json')) tellJson(invocation, 'revoked', await listPrograms(bench));
  else
    ui.print(
      bench.settings.checks.run === 'always'
        ? 'The approvals are taken back. Your own settings say "always", so checks still run the programs.'
        : 'The approvals are taken back: checks run no program of this project.',
    );
  return exit.fine;
}

async function trust(invocation: Invocation, bench: Workbench): Promise<ExitCode> {
  const { ui, values } = invocation;
  const isJson = values.flag('json');
  const { end, listed } = await askForApproval(invocation, bench, { asks: !isJson && ui.interactive, tells: !isJson });
  if (isJson) {
    tellJson(invocation, end, listed);
    return codes[end];
  }
  const hasGoal = await asksForGoal(bench);
  const code = end === 'none' && hasGoal ? exit.fine : tell(invocation, end);
  if (!hasGoal || end === 'cancelled') return code;
  const other = await trustGoal(invocation, bench);
  return code === exit.fine ? other : code;
}

type End = Awaited<ReturnType<typeof askForApproval>>['end'];

const codes: Readonly<Record<End, ExitCode>> = {
  approved: exit.fine,
  known: exit.fine,
  declined: exit.refused,
  cancelled: exit.interrupted,
  none: exit.refused,
};

function tell({ ui }: Invocation, end: End): ExitCode {
  switch (end) {
    case 'approved':
      ui.print(`${ui.style.sign.good} Approved. "snap trust --revoke" takes it back.`);
      break;
    case 'known':
      ui.print('All programs of this project that checks run are approved already.');
      break;
    case 'declined':
    case 'cancelled':
      ui.print('Nothing was approved.');
      break;
    case 'none':
      ui.warn(
        `${ui.style.sign.bad} There is nothing to approve: no compiler, linter, tests or build of this project were found.\n  If its packages are not installed yet, install them and run this again.`,
      );
      break;
    default:
      end satisfies never;
  }
  return codes[end];
}

function tellJson({ ui }: Invocation, result: End | 'revoked', listed: readonly ListedProgram[]): void {
  ui.json({
    schemaVersion: 1,
    result,
    programs: listed.map(({ changed, files, isApproved, program: { configFiles, directory, purpose, scripts, shown, tool, version } }) => ({
      tool,
      purpose,
      directory: directory === '' ? '.' : directory,
      program: shown,
      version,
      configFiles,
      scripts: scripts.map(([name, text]) => ({ name, text: textInQuestion(text) })),
      files,
      approved: isApproved,
      ...(changed === undefined ? {} : { changed }),
    })),
  });
}
