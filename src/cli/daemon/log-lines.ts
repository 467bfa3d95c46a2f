import { pause, type System } from '../../system/index.ts';
import { outputReader } from '../process-life.ts';

const maxLines = 200;
/** Between two looks at the file; a look costs nothing that one could measure. */
const everyMs = 250;

/** The newest lines, from the file before too if the log has just begun again. `end`: bytes of the file that were read. */
export async function lastLines(system: System, file: string): Promise<{ readonly lines: readonly string[]; readonly end: number }> {
  const bytes = await system.readBytes(file);
  const own = linesIn(bytes);
  const before = own.length >= maxLines ? [] : linesIn(await system.readBytes(`${file}.1`));
  return { lines: [...before, ...own].slice(-maxLines), end: bytes?.length ?? 0 };
}

/** Until Ctrl-C ends the process, or the reader of the output closes it. */
export async function followLog(system: System, file: string, start: number, print: (line: string) => void): Promise<void> {
  const reader = outputReader();
  let done = start;
  while (!reader.isGone) {
    await pause(everyMs);
    const size = (await system.look(file))?.size ?? 0;
    if (size === done) continue;
    // It has begun again.
    if (size < done) done = 0;
    const bytes = await system.readBytes(file);
    const fresh = bytes?.subarray(done) ?? new Uint8Array();
    const whole = fresh.subarray(0, fresh.lastIndexOf(0x0a) + 1);
    done += whole.length;
    for (const line of linesIn(whole)) print(line);
  }
}

function linesIn(bytes: Uint8Array | undefined): readonly string[] {
  return bytes === undefined
    ? []
    : new TextDecoder()
        .decode(bytes)
        .split('\n')
        .filter((line) => line !== '');
}
