import { defaultLimits, mebibyte } from './upkeep/space-limits.ts';
import { retentionRules, type RetentionRules } from './upkeep/retention.ts';
import type { StoreLimits } from './upkeep/space-budget.ts';

/** What a person may set (`snapshots` of the settings). */
export interface SnapshotBounds {
  readonly maxFileMiB?: number;
  readonly maxFiles?: number;
  readonly maxWorkspaceMiB?: number;
  readonly maxFreePercent?: number;
  readonly maxTotalMiB?: number;
  readonly minFreeMiB?: number;
  readonly keepLast?: number;
  readonly keepHours?: number;
  readonly keepDays?: number;
  readonly keepSafetyDays?: number;
}

/** The limits where none is set. */
export const defaultBounds: Required<SnapshotBounds> = {
  maxFileMiB: defaultLimits.largeFile / mebibyte,
  maxFiles: defaultLimits.files,
  maxWorkspaceMiB: defaultLimits.workspace / mebibyte,
  maxFreePercent: defaultLimits.freeShare * 100,
  maxTotalMiB: defaultLimits.total / mebibyte,
  minFreeMiB: defaultLimits.reserve / mebibyte,
  keepLast: retentionRules.last,
  keepHours: retentionRules.hourlyHours,
  keepDays: retentionRules.dailyDays,
  keepSafetyDays: retentionRules.safetyDays,
};

/** The same as the snapshots count: bytes, shares, rules. */
export function boundsOf(set: SnapshotBounds): { readonly limits: StoreLimits; readonly retention: RetentionRules } {
  const bounds = { ...defaultBounds, ...set };
  const largeFile = bounds.maxFileMiB * mebibyte;
  return {
    limits: {
      file: Math.min(defaultLimits.file, largeFile),
      largeFile,
      files: bounds.maxFiles,
      workspace: bounds.maxWorkspaceMiB * mebibyte,
      freeShare: bounds.maxFreePercent / 100,
      total: bounds.maxTotalMiB * mebibyte,
      reserve: bounds.minFreeMiB * mebibyte,
    },
    retention: {
      last: bounds.keepLast,
      hourlyHours: bounds.keepHours,
      dailyDays: bounds.keepDays,
      safetyDays: bounds.keepSafetyDays,
    },
  };
}
