import { maskTokens } from '../../secrets/index.ts';
import { cutPatch } from '../../text/index.ts';
import { plain } from '../terminal/style.ts';
import type { Ui } from '../terminal/ui.ts';
import { wrapLine } from '../terminal/wrap.ts';

/**
 * A patch as it is shown: on a terminal nothing in it acts, its long lines are wrapped below their text, and where there are colours it
 * has them. A script gets it as it is.
 */
export function coloredPatch(patch: string, { isTerminal, style, width }: Pick<Ui, 'isTerminal' | 'style' | 'width'>): string {
  return patch
    .split('\n')
    .flatMap((line) => {
      // On a screen it is read, not applied: nothing in a file may act on the terminal. A script gets the true bytes.
      const shown = isTerminal ? shortHashes(line.replace(/\r$/, '').split('\t').map(plain).join('\t')) : line;
      const paint = line.startsWith('+') ? style.green : line.startsWith('-') ? style.red : line.startsWith('@@') ? style.dim : undefined;
      const lines = width === undefined ? [shown] : wrapLine(shown, width, (/^[-+ ]?[ \t]*/.exec(shown)?.[0].length ?? 0) + 2);
      return paint === undefined ? lines : lines.map((part) => paint(part));
    })
    .join('\n');
}

/**
 * Shows a patch of snapshots: tokens masked, and on a screen long lines cut. A script gets lines of any length: it may apply them.
 * @returns what is not as in the files.
 */
export async function pagePatch(ui: Ui, patch: string): Promise<{ readonly isMasked: boolean; readonly isCut: boolean }> {
  const masked = maskTokens(patch);
  const { isCut, text } = ui.isTerminal ? cutPatch(masked) : { isCut: false, text: masked };
  await ui.page(coloredPatch(text, ui));
  return { isMasked: masked !== patch, isCut };
}

/** The hashes of git, as short as git shows them: in full they fill two lines, and nobody reads them. */
function shortHashes(line: string): string {
  return line.replace(/^(index [\da-f]{7})[\da-f]{33}(\.\.[\da-f]{7})[\da-f]{33}/, '$1$2');
}
