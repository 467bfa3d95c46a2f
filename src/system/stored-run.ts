import type { ProcessRun } from './system.ts';

/** A {@link ProcessRun} that was stored as JSON. */
export function parseRun(value: unknown): ProcessRun | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (!('pid' in value && 'start' in value && 'boot' in value && 'space' in value)) return undefined;
  const { pid, start, boot, space } = value;
  const isRun = typeof pid === 'number' && typeof start === 'string' && typeof boot === 'string' && typeof space === 'string';
  if (!isRun) return undefined;
  return 'thread' in value && typeof value.thread === 'string'
    ? { pid, start, boot, space, thread: value.thread }
    : { pid, start, boot, space };
}
