import type { CheckContext } from '../../checks/index.ts';
import type { Ui } from '../terminal/ui.ts';

const everyMs = 1000;

/** Does the work, and shows meanwhile on a terminal how long it takes and which layers still run. @param shows whether text is wanted at all. */
export async function withProgress<T>(
  { isTerminal, redraw, width = 80 }: Pick<Ui, 'isTerminal' | 'redraw' | 'width'>,
  shows: boolean,
  work: (progress: CheckContext['progress']) => Promise<T>,
): Promise<T> {
  if (!isTerminal || !shows) return work(undefined);
  const begun = performance.now();
  let says = '';
  let isDrawn = false;
  const draw = (): void => {
    isDrawn = true;
    redraw(`Checking  ${Math.round((performance.now() - begun) / 1000)} s${says}`.slice(0, width - 1));
  };
  const timer = setInterval(draw, everyMs).unref();
  try {
    return await work((message) => (says = `  ${message}`));
  } finally {
    clearInterval(timer);
    if (isDrawn) redraw('');
  }
}
