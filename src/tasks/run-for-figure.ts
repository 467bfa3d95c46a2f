import { SnapError, withoutEscapes, type System } from '../system/index.ts';

const longestMs = 40_000;
// Of the end: the figure stands on the last line that has one.
const mostOutput = 64 * 1024;

/** Runs a command and reads the figure it printed last; or a sentence why there is none. Nothing of it runs on afterwards. */
export async function runForFigure(
  system: System,
  cwd: string,
  [program = '', ...args]: readonly string[],
  signal: AbortSignal | undefined,
): Promise<{ readonly measured: number; readonly reason: string } | { readonly problem: string }> {
  signal?.throwIfAborted();
  let output = Buffer.alloc(0);
  const env = Object.fromEntries(Object.entries(system.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
  const running = await system.spawn(program, args, {
    cwd,
    env,
    onOutput: (bytes) => (output = Buffer.concat([output, bytes]).subarray(-mostOutput)),
    onErrorOutput: () => undefined,
  });
  running.endInput();
  const gaveUp = await firstOf(running.ended, signal);
  try {
    if (gaveUp === 'aborted') throw signal?.reason ?? new SnapError('refused', 'The command was given up.');
    if (gaveUp === 'late') return { problem: `The command took longer than ${longestMs / 1_000} s, and was ended.` };
    const end = await running.ended;
    if ('failure' in end)
      return { problem: `The command could not be started${end.failure === '' ? '' : ` (${end.failure})`}. Correct it in the settings.` };
    if (end.code !== 0)
      return {
        problem: `The command ended with ${end.code === undefined ? `signal ${end.signal}` : `code ${end.code}`}. Run it by hand to see why.`,
      };
    const measured = figureIn(output.toString('utf8'));
    return measured === undefined
      ? { problem: 'The command printed no figure. The last line of its output that holds a number counts.' }
      : { measured, reason: 'The figure that the command of the settings printed.' };
  } finally {
    await running.kill();
  }
}

async function firstOf(ended: Promise<unknown>, signal: AbortSignal | undefined): Promise<'ended' | 'late' | 'aborted'> {
  let timer: NodeJS.Timeout | undefined;
  let abort: (() => void) | undefined;
  try {
    return await Promise.race([
      ended.then(() => 'ended' as const),
      new Promise<'late'>((resolve) => {
        timer = setTimeout(() => resolve('late'), longestMs);
      }),
      new Promise<'aborted'>((resolve) => {
        abort = () => resolve('aborted');
        signal?.addEventListener('abort', abort, { once: true });
      }),
    ]);
  } finally {
    clearTimeout(timer);
    if (abort !== undefined) signal?.removeEventListener('abort', abort);
  }
}

/** The first number of the last line that has one; digits that belong to a word (`p95`) are none. `undefined` without one. */
export function figureIn(output: string): number | undefined {
  for (const line of output.split(/\r?\n/).toReversed()) {
    // Colours and the like.
    const plain = withoutEscapes(line);
    const found = /(?<![\w.,])[-+]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:e[-+]?\d+)?(?![\w]*[-_]\w)/i.exec(plain);
    if (found === null) continue;
    const figure = Number(found[0].replaceAll(',', ''));
    if (Number.isFinite(figure)) return figure;
  }
  return undefined;
}
