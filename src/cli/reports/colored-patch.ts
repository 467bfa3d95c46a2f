import { plain } from '../terminal/style.ts';
import type { Ui } from '../terminal/ui.ts';

/** A patch as it is shown: on a terminal nothing in it acts, and where there are colours it has them. A script gets it as it is. */
export function coloredPatch(patch: string, { isTerminal, style }: Pick<Ui, 'isTerminal' | 'style'>): string {
  return (
    patch
      .split('\n')
      // On a screen it is read, not applied: nothing in a file may act on the terminal. A script gets the true bytes.
      .map((line) => (isTerminal ? line.replace(/\r$/, '').split('\t').map(plain).join('\t') : line))
      .map((line) =>
        line.startsWith('+') ? style.green(line) : line.startsWith('-') ? style.red(line) : line.startsWith('@@') ? style.dim(line) : line,
      )
      .join('\n')
  );
}
