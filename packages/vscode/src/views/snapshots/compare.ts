import { commands, env, Uri, workspace } from 'vscode';
import type { Snapshot, TreeChange } from '../../core.ts';
import { isBinary, whyNotShown } from './can-show.ts';
import { fileUri, type SnapshotDesk } from './desk.ts';
import { fileIn, snapshotIn } from './nodes.ts';
import { pickFile, pickSnapshot } from './pick.ts';
import { queryOf, scheme } from './uri.ts';
import { say } from '../../say.ts';

/** Opens a file of a snapshot beside the file as it is. */
export async function openDiff(desk: SnapshotDesk, given: unknown): Promise<void> {
  const node = fileIn(given);
  const snapshot = node?.snapshot ?? snapshotIn(given) ?? (await pickSnapshot(desk, 'Compare a File with Now'));
  if (snapshot === undefined) return;
  const title = `Compare with ${desk.words.shortSnapshotId(snapshot.id)}`;
  const change = node?.change ?? (await pickFile(desk, await desk.bench.call('changes', [snapshot.id, 'working']), { title, snapshot }));
  if (change !== undefined) await show(desk, change, snapshot, undefined);
}

/** Asks for a second snapshot and for a file, and opens both sides of that file. */
export async function compareSnapshots(desk: SnapshotDesk, given: unknown, selected: unknown): Promise<void> {
  const [first, second] = Array.isArray(selected) && selected.length === 2 ? selected.map(snapshotIn) : [snapshotIn(given), undefined];
  const one = first ?? (await pickSnapshot(desk, 'Compare Two Snapshots: the first'));
  if (one === undefined) return;
  const other = second ?? (await pickSnapshot(desk, `Compare ${desk.words.shortSnapshotId(one.id)} with`, one));
  if (other === undefined) return;
  const [older, newer] = one.sequence < other.sequence ? [one, other] : [other, one];
  const changes = await desk.bench.call('changes', [older.id, newer.id]);
  const { count, shortSnapshotId } = desk.words;
  const title = `${shortSnapshotId(older.id)} to ${shortSnapshotId(newer.id)}: ${count(changes.length, 'file')}`;
  if (changes.length === 0) {
    await say.info(`${shortSnapshotId(older.id)} and ${shortSnapshotId(newer.id)} hold the same files.`);
    return;
  }
  const change = await pickFile(desk, changes, { title, snapshot: older });
  if (change !== undefined) await show(desk, change, older, newer);
}

export async function copyId(desk: SnapshotDesk, given: unknown): Promise<void> {
  const snapshot = snapshotIn(given) ?? (await pickSnapshot(desk, 'Copy Id'));
  if (snapshot === undefined) return;
  await env.clipboard.writeText(snapshot.id);
  say.passing(`Copied ${snapshot.id}`, 3_000);
}

/** @param to `undefined`: the file as it is. */
async function show(desk: SnapshotDesk, change: TreeChange, from: Snapshot, to: Snapshot | undefined): Promise<void> {
  const { folder, words } = desk;
  const { path, kind } = change;
  const { cleanLine, shortSnapshotId } = words;
  const name = cleanLine(path);
  const why = whyNotShown(change, cleanLine) ?? (await whyNotText(desk, path, name, [from, ...(to === undefined ? [] : [to])]));
  if (why !== undefined) {
    await say.info(why);
    return;
  }
  const file = fileUri(folder, path);
  const side = (snapshot: Snapshot | undefined): Uri => file.with({ scheme, query: queryOf({ id: snapshot?.id, path }), authority: '' });
  const left = kind === 'added' ? side(undefined) : side(from);
  const right = kind === 'deleted' ? side(undefined) : to === undefined ? file : side(to);
  const names = `${kind === 'added' ? 'not in ' : ''}${shortSnapshotId(from.id)} ↔ ${kind === 'deleted' ? 'deleted' : to === undefined ? 'now' : shortSnapshotId(to.id)}`;
  await commands.executeCommand('vscode.diff', left, right, `${name.split('/').at(-1) ?? name} (${names})`, { preview: true });
}

async function whyNotText(
  { bench, words }: SnapshotDesk,
  path: string,
  name: string,
  snapshots: readonly Snapshot[],
): Promise<string | undefined> {
  for (const { id } of snapshots) {
    const content = await bench.call('content', [id, path, workspace.isTrusted]);
    if (content.kind === 'with-git')
      return `The contents of ${words.shortSnapshotId(id)} are still only in the git repository, which is not read in a workspace that is not trusted.`;
    if (content.kind === 'bytes' && isBinary(content.bytes)) return `${name} is not text, so it is not compared. It can be restored.`;
  }
  return undefined;
}
