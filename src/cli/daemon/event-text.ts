import type { SnapEvent } from '../../daemon/index.ts';
import { shown } from '../print-answer.ts';
import { localDate } from '../reports/times.ts';
import type { Style } from '../terminal/style.ts';

/** An event in a line: when, what, where, and what its data says. */
export function eventText({ at, type, workspace, data }: SnapEvent, home: string, style: Style): string {
  const time = new Date(at);
  const when = Number.isNaN(time.getTime()) ? at : `${localDate(at)} ${time.toTimeString().slice(0, 8)}`;
  const fields = Object.entries(data)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name} ${fieldText(value)}`);
  return shown(
    [`${style.dim(when)}  ${style.bold(type)}`, ...(workspace === undefined ? [] : [workspace]), fields.join(', ')].join('  '),
    home,
  );
}

function fieldText(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map((item) => fieldText(item)).join(' ');
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : JSON.stringify(value);
}
