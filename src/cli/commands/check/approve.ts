import { listPrograms, revoke, type ListedProgram } from '../../../checks/index.ts';
import { maskText } from '../../../secrets/index.ts';
import { askForApproval } from '../../check/approve-programs.ts';
import type { Command, Invocation } from '../../command.ts';
import { atDesk, workspaceOption } from '../../desk.ts';
import { exit, type ExitCode } from '../../exit.ts';

export default {
  name: 'check approve',
  summary: "Let checks run this project's own compiler, linter, tests and build.",
  usage: '[--revoke] [--json]',
  details:
    'A project may come from anyone, so its programs run only after this. Shows each program, the config files it reads and the scripts it runs, and asks in a terminal. The approval is for this project, its repository and these programs: one that is added, that has other scripts or config files, or whose own file is another one, needs a new one. Later changes in the contents of those files, and of what is installed, run without a new question.\nWith "checks": { "run": "always" } in your own settings no project needs an approval.',
  options: {
    revoke: { type: 'boolean', help: 'Take every approval for this project back' },
    ...workspaceOption,
  },
  examples: [
    ['snap check approve', 'once in a project'],
    ['snap check approve --revoke', 'no program of the project runs any more'],
  ],
  run: (invocation) =>
    atDesk(
      invocation,
      async ({ bench }) => {
        const { ui, values } = invocation;
        const isJson = values.flag('json');
        if (values.flag('revoke')) {
          await revoke(bench);
          const listed = await listPrograms(bench);
          if (isJson) tellJson(invocation, 'revoked', listed);
          else
            ui.print(
              bench.settings.checks.run === 'always'
                ? 'The approvals are taken back. Your own settings say "always", so checks still run the programs.'
                : 'The approvals are taken back: checks run no program of this project.',
            );
          return exit.fine;
        }
        const { end, listed } = await askForApproval(invocation, bench, { asks: !isJson && ui.interactive, tells: !isJson });
        if (isJson) tellJson(invocation, end, listed);
        return isJson ? codes[end] : tell(invocation, end);
      },
      { takesAnyDirectory: true },
    ),
} satisfies Command;

type End = Awaited<ReturnType<typeof askForApproval>>['end'];

const codes: Readonly<Record<End, ExitCode>> = {
  approved: exit.fine,
  known: exit.fine,
  declined: exit.refused,
  cancelled: exit.interrupted,
  none: exit.refused,
};

function tell({ ui }: Invocation, end: End): ExitCode {
  const { green, mark } = ui.style;
  switch (end) {
    case 'approved':
      ui.print(`${green(mark.good)} Approved. "snap check approve --revoke" takes it back.`);
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
        `${ui.style.red(mark.bad)} There is nothing to approve: no compiler, linter, tests or build of this project were found.\n  If its packages are not installed yet, install them and run this again.`,
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
      scripts: scripts.map(([name, text]) => ({ name, text: maskText(text) })),
      files,
      approved: isApproved,
      ...(changed === undefined ? {} : { changed }),
    })),
  });
}
