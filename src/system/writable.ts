// The room's second door, loaded by commands that write: a scan pays neither for node:crypto nor for the locks.
export { type FileCalls, nodeFileCalls } from './file-calls.ts';
export { hashOf } from './hash.ts';
export { type WritableOptions, writableSystem } from './node-writable.ts';
export { whyNothingIsKept } from './places/why-nothing-is-kept.ts';
