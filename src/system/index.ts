export { SnapError, type SnapErrorCode } from './errors.ts';
export type { Hash, OwnDirectories, Seen, System, WritableSystem } from './system.ts';
