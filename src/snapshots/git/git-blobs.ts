import type { System } from '../../system/index.ts';
import { askGit, type Workspace } from '../../workspace/index.ts';
import { gitBlobId } from '../store/stored-contents.ts';

/** Reads the original objects, not their replacements (https://git-scm.com/docs/git-replace). */
const catFile = ['--no-replace-objects', 'cat-file', '--buffer'];

/** An id that nothing has, in place of none. */
const nothing = '0'.repeat(40);

/** Bytes of the blobs, in their order; -1 of those that git does not have, and where it cannot be asked. */
export async function blobSizes(
  system: System,
  workspace: Workspace,
  ids: readonly (string | undefined)[],
  signal?: AbortSignal,
): Promise<Float64Array> {
  // Numbers alone: there may be a hundred thousand of them.
  const sizes = new Float64Array(ids.length).fill(-1);
  if (ids.length === 0) return sizes;
  const question = { input: linesOf(ids), maxBytes: ids.length * 96, signal };
  const { output, problem } = await askGit(system, workspace, [...catFile, '--batch-check=%(objectsize)'], question);
  if (problem !== undefined) return sizes;
  let start = 0;
  for (let i = 0; i < ids.length; i += 1) {
    const end = output.indexOf(0x0a, start);
    if (end === -1) break;
    // "<id> missing" is no number.
    if (end - start < 20) sizes[i] = Number(output.toString('latin1', start, end));
    start = end + 1;
  }
  return sizes;
}

/**
 * The contents of those blobs that git has, checked against their ids. All of them are in memory at once.
 * @param maxBytes of all together; what is beyond is not answered.
 */
export async function blobContents(
  system: System,
  workspace: Workspace,
  ids: readonly string[],
  { maxBytes, signal }: { readonly maxBytes: number; readonly signal?: AbortSignal | undefined },
): Promise<ReadonlyMap<string, Buffer>> {
  const contents = new Map<string, Buffer>();
  if (ids.length === 0) return contents;
  const question = { input: linesOf(ids), maxBytes: maxBytes + ids.length * 96, signal };
  const { output } = await askGit(system, workspace, [...catFile, '--batch'], question);
  let at = 0;
  for (const id of ids) {
    const end = output.indexOf(0x0a, at);
    if (end === -1) break;
    const [, type, size] = output.toString('latin1', at, end).split(' ');
    at = end + 1;
    // "<id> missing" is followed by nothing.
    if (size === undefined) continue;
    const length = Number(size);
    const bytes = output.subarray(at, at + length);
    at += length + 1;
    if (type === 'blob' && bytes.length === length && gitBlobId([bytes], length, id.length) === id) contents.set(id, bytes);
  }
  return contents;
}

function linesOf(ids: readonly (string | undefined)[]): string {
  return ids.map((id) => `${id ?? nothing}\n`).join('');
}
