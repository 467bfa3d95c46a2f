import { join } from 'node:path';
import { commandInQuestion, textInQuestion } from '../../secrets/index.ts';
import { isRecord, jsonIn, SnapError, type System } from '../../system/index.ts';
import { approvalPrint, approve, isApproved } from '../../memory/index.ts';
import type { Workspace } from '../../workspace/index.ts';
import type { Workbench } from '../../workbench/index.ts';
import type { Invocation } from '../command.ts';
import { exit, type ExitCode } from '../exit.ts';
import { plain } from '../terminal/style.ts';
import { notAsked } from '../words.ts';

/** `snap trust --goal`: allows the command in the project's settings that measures the goal "performance". */
export async function trustGoal(invocation: Invocation, { system, workspace, settings }: Workbench): Promise<ExitCode> {
  const { performance } = settings.goals;
  if (performance === undefined) {
    throw new SnapError('refused', "Neither the project's settings nor your own name a command that measures performance.", {
      hint: 'Name one under goals.performance.command (docs/settings.md).',
    });
  }
  const { command, origin } = performance;
  const wasApproved = origin === 'user' || (await isApproved(system, workspace, command));
  // Taken before it is shown: what changes while the person reads is not approved.
  const print = await approvalPrint(system, workspace, command);
  const answer = wasApproved ? 'yes' : await ask(invocation, await shownCommand(system, workspace, command), command);
  if (answer === 'yes' && !wasApproved) await approve(system, workspace, command, print);
  return tell(invocation, { command, origin, approved: answer === 'yes', changed: answer === 'yes' && !wasApproved }, answer);
}

/** Whether the project brings such a command and nobody has approved it. */
export async function asksForGoal({ system, workspace, settings }: Workbench): Promise<boolean> {
  const { performance } = settings.goals;
  return performance?.origin === 'project' && !(await isApproved(system, workspace, performance.command));
}

type Answer = 'yes' | 'no' | 'cancelled' | 'not-asked';

async function ask({ values, ui }: Invocation, shown: readonly string[], command: readonly string[]): Promise<Answer> {
  const given = values.text('command');
  if (given !== undefined) {
    if (given === command.join(' ')) return 'yes';
    throw new SnapError('refused', 'The project has a different command than --command names.', {
      hint: 'See it with "snap trust --goal".',
    });
  }
  const isJson = values.flag('json');
  for (const line of isJson ? [] : shown) ui.print(line);
  if (isJson || !ui.interactive) return 'not-asked';
  const said = await ui.confirm('Allow it to run in this project, as it is now?', false);
  return said === undefined ? 'cancelled' : said ? 'yes' : 'no';
}

/** The command, and the scripts of package.json that it names: the person sees everything that would run. */
async function shownCommand(system: System, { root }: Workspace, command: readonly string[]): Promise<readonly string[]> {
  const lines = [`The project's settings name this command:`, `      ${plain(commandInQuestion(command).join(' '))}`];
  const bytes = await system.readBytes(join(root, 'package.json'));
  const manifest = bytes === undefined ? undefined : jsonIn(new TextDecoder().decode(bytes));
  const scripts = isRecord(manifest) && isRecord(manifest['scripts']) ? manifest['scripts'] : {};
  // Package managers also run the scripts before and after it.
  for (const name of command.slice(1).flatMap((word) => [`pre${word}`, word, `post${word}`])) {
    const script = Object.hasOwn(scripts, name) ? scripts[name] : undefined;
    if (typeof script === 'string')
      lines.push(`  "${plain(name)}" is this script of package.json:`, `      ${plain(textInQuestion(script))}`);
  }
  return lines;
}

function tell(
  { values, ui }: Invocation,
  done: { readonly command: readonly string[]; readonly origin: 'user' | 'project'; readonly approved: boolean; readonly changed: boolean },
  answer: Answer,
): ExitCode {
  if (values.flag('json')) ui.json({ schemaVersion: 1, ...done, command: commandInQuestion(done.command) });
  const print = values.flag('json') ? () => undefined : ui.print;
  switch (answer) {
    case 'yes':
      print(
        done.changed
          ? 'Approved, as it is now.'
          : done.origin === 'user'
            ? 'It is in your own settings, so it needs no approval.'
            : 'It was approved already.',
      );
      return exit.fine;
    case 'no':
      print('Nothing was approved.');
      return exit.refused;
    case 'cancelled':
      print('Nothing was approved.');
      return exit.interrupted;
    case 'not-asked':
      ui.warn(notAsked(values.flag('json'), 'approved', 'Name the command with --command.'));
      return exit.findings;
    default:
      return answer satisfies never;
  }
}
