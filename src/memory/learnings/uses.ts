import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { type RecordLog, SnapError, type WritableSystem } from '../../system/index.ts';
import type { Workspace } from '../../workspace/index.ts';
import { useWords } from './learnings.ts';
import {
  countsOf,
  parseLine,
  recordLine,
  type StoredRecord,
  type UseEvent,
  type UseKind,
  type UseSummary,
  type Verdict,
} from './record.ts';

/** What is known of one learning's use. */
export interface Tally {
  readonly counts: Readonly<Record<UseKind, number>>;
  /** How often it was called wrong since it was restored last. */
  readonly wrongSince: number;
  /** Distinct tasks it was shown in. */
  readonly tasks: number;
  /** The newest twenty, oldest first. */
  readonly verdicts: readonly Verdict[];
  /** At least the newest twenty, oldest first. */
  readonly events: readonly UseEvent[];
  readonly lastAt: string | undefined;
}

export interface Uses {
  add(kind: UseKind, ids: readonly string[], task: string | undefined): Promise<void>;
  /** By learning id. */
  read(): Promise<ReadonlyMap<string, Tally>>;
}

/** A longer file (in characters) is compacted to one record a learning. */
const maxSize = 1024 * 1024;
/** A file that is long because it has many learnings is not compacted again and again. */
const minEvents = 1_000;
const maxKept = 20;

/** How far the file was read. */
interface Known {
  readonly lines: readonly string[];
  done: number;
  size: number;
  events: number;
  readonly tallies: Tallies;
}

/** The private file of uses of a workspace. */
export function openUses(system: WritableSystem, workspace: Workspace): Uses {
  const path = join(workspace.privateDirectory, 'uses.jsonl');
  const log = system.log(path, path);
  let known: Known | undefined;

  const update = async () => {
    const { lines } = await log.read();
    if (known?.lines !== lines) known = { lines, done: 0, size: 0, events: 0, tallies: createTallies() };
    for (; known.done < lines.length; known.done += 1) {
      const line = lines[known.done] ?? '';
      const parsed = parseLine(line);
      known.size += line.length + 1;
      if (parsed === undefined || !('record' in parsed)) continue;
      if (parsed.record.kind !== 'uses') known.events += 1;
      known.tallies.take(parsed.record);
    }
    return known;
  };

  return {
    async add(kind, ids, task) {
      const at = system.now().toISOString();
      if (ids.length === 0) return;
      await log.append(ids.map((learning) => recordLine({ kind, id: useId(), at, learning, task })));
      const { events, size } = await update();
      if (size > maxSize && events >= minEvents) await compactQuietly(log, at);
    },
    read: async () => (await update()).tallies.all(),
  };
}

async function compactQuietly(log: RecordLog, at: string): Promise<void> {
  try {
    await compact(log, at);
  } catch (error) {
    // The event itself is on the disk; the next one tries again.
    if (!(error instanceof SnapError)) throw error;
  }
}

/** One record a learning; lines that are not of snap stay as they are. */
export async function compact(log: RecordLog, at: string): Promise<void> {
  await log.rewrite((lines) => {
    const tallies = createTallies();
    const others: string[] = [];
    for (const line of lines) {
      const parsed = parseLine(line);
      if (parsed !== undefined && 'record' in parsed) tallies.take(parsed.record);
      else if (parsed !== undefined) others.push(line);
    }
    const summaries = [...tallies.all()].map(([learning, tally]): UseSummary => ({
      kind: 'uses',
      id: useId(),
      at,
      learning,
      counts: tally.counts,
      wrongSince: tally.wrongSince,
      tasks: tally.tasks,
      verdicts: tally.verdicts,
      events: tally.events.slice(-maxKept),
    }));
    return [...others, ...summaries.map(recordLine)];
  });
}

function useId(): string {
  return `use_${randomBytes(6).toString('hex')}`;
}

interface Tallies {
  take(record: StoredRecord): void;
  all(): ReadonlyMap<string, Tally>;
}

interface GrowingTally extends Tally {
  counts: Record<UseKind, number>;
  wrongSince: number;
  tasks: number;
  readonly seenTasks: Set<string>;
  verdicts: Verdict[];
  events: UseEvent[];
  lastAt: string | undefined;
}

function createTallies(): Tallies {
  const byId = new Map<string, GrowingTally>();
  const seen = new Set<string>();
  const of = (id: string): GrowingTally => {
    const known = byId.get(id);
    if (known !== undefined) return known;
    const fresh: GrowingTally = {
      counts: countsOf(() => 0),
      wrongSince: 0,
      tasks: 0,
      seenTasks: new Set(),
      verdicts: [],
      events: [],
      lastAt: undefined,
    };
    byId.set(id, fresh);
    return fresh;
  };
  const remember = (tally: GrowingTally, event: UseEvent): void => {
    tally.events.push(event);
    if (tally.events.length > 4 * maxKept) tally.events = tally.events.slice(-maxKept);
    if (tally.lastAt === undefined || event.at > tally.lastAt) tally.lastAt = event.at;
  };

  return {
    take(record) {
      switch (record.kind) {
        case 'uses': {
          if (seen.has(record.id)) return;
          seen.add(record.id);
          const tally = of(record.learning);
          for (const kind of useWords) tally.counts[kind] += record.counts[kind];
          tally.wrongSince += record.wrongSince;
          tally.tasks += record.tasks;
          tally.verdicts = [...tally.verdicts, ...record.verdicts].slice(-maxKept);
          for (const event of record.events) {
            if (event.kind === 'shown' && event.task !== undefined) tally.seenTasks.add(event.task);
            remember(tally, event);
          }
          return;
        }
        case 'shown':
        case 'used':
        case 'helped':
        case 'unhelpful':
        case 'wrong':
        case 'repeated':
        case 'restored': {
          if (seen.has(record.id)) return;
          seen.add(record.id);
          const { at, kind, task } = record;
          const tally = of(record.learning);
          tally.counts[kind] += 1;
          if (kind === 'wrong') tally.wrongSince += 1;
          if (kind === 'restored') tally.wrongSince = 0;
          if (kind === 'shown' && task !== undefined && !tally.seenTasks.has(task)) {
            tally.seenTasks.add(task);
            tally.tasks += 1;
          }
          if (kind === 'helped' || kind === 'unhelpful' || kind === 'wrong') tally.verdicts = [...tally.verdicts, kind].slice(-maxKept);
          remember(tally, { kind, at, task });
          return;
        }
        case 'learning':
        case 'archived':
        case 'active':
        case 'merged':
        case 'violation':
          return;
        default:
          record satisfies never;
      }
    },
    all: () => byId,
  };
}

/** The sum of the tallies of an id and of those merged into it. */
export function together(tallies: readonly (Tally | undefined)[]): Tally {
  const known = tallies.filter((tally) => tally !== undefined);
  const events = known.flatMap(({ events: own }) => own).sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0));
  return {
    counts: countsOf((kind) => known.reduce((total, { counts }) => total + counts[kind], 0)),
    wrongSince: known.reduce((total, { wrongSince }) => total + wrongSince, 0),
    tasks: known.reduce((total, { tasks }) => total + tasks, 0),
    verdicts: known.flatMap(({ verdicts: own }) => own).slice(-maxKept),
    events,
    lastAt: events.at(-1)?.at,
  };
}

const factors: Readonly<Record<Verdict, number>> = { helped: 1.15, unhelpful: 0.85, wrong: 0.6 };

/** Called wrong so often, it is not shown until a person has looked at it. */
const maxWrong = 2;

/** Whether it is found by no search until a person restores it. */
export function isWithheld({ wrongSince }: Pick<Tally, 'wrongSince'>): boolean {
  return wrongSince >= maxWrong;
}

/** 1 at first; each of the last twenty verdicts changes it, between 0.25 and 2. */
export function weightOf(verdicts: readonly Verdict[]): number {
  return verdicts.reduce((weight, verdict) => Math.min(2, Math.max(0.25, weight * factors[verdict])), 1);
}
