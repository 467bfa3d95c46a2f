import type { ProjectProgram } from '../../doctor/index.ts';
import { plain } from '../terminal/style.ts';
import type { Invocation } from '../command.ts';
import { displayPaths } from '../words.ts';

/** The answers of one command, which may look at the machine more than once. */
const answered = new WeakMap<object, Map<string, boolean>>();

/**
 * Asks whether programs that lie in the project may be started: whoever wrote the project may have put them there, under any name.
 * @returns the files that may be; none where nobody can answer, which is said on standard error.
 */
export async function mayStart(
  { system, ui, values }: Pick<Invocation, 'system' | 'ui' | 'values'>,
  programs: readonly ProjectProgram[],
): Promise<ReadonlySet<string>> {
  const answers = answered.get(values) ?? new Map<string, boolean>();
  answered.set(values, answers);
  const fresh = programs.filter(({ file }) => !answers.has(file));
  if (fresh.length > 0) {
    const lines = fresh.map(({ file, entries }) => {
      const servers = entries.map(({ client, entry }) => `"${entry.name}" of ${client.name}`);
      return `  ${plain(displayPaths(file, system.home))}  for ${plain([...new Set(servers)].join(', '))}`;
    });
    const isAsked = ui.interactive && !values.flag('json') && !values.flag('probe-project');
    if (isAsked) ui.print(`These programs are in the project, so its authors may have put them there:\n${lines.join('\n')}`);
    const isYes = values.flag('probe-project') || (isAsked && (await ui.confirm('Start them?', false)) === true);
    if (!isYes) {
      const step = isAsked ? 'They were not started.' : `Look at them, then add --probe-project to start them:\n${lines.join('\n')}`;
      ui.warn(isAsked ? step : `Programs that lie in the project were not started. ${step}`);
    }
    for (const { file } of fresh) answers.set(file, isYes);
  }
  return new Set(programs.flatMap(({ file }) => (answers.get(file) === true ? [file] : [])));
}
