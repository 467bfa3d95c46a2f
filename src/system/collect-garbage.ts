import type { Session } from 'node:inspector';

const mebibyte = 1024 ** 2;
/** Growth since the last collection at which the next one starts: with less, collecting takes more time than the memory is worth. */
const maxGrowth = 12 * mebibyte;
/** A process smaller than this is left alone. */
const minSize = 90 * mebibyte;
const checkMs = 10;

/** After a piece of work: what follows it, such as setting up a watch, needs memory as well. */
const lingerMs = 5_000;

/** Of this process: the least memory it had since the last collection, kept between two pieces of work. */
let low: number | undefined;
let session: Session | undefined;
let isCollecting = false;
let timer: NodeJS.Timeout | undefined;
let running = 0;
let endedAt = 0;

/**
 * Collects garbage earlier than Node would while a large piece of work runs and for a few seconds after it: Node lets a process grow by a
 * hundred megabytes to save a few percent of the time. Flags of V8 could say so too, but they hold for the whole process and make V8
 * reject the compiled code that is kept beside the chunks; the inspector starts a collection without any flag. The work must let timers
 * run now and then. https://chromedevtools.github.io/devtools-protocol/v8/HeapProfiler/#method-collectGarbage
 * @returns call it once, at the end of the work.
 */
export function collectGarbageOften(): () => void {
  running += 1;
  timer ??= setInterval(check, checkMs).unref();
  return () => {
    running -= 1;
    endedAt = performance.now();
  };
}

function check(): void {
  if (running === 0 && performance.now() - endedAt > lingerMs) {
    stop();
    return;
  }
  const now = process.memoryUsage.rss();
  low = Math.min(low ?? now, now);
  // A Node without an inspector, or one that forbids it: then the process takes more memory.
  if (!isCollecting && now > Math.max(minSize, low + maxGrowth)) collect().catch(stop);
}

function stop(): void {
  clearInterval(timer);
  timer = undefined;
}

async function collect(): Promise<void> {
  isCollecting = true;
  if (session === undefined) {
    const inspector = await import('node:inspector');
    session = new inspector.Session();
    session.connect();
  }
  session.post('HeapProfiler.collectGarbage', () => {
    low = process.memoryUsage.rss();
    isCollecting = false;
  });
}
