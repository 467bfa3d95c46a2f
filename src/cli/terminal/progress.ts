import type { Ui } from './ui.ts';

/** How far a longer piece of work is. */
export interface Progress {
  /** @param total how much there is, when that is known. */
  readonly report: (done: number, total?: number) => void;
  /** Clears the line. */
  end(): void;
}

// Shorter work ends before anyone could read the line.
const quietMs = 500;
const betweenMs = 100;
const barCells = 24;

/**
 * One line that is redrawn, only on a terminal, and only after half a second of work.
 * @param verb the first word of the line: `Capturing`.
 * @param now milliseconds, for tests.
 */
export function progressLine(
  ui: Pick<Ui, 'isTerminal' | 'redraw' | 'style' | 'width'>,
  verb: string,
  now = () => performance.now(),
): Progress {
  const began = now();
  let drawnAt = -Infinity;
  return {
    report(done, total) {
      const at = now();
      if (!ui.isTerminal || at - began < quietMs || at - drawnAt < betweenMs) return;
      drawnAt = at;
      ui.redraw(progressText(verb, { done, total, width: ui.width ?? 80, isUnicode: ui.style.isUnicode }));
    },
    end() {
      if (drawnAt > -Infinity) ui.redraw('');
    },
  };
}

/** `Capturing  ████────  1,200 of 8,323 files`, no wider than the line; without a total the number alone. */
export function progressText(
  verb: string,
  {
    done,
    total,
    width,
    isUnicode,
  }: { readonly done: number; readonly total: number | undefined; readonly width: number; readonly isUnicode: boolean },
): string {
  const figure = (number: number) => number.toLocaleString('en');
  if (total === undefined || total <= 0) return `${verb}  ${figure(done)} files`.slice(0, width - 1);
  const words = `${figure(Math.min(done, total))} of ${figure(total)} files`;
  const cells = Math.min(barCells, width - verb.length - words.length - 5);
  if (cells < 4) return `${verb}  ${words}`.slice(0, width - 1);
  return `${verb}  ${bar(Math.min(done, total) / total, cells, { isUnicode })}  ${words}`;
}

/** @param share from 0 to 1 */
export function bar(share: number, cells: number, { isUnicode }: { readonly isUnicode: boolean }): string {
  const full = Math.floor(cells * Math.max(0, Math.min(1, share)) + 1e-9);
  const [on, off] = isUnicode ? ['█', '─'] : ['#', '-'];
  return `${on.repeat(full)}${off.repeat(cells - full)}`;
}
