export type { FrontClient } from './front-request.ts';
export { createFront, type Front } from './front.ts';
export type { FrontLimits, FrontOptions, Notice, OpenOptions, Principal } from './options.ts';
export type { Rate } from './rates.ts';
