import { count } from '../words.ts';

const minuteMs = 60_000;
const units: readonly { readonly ms: number; readonly below: number; readonly one: string }[] = [
  { ms: 1_000, below: minuteMs, one: 'second' },
  { ms: minuteMs, below: 60 * minuteMs, one: 'minute' },
  { ms: 60 * minuteMs, below: 24 * 60 * minuteMs, one: 'hour' },
  { ms: 24 * 60 * minuteMs, below: 30 * 24 * 60 * minuteMs, one: 'day' },
];

/** `3 minutes ago`; the date for what is older than a month, or in the future because the clock was changed. */
export function ago(at: string, now: Date): string {
  const ms = now.getTime() - Date.parse(at);
  if (ms > -2_000 && ms < 2_000) return 'just now';
  const unit = ms < 0 ? undefined : units.find(({ below }) => ms < below);
  return unit === undefined ? localTime(at) : `${count(Math.floor(ms / unit.ms), unit.one)} ago`;
}

/** `2026-11-22 10:29`, where the person is; a text that is no time stays as it is. */
export function localTime(at: string): string {
  const time = new Date(at);
  if (Number.isNaN(time.getTime())) return at;
  return `${localDate(at)} ${two(time.getHours())}:${two(time.getMinutes())}`;
}

/** `2026-11-22`, where the person is. */
export function localDate(at: string): string {
  const time = new Date(at);
  if (Number.isNaN(time.getTime())) return at;
  return `${String(time.getFullYear()).padStart(4, '0')}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
}

function two(number: number): string {
  return String(number).padStart(2, '0');
}
