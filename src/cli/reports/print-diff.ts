import { shownSides } from '../../configuring/index.ts';
import type { Facts } from '../../machine/index.ts';
import type { PreviewedFile } from '../../changes/index.ts';
import type { WritableSystem } from '../../system/index.ts';
import { diffFile, type FileDiff } from './file-diff.ts';
import { coloredPatch } from './colored-patch.ts';
import type { Ui } from '../terminal/ui.ts';
import { writeNewFile } from '../write-new-file.ts';

/** Prints the changes as one patch. A secret in a changed line is masked, with a warning that the patch then does not apply. */
export async function printDiff(ui: Ui, preview: readonly PreviewedFile[], facts: Facts): Promise<void> {
  const diffs = await diffsOf(preview, facts);
  for (const diff of diffs) ui.printExact(coloredPatch(diff.shown.slice(0, -1), ui));
  const why = whyNoPatch(
    diffs.some((diff) => diff.isMasked),
    diffs.some((diff) => diff.isCut),
  );
  if (why !== undefined) ui.warn(why);
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

/** The exact patch, including secrets, in a file that only the person can read. */
export async function writePatchFile(system: WritableSystem, path: string, preview: readonly PreviewedFile[], facts: Facts): Promise<void> {
  const patch = (await diffsOf(preview, facts)).map((diff) => diff.exact).join('');
  await writeNewFile(system, path, patch);
}

async function diffsOf(preview: readonly PreviewedFile[], facts: Facts): Promise<readonly FileDiff[]> {
  const diffs: FileDiff[] = [];
  for (const file of preview) {
    if (!file.results.some((result) => result.computed.kind === 'write')) continue;
    const { before, after } = await shownSides(file, facts);
    diffs.push(diffFile(file.path, before, after));
  }
  return diffs;
}
