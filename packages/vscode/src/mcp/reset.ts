import { core, type ListedChange } from '../core.ts';
import type { Desk } from '../desk.ts';
import { requireTrust } from '../require-trust.ts';
import { examinerOf } from '../problems/examiner.ts';
import { shownPaths, undoChange, words } from '../changing/write.ts';
import { resetLines, writtenByExtension } from './reset-list.ts';
import { mcpWanted, setMcpWanted } from './wanted.ts';
import { say } from '../say.ts';
import { lookBriefly } from '../waiting.ts';

/** Takes back what the extension set up: its server in this editor, and the entries that it wrote. What others wrote stays. */
export async function reset(desk: Desk): Promise<void> {
  if (!(await requireTrust())) return;
  const { listChanges } = await core.changes();
  const changes = writtenByExtension(await listChanges(await desk.system()), [words.configure]);
  const wanted = mcpWanted(desk.context);
  if (changes.length === 0 && wanted === undefined)
    return void say.info('There is nothing to take back: the extension has not set up anything.');
  const lines = await linesOf(desk, changes, wanted);
  const answer = await say.warning('Take back what the extension has set up?', { modal: true, detail: lines.join('\n') }, 'Take Back');
  if (answer !== 'Take Back' || !(await requireTrust())) return;
  await setMcpWanted(desk.context, undefined);
  const { done, left } = await undoAll(desk, changes);
  await Promise.all([examinerOf(desk).examine('none'), lookBriefly(desk)]);
  const files =
    done === 0 ? '' : ` ${done === 1 ? 'One change' : `${done} changes`} of config files ${done === 1 ? 'was' : 'were'} taken back.`;
  if (left.length > 0) void say.warning(`Not all was taken back.${files} Left as it is: ${left.join(' ')}`);
  else void say.info(`What the extension had set up is taken back.${files}`);
}

async function linesOf(desk: Desk, changes: readonly ListedChange[], wanted: boolean | undefined): Promise<readonly string[]> {
  const paths = [...new Set(changes.flatMap(({ files }) => files.map(({ path }) => path)))];
  const shown = await shownPaths(desk, paths);
  const short = new Map(paths.map((path, i) => [path, shown[i] ?? path]));
  return resetLines(changes, wanted, (path) => short.get(path) ?? path);
}

/** The newest first: each leaves the files as the one before it had left them. */
async function undoAll(desk: Desk, changes: readonly ListedChange[]) {
  const left: string[] = [];
  let done = 0;
  for (const { number } of changes.toReversed()) {
    try {
      const { refused } = await undoChange(desk, number);
      if (refused.length === 0) done += 1;
      left.push(...refused);
    } catch (error) {
      // The others can still be taken back.
      left.push(error instanceof Error ? error.message : String(error));
    }
  }
  return { done, left };
}
