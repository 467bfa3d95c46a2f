import type { Learning, ViolationType } from '../../memory/index.ts';
import { type Style, plain } from '../terminal/style.ts';
import { count } from '../words.ts';
import { localDate } from './times.ts';

/** One learning in three lines: what it is, when it applies, what to do then. */
export function learningText({ id, type, trigger, action, state, isStale, uses }: Learning, style: Style): string {
  const remarks = [
    type,
    ...(uses.shown > 0 ? [`shown ${uses.shown}`] : []),
    ...(uses.used > 0 ? [`used ${uses.used}`] : []),
    ...(uses.helped > 0 ? [`helped ${uses.helped}`] : []),
    ...(uses.wrong > 0 ? [`wrong ${uses.wrong}`] : []),
    ...(uses.repeated > 0 ? [`learned again ${uses.repeated}`] : []),
    ...(uses.tier === 'hot' ? ['hot'] : []),
    ...(state === 'archived' ? ['archived'] : []),
  ];
  const withheld = uses.isWithheld ? style.yellow(', withheld: it was called wrong twice') : '';
  const stale = isStale ? style.yellow(', stale: its files are gone or changed') : '';
  return [
    `${style.bold(id)}  ${style.dim(remarks.join(', '))}${withheld}${stale}`,
    `  ${plain(trigger)}`,
    `  ${style.mark.arrow} ${plain(action)}`,
  ].join('\n');
}

/** One type of violation with its count, and how it does not happen again. */
export function violationText({ type, count: number, promote, prevention, lastAt }: ViolationType, style: Style): string {
  const said = { NO: '', PROMOTED: style.yellow(' promoted'), AUTO: style.red(' automate it') }[promote];
  return [
    `${style.bold(plain(type))}  ${count(number, 'time')}, last ${localDate(lastAt)}${said}`,
    `  ${style.mark.arrow} ${plain(prevention)}`,
  ].join('\n');
}
