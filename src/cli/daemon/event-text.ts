import { eventTypes, type SnapEvent } from '../../daemon/index.ts';
import { shown } from '../print-answer.ts';
import { localDate } from '../reports/times.ts';
import type { Style } from '../terminal/style.ts';

/** An event in a line: when, what, where, and what its data says. */
export function eventText({ at, type, workspace, data }: SnapEvent, home: string, style: Style): string {
  const time = new Date(at);
  const when = Number.isNaN(time.getTime()) ? at : `${localDate(at)} ${time.toTimeString().slice(0, 8)}`;
  const known = Object.entries(data).filter(([, value]) => value !== undefined);
  const fields = known.filter(([name]) => name !== 'state').map(([name, value]) => fieldText(name, value));
  // What happened comes first, without its name.
  const first = known.filter(([name]) => name === 'state').map(([, value]) => String(value).replaceAll('-', ' '));
  const where = workspace === undefined ? [] : [workspace];
  return shown([`${style.dim(when)}  ${style.bold(type.padEnd(typeWidth))}`, [...first, ...fields].join(', '), ...where].join('  '), home);
}

/** As wide as the longest type, so that what follows is a column. */
const typeWidth = Math.max(...eventTypes.map(({ length }) => length));

/** What a name of the data is in words; the others are words already. */
const names: Readonly<Record<string, string>> = { pid: 'process', linesAdded: 'lines added', linesRemoved: 'lines removed', url: 'at' };

/** `3 files`, `process 812`, `not complete`. */
function fieldText(name: string, value: unknown): string {
  if (typeof value === 'boolean') return value ? name : `not ${name}`;
  if (typeof value === 'number' && name !== 'pid' && name !== 'score') return `${value} ${names[name] ?? name}`;
  if (Array.isArray(value)) return value.length === 0 ? `no ${name}` : `${name} ${value.map(String).join(' ')}`;
  return `${names[name] ?? name} ${typeof value === 'string' ? value : JSON.stringify(value)}`;
}
