// A door of its own: only the daemon has threads, and Node's module for them is loaded by nothing else.
export { threadSide } from './inside-thread.ts';
export { releaseLocksOf } from './start-thread.ts';
export { memoryLimit, startThread } from './start-thread.ts';
export type { Thread, ThreadEnd, ThreadOptions, ThreadSide } from './thread.ts';
