// Figures of a row and how they are written.
import { median } from '../support/report.mjs';

const mebibyte = 1024 * 1024;
/** Below a twentieth of a millisecond nothing is told apart. */
export const leastMs = 0.05;

/**
 * Milliseconds of a snapshot for the tree alone: less the same call in a workspace of one file, where there is nothing to look at and the
 * same fdatasync to wait for.
 */
export function net(row, count) {
  return Math.max(leastMs, median(row.take[count]) - median(row.oneFile[Math.min(count, 1)]));
}

/** Whether the tree costs less than the call in a workspace of one file varies: then the net figure says only that it is small. */
export function isNoise(row, count) {
  const small = row.oneFile[Math.min(count, 1)];
  return median(row.take[count]) - median(small) < Math.min(leastMs, Math.max(...small) - Math.min(...small));
}

/** Of our program from the shell, without its start; of any other what it is. */
export function withoutStart(row, times) {
  return Math.max(leastMs, median(times) - (row.idle.length === 0 ? 0 : median(row.idle)));
}

/** The highest of all steps, and which one that was. */
export function highest({ peaks }) {
  return Object.entries(peaks).reduce((one, other) => (other[1] > one[1] ? other : one), ['', 0]);
}

export const ms = (value) => (value === undefined || Number.isNaN(value) ? '' : value < 10 ? value.toFixed(2) : value.toFixed(0));
export const mib = (value) => (value === undefined ? '' : (value / mebibyte).toFixed(1));
/** The median, and between which figures it lies. */
export function spread(values) {
  if (values.length === 0) return '';
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return values.length === 1 ? ms(low) : `${ms(median(values))} (${ms(low)} … ${ms(high)})`;
}
