import { isUtf8 } from 'node:buffer';
import { type RawName, bytesOfName } from '../raw-name.ts';
import { parentPath } from '../raw-path.ts';
import { type Difference, isSecretEntry } from './changes.ts';
import { type Contents, isFileEntry, type FileEntry, gitBlobId } from '../store/stored-contents.ts';
import type { TreeEntry } from '../store/object-types.ts';
import { hidesText, SnapError } from '../../system/index.ts';
import { diffLists, printHunks, splitLines, unifiedHunks, isBinary } from '../../text/index.ts';

/** The text of a file or a link in a patch. */
interface Side {
  readonly mode: '100644' | '100755' | '120000';
  readonly text: string;
  readonly id: string;
}

type Shown = FileEntry | Extract<TreeEntry, { readonly kind: 'link' }>;

export interface PatchOptions {
  /** Bytes of the larger side; what is larger is named and not shown. */
  readonly maxShownFile?: number;
  /** Characters; what comes after is named and not shown. */
  readonly maxLength?: number;
}

/**
 * A unified diff that `git apply` and `patch -p1` take: names, new and deleted files, links and the executable bit as git writes
 * them (https://git-scm.com/docs/diff-format#generate_patch_text_with_p). What it cannot or must not show (secrets, binary and
 * large files, text that is no UTF-8, other modes, empty directories, FIFOs) is in a line of its own that begins with `#`, which
 * both programs pass over.
 */
export async function patchOf(
  contents: Contents,
  differences: readonly Difference[],
  { maxShownFile = 1024 * 1024, maxLength = 64 * 1024 * 1024 }: PatchOptions = {},
): Promise<string> {
  const parts: string[] = [];
  const parents = new Set(differences.map(({ path }) => parentPath(path)));
  let length = 0;
  for (const difference of inPatchOrder(differences)) {
    // A directory that came or went shows by what is in it.
    if (partialSide(difference.before) === undefined && partialSide(difference.after) === undefined && isNewOrGone(difference)) {
      if (parents.has(difference.path)) continue;
    }
    const part =
      length > maxLength
        ? remark(difference.path, 'changed; the patch is long enough without it')
        : await partOf(contents, difference, maxShownFile);
    parts.push(part);
    length += part.length;
  }
  return parts.join('');
}

function isNewOrGone({ before, after }: Difference): boolean {
  return before === undefined || after === undefined;
}

/** By path, but what replaces a directory after all that was in it. */
function inPatchOrder(differences: readonly Difference[]): readonly Difference[] {
  const keyOf = ({ path, before, after }: Difference) =>
    before?.kind === 'directory' && after !== undefined && after.kind !== 'directory' ? `${path}/\uffff` : path;
  return differences
    .map((difference) => ({ difference, key: keyOf(difference) }))
    .sort((one, other) => (one.key < other.key ? -1 : 1))
    .map(({ difference }) => difference);
}

async function partOf(contents: Contents, difference: Difference, maxShownFile: number): Promise<string> {
  const { path, before, after, isContentSame } = difference;
  const [one, other] = [partialSide(before), partialSide(after)];
  const what = before === undefined ? 'added' : after === undefined ? 'deleted' : 'changed';
  if (one === undefined && other === undefined) return directoryRemark(difference, what);
  if (isContentSame) return modeChange(path, before, after);
  if ([before, after].some((entry) => entry !== undefined && isSecretEntry(entry)))
    return remark(path, `${what}; its contents are not shown`);
  if (Math.max(one?.size ?? 0, other?.size ?? 0) > maxShownFile) return remark(path, `${what}; it is too large to be shown`);
  const sides = await bothSides(contents, one, other);
  if (typeof sides === 'string') return remark(path, `${what}; ${sides}`);
  const { old, fresh } = sides;
  // A file that became a link, or the other way round, is two patches: https://git-scm.com/docs/git-diff
  if (old !== undefined && fresh !== undefined && (old.mode === '120000') !== (fresh.mode === '120000')) {
    return filePatch(path, old, undefined) + filePatch(path, undefined, fresh);
  }
  const isOtherMode = isFileEntry(before) && isFileEntry(after) && old?.mode === fresh?.mode && before.mode !== after.mode;
  return filePatch(path, old, fresh) + (isOtherMode ? modeRemark(path, before, after) : '');
}

async function bothSides(
  contents: Contents,
  one: ReturnType<typeof partialSide>,
  other: ReturnType<typeof partialSide>,
): Promise<{ readonly old: Side | undefined; readonly fresh: Side | undefined } | string> {
  const sides: (Side | undefined)[] = [];
  for (const entry of [one?.entry, other?.entry]) {
    const side = entry === undefined ? undefined : await sideOf(contents, entry);
    if (typeof side === 'string') return side;
    sides.push(side);
  }
  return { old: sides[0], fresh: sides[1] };
}

const noFile = '0'.repeat(40);

function filePatch(path: RawName, old: Side | undefined, fresh: Side | undefined): string {
  const [from, to] = [patchName('a/', path), patchName('b/', path)];
  const head = [`diff --git ${from} ${to}`];
  if (old === undefined) head.push(`new file mode ${fresh?.mode}`);
  else if (fresh === undefined) head.push(`deleted file mode ${old.mode}`);
  else if (old.mode !== fresh.mode) head.push(`old mode ${old.mode}`, `new mode ${fresh.mode}`);
  const mode = old !== undefined && old.mode === fresh?.mode ? ` ${old.mode}` : '';
  if (old?.id !== fresh?.id) head.push(`index ${old?.id ?? noFile}..${fresh?.id ?? noFile}${mode}`);
  const [before, after] = [splitLines(old?.text ?? ''), splitLines(fresh?.text ?? '')];
  const hunks = printHunks(unifiedHunks(diffLists(before, after), before.length), before, after);
  if (hunks === '') return `${head.join('\n')}\n`;
  head.push(`--- ${old === undefined ? '/dev/null' : from}`, `+++ ${fresh === undefined ? '/dev/null' : to}`);
  return `${head.join('\n')}\n${hunks}`;
}

function modeChange(path: RawName, before: TreeEntry | undefined, after: TreeEntry | undefined): string {
  if (!isFileEntry(before) || !isFileEntry(after)) return '';
  const [old, fresh] = [gitMode(before), gitMode(after)];
  if (old === fresh || isSecretEntry(after)) return modeRemark(path, before, after);
  return `diff --git ${patchName('a/', path)} ${patchName('b/', path)}\nold mode ${old}\nnew mode ${fresh}\n`;
}

function modeRemark(path: RawName, before: { readonly mode: number }, after: { readonly mode: number }): string {
  return remark(path, `mode ${octal(before)} became ${octal(after)}`);
}

function directoryRemark({ path, before, after }: Difference, what: string): string {
  const only = after ?? before;
  if (only?.kind === 'special') return remark(path, `${what}; it is a ${only.what}`);
  if (before?.kind === 'directory' && after?.kind === 'directory') return modeRemark(path, before, after);
  return remark(path, `directory ${what}`);
}

function octal({ mode }: { readonly mode: number }): string {
  return (mode & 0o7777).toString(8).padStart(4, '0');
}

function remark(path: RawName, text: string): string {
  return `# ${patchName('', path)}: ${text}\n`;
}

const escapes: Readonly<Record<string, string>> = {
  '\x07': String.raw`\a`,
  '\b': String.raw`\b`,
  '\t': String.raw`\t`,
  '\n': String.raw`\n`,
  '\v': String.raw`\v`,
  '\f': String.raw`\f`,
  '\r': String.raw`\r`,
  '"': String.raw`\"`,
  '\\': String.raw`\\`,
};

/** As git quotes names, and those with a space too: of those patch takes no new empty file otherwise. All other bytes in octal: https://git-scm.com/docs/git-config#Documentation/git-config.txt-corequotePath */
function patchName(side: '' | 'a/' | 'b/', path: RawName): string {
  const bytes = bytesOfName(path);
  const text = bytes.toString('utf8');
  const isPlain = isUtf8(bytes) && !hidesText(text) && !/[\t\n "\\]/.test(text);
  if (isPlain) return side + text;
  const isReadable = isUtf8(bytes) && !hidesText(text.replaceAll(/\p{Cc}/gu, ''));
  const quoted = (isReadable ? text : path).replaceAll(
    isReadable ? /[\u0000-\u001f"\\\u007f-\u009f]/g : /[\u0000-\u001f"\\\u007f-\u00ff]/g,
    (one) =>
      escapes[one] ??
      [...Buffer.from(one, isReadable ? 'utf8' : 'latin1')].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join(''),
  );
  return `"${side}${quoted}"`;
}

/** Of what a patch can show at all; a link has the size of its target. */
function partialSide(entry: TreeEntry | undefined): { readonly entry: Shown; readonly size: number } | undefined {
  if (entry?.kind === 'link') return { entry, size: entry.target.length };
  return isFileEntry(entry) ? { entry, size: entry.size } : undefined;
}

/** Words where it cannot be shown. */
async function sideOf(contents: Contents, entry: Shown): Promise<Side | string> {
  let bytes: Buffer;
  try {
    bytes = entry.kind === 'link' ? entry.target : Buffer.concat([...(await contents.read(entry))]);
  } catch (error) {
    // One damaged file must not prevent the patch of the others.
    if (error instanceof SnapError) return 'its contents in the store are damaged';
    throw error;
  }
  if (isBinary(bytes)) return 'it is a binary file';
  if (!isUtf8(bytes)) return 'its text is not UTF-8';
  const mode = entry.kind === 'link' ? '120000' : gitMode(entry);
  return { mode, text: bytes.toString('utf8'), id: gitBlobId([bytes], bytes.length, 40) };
}

function gitMode({ mode }: { readonly mode: number }): '100644' | '100755' {
  return (mode & 0o100) === 0 ? '100644' : '100755';
}
