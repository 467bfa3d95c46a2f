import { join } from 'node:path';
import { commandInQuestion, textInQuestion } from '../../secrets/index.ts';
import { isRecord, jsonIn, SnapError, type System } from '../../system/index.ts';
import { approvalPrint, approve, isApproved } from '../../memory/index.ts';
import type { Workspace } from '../../workspace/index.ts';
import type { Workbench } from '../../workbench/index.ts';
import type { Invocation } from '../command.ts';
import { exit, type ExitCode } from '../exit.ts';
import { answer, confirmed } from '../print-answer.ts';
import { plain } from '../terminal/style.ts';

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
  const said = wasApproved ? 'yes' : await ask(invocation, await shownCommand(system, workspace, command), command);
  const approved = said === 'yes';
  const changed = approved && !wasApproved;
  if (changed) await approve(system, workspace, command, print);
  const known = origin === 'user' ? 'It is in your own settings, so it needs no approval.' : 'It was approved already.';
  return answer(
    invocation,
    { command: commandInQuestion(command), origin, approved, changed },
    () => (changed ? 'Approved, as it is now.' : approved ? known : []),
    approved ? exit.fine : said,
  );
}

/** Whether the project brings such a command and nobody has approved it. */
export async function asksForGoal({ system, workspace, settings }: Workbench): Promise<boolean> {
  const { performance } = settings.goals;
  return performance?.origin === 'project' && !(await isApproved(system, workspace, performance.command));
}

async function ask(invocation: Invocation, shown: readonly string[], command: readonly string[]): Promise<'yes' | ExitCode> {
  const { values, ui } = invocation;
  const given = values.text('command');
  if (given === command.join(' ')) return 'yes';
  if (given !== undefined)
    throw new SnapError('refused', 'The project has a different command than --command names.', {
      hint: 'See it with "snap trust --goal".',
    });
  for (const line of values.flag('json') ? [] : shown) ui.print(line);
  const how = { done: 'approved', instead: 'Name the command with --command.', suggested: false };
  return confirmed(invocation, 'Allow it to run in this project, as it is now?', how);
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
