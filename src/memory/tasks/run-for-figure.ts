import { resolve } from 'node:path';
import { startableFile, programNamed, SnapError, withoutEscapes, type System } from '../../system/index.ts';

const maxMs = 40_000;
// Of the end, where the figure is.
const maxOutputBytes = 64 * 1024;

/** Runs a command and reads the last number that it printed. Stops everything that the command started. */
export async function runForFigure(
  system: System,
  cwd: string,
  [program = '', ...args]: readonly string[],
  signal: AbortSignal | undefined,
): Promise<{ readonly measured: number; readonly reason: string } | { readonly problem: string }> {
  signal?.throwIfAborted();
  let output = Buffer.alloc(0);
  const env = Object.fromEntries(Object.entries(system.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
  const found = await (/[\\/]/.test(program)
    ? startableFile(system, resolve(cwd, program), { workspace: cwd })
    : programNamed(system, program, { workspace: cwd }));
  if (found === undefined)
    return { problem: 'The command could not be started: its program is not on the PATH. Correct it in the settings.' };
  const running = await system.spawn(found, args, {
    cwd,
    env,
    onOutput: (bytes) => (output = Buffer.concat([output, bytes]).subarray(-maxOutputBytes)),
    onErrorOutput: () => undefined,
    maxMs,
    signal,
  });
  running.endInput();
  try {
    // The whole process group is ended after the time limit: a child process may keep the output open.
    const end = await running.ended;
    if ('stopped' in end && end.stopped === 'cancelled') throw signal?.reason ?? new SnapError('refused', 'The command was cancelled.');
    if ('stopped' in end) return { problem: `The command took longer than ${maxMs / 1_000} s and was stopped.` };
    if ('failure' in end)
      return { problem: `The command could not be started${end.failure === '' ? '' : ` (${end.failure})`}. Correct it in the settings.` };
    if (end.code !== 0)
      return {
        problem: `The command ended with ${end.code === undefined ? `signal ${end.signal}` : `code ${end.code}`}. Run it by hand to see why.`,
      };
    const measured = figureIn(output.toString('utf8'));
    return measured === undefined
      ? { problem: 'The command printed no number. The last line with a number counts.' }
      : { measured, reason: 'The number printed by the command in the settings.' };
  } finally {
    await running.kill();
  }
}

/** The first number of the last line that has one; `undefined` without one. Digits in a word (`p95`) do not count. */
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
