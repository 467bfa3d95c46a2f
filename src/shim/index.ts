export { runShim, runWithoutRemote, type ShimOptions } from './run-shim.ts';
export { targetOf, type Target } from './target.ts';
