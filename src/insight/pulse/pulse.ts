import type { Sentence } from '../../system/index.ts';
import { isCriticalFile } from './touches.ts';
import type { Risk } from '../risk/risk.ts';
import type { Pulse, PulseState } from './vitals.ts';

/** One change of one file at one time. */
export interface Moment {
  readonly path: string;
  readonly atMs: number;
}

/** What a pulse is computed from. */
export interface PulseFacts {
  readonly nowMs: number;
  readonly moments: readonly Moment[];
  /** Files that differ from the snapshot or the commit that protects them. */
  readonly changed: readonly string[];
  /** Of the changed files. */
  readonly risk: Pick<Risk, 'level' | 'why'>;
  /** When the oldest unprotected change was made, if that is known. */
  readonly oldestMs?: number | undefined;
  readonly since: Pulse['since'];
  readonly seenBy: Pulse['seenBy'];
  /** When a snapshot was last taken of these changes: it halves the pressure. */
  readonly snapshotMs?: number;
}

export const windowMs = 60_000;

const maxRecent = 20;
const states: readonly { readonly from: number; readonly state: PulseState }[] = [
  { from: 50, state: 'critical' },
  { from: 30, state: 'racing' },
  { from: 15, state: 'elevated' },
  { from: 0, state: 'resting' },
];

/** The rate of change at which a state begins. */
export function stateOf(changesPerMinute: number): PulseState {
  return states.find(({ from }) => changesPerMinute >= from)?.state ?? 'resting';
}

/** Pure: the same facts give the same pulse. */
export function pulseOf(facts: PulseFacts): Omit<Pulse, 'problems'> {
  const moments = facts.moments.filter(({ atMs }) => atMs > facts.nowMs - windowMs && atMs <= facts.nowMs);
  const vital = {
    state: stateOf(moments.length),
    changesPerMinute: moments.length,
    pressure: pressureOf(facts),
    risk: facts.risk.level ?? ('?' as const),
    why: facts.risk.why,
    changes: facts.changed.length,
    since: facts.since,
    seenBy: facts.seenBy,
  };
  return { ...vital, action: actionFor(vital), recent: newestPaths(moments) };
}

function newestPaths(moments: readonly Moment[]): readonly string[] {
  const last = new Map<string, number>();
  for (const { path, atMs } of moments) last.set(path, Math.max(last.get(path) ?? 0, atMs));
  const newest = [...last].sort(([one, oneMs], [other, otherMs]) => otherMs - oneMs || (one < other ? -1 : 1));
  return newest.slice(0, maxRecent).map(([path]) => path);
}

const perFile = 1;
const perCriticalFile = 3;
const perMinute = 0.5;
// Age alone says little: a file that has been changed for a week is no emergency.
const maxByAge = 50;

/** 0 to 100: unprotected change, by the number and weight of the files and by the age of the oldest change. */
function pressureOf({ changed, oldestMs, nowMs, snapshotMs }: PulseFacts): number {
  if (changed.length === 0) return 0;
  let weight = 0;
  for (const file of changed) {
    weight += isCriticalFile(file) ? perCriticalFile : perFile;
    if (weight >= 100) break;
  }
  const minutes = oldestMs === undefined ? 0 : Math.max(0, nowMs - oldestMs) / 60_000;
  const whole = Math.min(100, weight + Math.min(maxByAge, minutes * perMinute));
  return Math.round(snapshotMs === undefined ? whole : whole / 2);
}

type Vital = Pick<Pulse, 'state' | 'pressure' | 'risk' | 'changes' | 'since'>;

// The first that fits; without changes none does. A commit is named, since it protects for longer than a snapshot, and others have it too.
const actions: readonly { readonly when: (vital: Vital) => boolean; readonly action: Sentence }[] = [
  {
    when: ({ pressure, risk, since }) => since === 'first look' && (pressure >= 40 || risk === 'H' || risk === 'C'),
    action: 'Nothing protects these changes: run "git init" and commit before you change more.',
  },
  { when: ({ pressure }) => pressure >= 75, action: 'Stop: commit what works before you change more.' },
  { when: ({ state }) => state === 'critical' || state === 'racing', action: 'Slow down: look at what changed, then commit what works.' },
  {
    when: ({ risk }) => risk === 'H' || risk === 'C',
    action: 'Test what changed before you go on: changes of these files were often followed by a fix.',
  },
  { when: ({ pressure }) => pressure >= 40, action: 'Commit what works before you go on.' },
];

function actionFor(vital: Vital): Sentence {
  return vital.changes === 0 ? '' : (actions.find(({ when }) => when(vital))?.action ?? '');
}
