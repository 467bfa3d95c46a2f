import type { Session } from 'node:inspector';

const mebibyte = 1024 ** 2;
/** Growth since the last collection at which the next one starts: with less, collecting takes more time than the memory is worth. */
const maxGrowth = 12 * mebibyte;
/** A process smaller than this is left alone. */
const minSize = 90 * mebibyte;
const checkMs = 10;

/** Of this process: the least memory it had since the last collection, kept between two pieces of work. */
let low: number | undefined;
let session: Session | undefined;
let isCollecting = false;

/**
 * Collects garbage earlier than Node would while a large piece of work runs: Node lets a process grow by a hundred megabytes to save a few
 * percent of the time. Flags of V8 could say so too, but they hold for the whole process and make V8 reject the compiled code that is kept
 * beside the chunks; the inspector starts a collection without any flag. The work must let timers run now and then.
 * https://chromedevtools.github.io/devtools-protocol/v8/HeapProfiler/#method-collectGarbage
 * @returns stops it.
 */
export function collectGarbageOften(): () => void {
  const timer = setInterval(() => {
    const now = process.memoryUsage.rss();
    low = Math.min(low ?? now, now);
    // A Node without an inspector, or one that forbids it: then the process takes more memory.
    if (!isCollecting && now > Math.max(minSize, low + maxGrowth)) collect().catch(() => clearInterval(timer));
  }, checkMs);
  return () => clearInterval(timer);
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
