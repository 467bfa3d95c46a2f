import type { Learning, Task, ViolationType, Words } from '../../core.ts';
import type { Row } from '../row.ts';
import { ago, localTime } from '../times.ts';

const maxLabel = 100;

/** A learning: when it applies, and what to do then. */
export function learningRow({ action, isStale, state, trigger, type, uses }: Learning, words: Words): Row {
  const { cleanLine, cut } = words;
  const marks = [
    ...(state === 'archived' ? ['archived'] : []),
    ...(uses.isWithheld ? ['withheld: it was called wrong twice'] : []),
    ...(isStale ? ['stale: its files are gone or changed'] : []),
  ];
  const counts = usesText(uses);
  const said = cut(cleanLine(trigger), maxLabel);
  const done = cut(cleanLine(action), maxLabel);
  return {
    label: said,
    description: [`→ ${done}`, ...marks.map((mark) => mark.split(':')[0] ?? mark)].join(' · '),
    tooltip: [cleanLine(trigger), `→ ${cleanLine(action)}`, [type, ...counts].join(', '), ...marks].join('\n'),
    spoken: [said, `then ${done}`, type, ...counts, ...marks].join(', '),
    icon: uses.isWithheld ? 'eye-closed' : isStale ? 'warning' : state === 'archived' ? 'archive' : icons[type],
  };
}

const icons: Readonly<Record<Learning['type'], string>> = {
  pattern: 'symbol-structure',
  pitfall: 'flame',
  efficiency: 'dashboard',
  discovery: 'lightbulb',
  workflow: 'list-ordered',
};

function usesText({ helped, repeated, shown, used, wrong }: Learning['uses']): readonly string[] {
  return [
    ...(shown > 0 ? [`shown ${shown}`] : []),
    ...(used > 0 ? [`used ${used}`] : []),
    ...(helped > 0 ? [`helped ${helped}`] : []),
    ...(wrong > 0 ? [`wrong ${wrong}`] : []),
    ...(repeated > 0 ? [`learned again ${repeated}`] : []),
  ];
}

/** An open task: what it is about, since when, and whose it is. */
export function taskRow(open: { readonly task: Task; readonly isDead: boolean }, now: Date, words: Words): Row {
  const { files, goal, owner, startedAt, task } = open.task;
  const { cleanLine, count, cut } = words;
  const label = cut(cleanLine(task), maxLabel);
  const client = owner.kind === 'connection' && owner.client !== undefined ? cleanLine(owner.client) : undefined;
  const whose = open.isDead
    ? `left open${client === undefined ? '' : ` by ${client}`}`
    : client === undefined
      ? 'open'
      : `open in ${client}`;
  const wanted = goal === undefined ? [] : [`goal: ${goal.metric} ${goal.target} ${cleanLine(goal.unit)}`];
  const about = files.length === 0 ? [] : [count(files.length, 'file')];
  return {
    label,
    description: [whose, `since ${ago(startedAt, now)}`, ...wanted, ...about].join(' · '),
    tooltip: [
      cleanLine(task),
      `${whose}, since ${localTime(startedAt)}`,
      ...wanted,
      ...files.slice(0, 20).map((file) => cleanLine(file)),
    ].join('\n'),
    spoken: ['Task', label, whose, `since ${ago(startedAt, now)}`, ...wanted, ...about].join(', '),
    icon: open.isDead ? 'circle-slash' : 'tasklist',
  };
}

/** A kind of violation: how often, and how it does not happen again. */
export function violationRow({ count: times, lastAt, prevention, promote, type }: ViolationType, words: Words): Row {
  const { cleanLine, count, cut } = words;
  const label = cut(cleanLine(type), maxLabel);
  const done = cut(cleanLine(prevention), maxLabel);
  const state = { NO: [], PROMOTED: ['promoted: it is shown where it fits'], AUTO: ['promoted: check it automatically'] }[promote];
  return {
    label,
    description: [count(times, 'time'), ...state.map(() => 'promoted'), `→ ${done}`].join(' · '),
    tooltip: [`${cleanLine(type)}: ${count(times, 'time')}, last ${localTime(lastAt)}`, `→ ${cleanLine(prevention)}`, ...state].join('\n'),
    spoken: [label, count(times, 'time'), ...state, `prevention: ${done}`].join(', '),
    icon: promote === 'NO' ? 'circle-outline' : 'megaphone',
  };
}

/** All that is known of a learning, as plain text. */
export function learningText(learning: Learning, { cleanLine, cleanText }: Words): string {
  const { action, at, by, evidence, files, id, isStale, source, state, trigger, type, uses } = learning;
  const from = [by.tool, ...(by.client === undefined ? [] : [`of ${by.client}`])].join(' ');
  return [
    'When',
    cleanText(trigger),
    '',
    'Then',
    cleanText(action),
    '',
    `${type}, saved ${localTime(at)} by ${cleanLine(from)}`,
    [`shown ${uses.shown}`, `used ${uses.used}`, `helped ${uses.helped}`, `wrong ${uses.wrong}`].join(', '),
    ...(state === 'archived' ? ['Archived: it is not shown to assistants.'] : []),
    ...(uses.isWithheld ? ['Withheld: it was called wrong twice, so no search finds it until you restore it.'] : []),
    ...(isStale ? ['Stale: its files are gone.'] : []),
    ...(source === undefined ? [] : [`source: ${cleanLine(source)}`]),
    ...files.map((file) => `file: ${cleanLine(file)}`),
    ...evidence.map((item) => `evidence: ${cleanLine(item)}`),
    id,
    '',
  ].join('\n');
}
