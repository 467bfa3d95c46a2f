import { Uri, window, workspace } from 'vscode';
import { core, type ListedChange } from '../core.ts';
import type { Desk } from '../desk.ts';
import { requireTrust } from '../require-trust.ts';
import { examinerOf } from '../problems/examiner.ts';
import { shownPaths, undoEach, undoOfEach, words, type LeftFile } from '../changing/write.ts';
import { resetLines, writtenByExtension, type ResetFile } from './reset-list.ts';
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
  const detail = (await linesOf(desk, await planned(desk, changes), wanted)).join('\n');
  const answer = await say.warning('Take back what the extension has set up?', { modal: true, detail }, 'Take Back');
  if (answer !== 'Take Back' || !(await requireTrust())) return;
  await setMcpWanted(desk.context, undefined);
  const { written, left } = await undoAll(desk, changes);
  await Promise.all([examinerOf(desk).examine('none'), lookBriefly(desk)]);
  const files = written.length === 0 ? '' : ` Changed: ${(await shownPaths(desk, written)).join(', ')}.`;
  if (left.length === 0) return void say.info(`What the extension had set up is taken back.${files}`);
  await offerFile(`Taken back, except for what follows.${files} ${left.map(({ text }) => text).join(' ')}`, left);
}

/** What each file would become, without writing any: the newest change first, and each on what the one before it would leave. */
async function planned(desk: Desk, changes: readonly ListedChange[]): Promise<readonly ResetFile[]> {
  const [{ planUndo }, { errorMessage }, system, options] = await Promise.all([
    core.undoing(),
    core.system(),
    desk.writable(),
    undoOfEach(),
  ]);
  const texts = new Map<string, Uint8Array | undefined>();
  const files: ResetFile[] = [];
  for (const { number, files: listed } of changes.toReversed()) {
    try {
      for (const { about, compute, path } of (await planUndo(system, number, options)).changes) {
        const computed = compute(texts.has(path) ? texts.get(path) : await system.readBytes(path));
        if (computed.kind === 'write') texts.set(path, computed.bytes);
        const isRemoval = listed.some((file) => file.path === path && file.action === 'remove');
        const file = { path, servers: about.servers };
        if (computed.kind === 'refused')
          files.push({ ...file, does: 'left', why: [computed.message, computed.hint ?? ''].join(' ').trim() });
        else files.push({ ...file, does: computed.kind === 'unchanged' ? 'done' : isRemoval ? 'back' : 'out' });
      }
    } catch (error) {
      // The other changes can be taken back.
      for (const { path, servers } of listed) files.push({ path, servers, does: 'left', why: errorMessage(error) });
    }
  }
  return files;
}

async function linesOf(desk: Desk, files: readonly ResetFile[], wanted: boolean | undefined): Promise<readonly string[]> {
  const paths = [...new Set(files.map(({ path }) => path))];
  const shown = await shownPaths(desk, paths);
  const short = new Map(paths.map((path, i) => [path, shown[i] ?? path]));
  return resetLines(files, wanted, (path) => short.get(path) ?? path);
}

/** The newest first: each leaves the files as the one before it had left them. Each file by itself: one that stays keeps no other. */
async function undoAll(desk: Desk, changes: readonly ListedChange[]) {
  const left: LeftFile[] = [];
  const written = new Set<string>();
  for (const { files, number } of changes.toReversed()) {
    try {
      const undone = await undoEach(desk, number);
      for (const path of undone.paths) written.add(path);
      left.push(...undone.left);
    } catch (error) {
      // The others can still be taken back.
      left.push({ text: error instanceof Error ? error.message : String(error), path: files[0]?.path ?? '' });
    }
  }
  return { written: [...written], left };
}

/** Says what stays, and opens the first file that it is about. */
async function offerFile(message: string, [first]: readonly LeftFile[]): Promise<void> {
  const open = 'Open the File';
  if ((await say.warning(message, open)) === open && first !== undefined)
    await window.showTextDocument(await workspace.openTextDocument(Uri.file(first.path)));
}
