export const mebibyte = 1024 * 1024;
const gibibyte = 1024 * mebibyte;

/** Bounds of one capture. Sizes in bytes. */
export interface CaptureLimits {
  /** A file up to here is captured while there is room. */
  readonly file: number;
  /** A file up to here is captured when there is room after all smaller ones; beyond, never. */
  readonly largeFile: number;
  /** With more files there is no snapshot. */
  readonly files: number;
  /** What may be added to the store. */
  readonly room: number;
}

export const defaultLimits = {
  file: 50 * mebibyte,
  largeFile: 4 * gibibyte,
  files: 1_000_000,
  /** Of one workspace on disk. */
  workspace: 2 * gibibyte,
  /** The same as a part of what is free; the smaller one counts. */
  freeShare: 0.05,
  /** Of all workspaces together. */
  total: 10 * gibibyte,
  /** Nothing is captured when it would leave less than this free. */
  reserve: 512 * mebibyte,
} as const;

/** Bytes that the store of one workspace may take. `free` counts what the store has already as taken. */
export function workspaceLimit(
  free: number,
  onDisk: number,
  most: number = defaultLimits.workspace,
  share: number = defaultLimits.freeShare,
): number {
  return Math.max(0, Math.min(most, Math.floor((free + onDisk) * share)));
}

/** Bytes that a capture may add, given what the workspace's store, all stores and the disk have now. */
export function roomFor(have: {
  readonly free: number;
  readonly onDisk: number;
  readonly onDiskOfAll: number;
  readonly workspace?: number | undefined;
  readonly freeShare?: number | undefined;
  readonly total?: number | undefined;
  readonly reserve?: number | undefined;
}): number {
  const own = workspaceLimit(have.free, have.onDisk, have.workspace, have.freeShare) - have.onDisk;
  const all = (have.total ?? defaultLimits.total) - have.onDiskOfAll;
  return Math.max(0, Math.min(own, all, have.free - (have.reserve ?? defaultLimits.reserve)));
}
