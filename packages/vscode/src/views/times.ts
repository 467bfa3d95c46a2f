/** `3 minutes ago`, `yesterday`; the date for what is older than a month or in the future. */
export function ago(at: string, now: Date): string {
  const ms = now.getTime() - Date.parse(at);
  if (Number.isNaN(ms)) return '';
  if (ms > -5_000 && ms < 60_000) return 'just now';
  const unit = ms < 0 ? undefined : units.find(({ belowMs }) => ms < belowMs);
  if (unit === undefined) return new Date(at).toISOString().slice(0, 10);
  return new Intl.RelativeTimeFormat('en', { numeric: 'always' }).format(-Math.floor(ms / unit.ms), unit.name);
}

const minuteMs = 60_000;
const units = [
  { name: 'minute', ms: minuteMs, belowMs: 60 * minuteMs },
  { name: 'hour', ms: 60 * minuteMs, belowMs: 24 * 60 * minuteMs },
  { name: 'day', ms: 24 * 60 * minuteMs, belowMs: 31 * 24 * 60 * minuteMs },
] as const;

/** Where the person is. */
export function localTime(at: string): string {
  const time = new Date(at);
  return Number.isNaN(time.getTime()) ? at : time.toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' });
}
