import { shownSides, type PreviewedFile } from '../../changes/index.ts';
import type { Facts } from '../../machine/index.ts';
import { displayPath, realPathOf, shellWord, type System } from '../../system/index.ts';
import type { Invocation } from '../command.ts';
import { diffFile, type FileDiff } from './file-diff.ts';
import { coloredPatch } from './colored-patch.ts';
import { writeNewFile } from '../write-new-file.ts';

/**
 * Prints the changes as one patch; in a dry run with the command that applies it. A secret in a changed line is masked, with a warning that the patch then
 * does not apply.
 */
export async function printDiff(
  { system, ui, values }: Pick<Invocation, 'system' | 'ui' | 'values'>,
  preview: readonly PreviewedFile[],
  facts: Facts,
): Promise<void> {
  const { diffs, names } = await diffsOf(system, preview, facts);
  for (const diff of diffs) ui.printExact(coloredPatch(diff.shown.slice(0, -1), ui));
  const why = whyNoPatch(
    diffs.some((diff) => diff.isMasked),
    diffs.some((diff) => diff.isCut),
  );
  if (why !== undefined) ui.warn(why);
  else if (diffs.length > 0 && values.flag('dry-run')) ui.warn(`To apply this as a patch, add to the command: | (${patchCommand(names)})`);
  if (diffs.length === 0) ui.print('No changes.');
}

/** Why what is shown cannot be applied, and what to do; `undefined` when it can. */
function whyNoPatch(isMasked: boolean, isCut: boolean): string | undefined {
  if (!isMasked && !isCut) return undefined;
  const what = isMasked
    ? isCut
      ? 'A changed line is very long and a secret is in a changed line, so they are cut and masked above'
      : 'A changed line holds a secret, so it is masked above'
    : 'A changed line is very long, so it is cut above';
  return `${what} and this text does not apply as a patch. "--patch-file <file>" writes one that does.`;
}

/** The exact patch, including secrets, in a file that only the person can read. Says how to apply it. */
export async function writePatchFile(
  { ui, writable }: Pick<Invocation, 'ui' | 'writable'>,
  path: string,
  preview: readonly PreviewedFile[],
  facts: Facts,
): Promise<void> {
  const system = await writable();
  const { diffs, names } = await diffsOf(system, preview, facts);
  await writeNewFile(system, path, diffs.map((diff) => diff.exact).join(''));
  if (diffs.length > 0) ui.warn(`To apply the patch: ${patchCommand(names, system.resolve(path))}`);
}

async function diffsOf(
  system: System,
  preview: readonly PreviewedFile[],
  facts: Facts,
): Promise<{ readonly diffs: readonly FileDiff[]; readonly names: PatchNames }> {
  const files = preview.filter(({ results }) => results.some((result) => result.computed.kind === 'write'));
  const names = await patchNames(
    system,
    files.map(({ path }) => path),
  );
  const diffs: FileDiff[] = [];
  for (const [i, file] of files.entries()) {
    const { before, after } = await shownSides(file, facts);
    diffs.push(diffFile(names.names[i] ?? file.path, before, after));
  }
  return { diffs, names };
}

/** How the files of a patch are named, and where `patch -p1` has to run. */
interface PatchNames {
  /** In the order of the paths. */
  readonly names: readonly string[];
  readonly directory: '~' | '/';
}

/**
 * The names are real paths, since `patch` follows no link that leads out of the directory it runs in. They are relative to the home directory (`~/…`), as
 * people read them, when all files are in it, and absolute otherwise: `patch -p1` takes off the first part of both.
 * https://www.gnu.org/software/diffutils/manual/html_node/patch-Directories.html
 */
async function patchNames(system: System, paths: readonly string[]): Promise<PatchNames> {
  const [home = system.home, ...real] = await Promise.all([system.home, ...paths].map((path) => realPath(system, path)));
  const names = real.map((path) => displayPath(path, { home, platform: system.platform })).map((name) => forPatch(name, system));
  if (names.every((name) => name.startsWith('~/'))) return { names, directory: '~' };
  return { names: real.map((path) => forPatch(path, system)), directory: '/' };
}

/** The command that applies a patch, from a file or from standard input. */
function patchCommand({ directory }: PatchNames, file?: string): string {
  return `cd ${directory} && patch -p1${file === undefined ? '' : ` < ${shellWord(file)}`}`;
}

async function realPath(system: System, path: string): Promise<string> {
  const found = await realPathOf(system, path);
  return found.kind === 'unknown' ? path : found.path;
}

/** On Windows `patch` comes with a POSIX shell. */
function forPatch(path: string, { platform }: System): string {
  return platform === 'win32' ? path.replaceAll('\\', '/') : path;
}
