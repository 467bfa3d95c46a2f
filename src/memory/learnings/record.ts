import { recordText } from '../../secrets/index.ts';
import { cleanLine, cut, isRecord, jsonIn, textsIn } from '../../system/index.ts';
import { maxText } from './learning-text.ts';
import { type LearningType, learningTypes, type Provenance, type UseWord, useWords, type Violation } from './learnings.ts';
import { absentIn } from './staleness.ts';

/** A learning as it is stored; later records and private ones say what happened to it. */
export interface LearningRecord {
  readonly kind: 'learning';
  readonly id: string;
  readonly at: string;
  readonly type: LearningType;
  readonly trigger: string;
  readonly action: string;
  readonly source?: string | undefined;
  readonly files: readonly string[];
  readonly evidence: readonly string[];
  readonly by: Provenance;
  /** Which of its files did not exist at the time (staleness.ts). */
  readonly sketches?: Readonly<Record<string, string>> | undefined;
}

/** A later change of a learning: `archived`, `active` again, or `merged` into another. The newest one counts. */
export interface StateRecord {
  readonly kind: 'archived' | 'active' | 'merged';
  /** Of the learning. */
  readonly id: string;
  readonly at: string;
  /** Of `merged`: the learning that stays. */
  readonly into?: string;
}

export interface ViolationRecord extends Violation {
  readonly kind: 'violation';
}

export const verdicts = ['helped', 'unhelpful', 'wrong'] as const;
export type Verdict = (typeof verdicts)[number];
export type UseKind = UseWord;

/** Something that happened to a learning; private. */
export interface UseRecord {
  readonly kind: UseKind;
  readonly id: string;
  readonly learning: string;
  readonly at: string;
  readonly task?: string | undefined;
}

/** Many {@link UseRecord}s of one learning in one. */
export interface UseSummary {
  readonly kind: 'uses';
  readonly id: string;
  readonly learning: string;
  readonly at: string;
  readonly counts: Readonly<Record<UseKind, number>>;
  /** How often it was called wrong since it was restored last. */
  readonly wrongSince: number;
  /** Distinct tasks it was shown in. */
  readonly tasks: number;
  /** The newest, oldest first. */
  readonly verdicts: readonly Verdict[];
  /** The newest, oldest first. */
  readonly events: readonly UseEvent[];
}

export type UseEvent = Pick<UseRecord, 'kind' | 'at' | 'task'>;
export type StoredRecord = LearningRecord | StateRecord | ViolationRecord | UseRecord | UseSummary;

/** `later`: written by a later version of snap. `foreign`: not a record of snap. */
export type ParsedLine = { readonly record: StoredRecord } | { readonly fault: 'later' | 'foreign' } | undefined;

/** One line without secrets, its keys in the same order every time: `v`, `id`, `kind`, `at`, then the rest as the type names it. */
export function recordLine(record: StoredRecord): string {
  const { at, id, kind, ...rest } = record;
  return recordText({ v: 1, id, kind, at, ...rest });
}

/** A line of a store. People and version control edit these files, so it may be anything. `undefined` for an empty one. */
export function parseLine(line: string): ParsedLine {
  const text = line.trim();
  if (text === '') return undefined;
  const value = jsonIn(text);
  if (!isRecord(value)) return { fault: 'foreign' };
  if (typeof value['v'] === 'number' && value['v'] > 1) return { fault: 'later' };
  const record = value['v'] === 1 ? parseRecord(value) : undefined;
  return record === undefined ? { fault: 'foreign' } : { record };
}

/** Ids and times are shown and compared as they are, so nothing else is accepted. */
const anyId = /^(learn|viol|use)_[0-9a-f]{12}$/;
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/;

type Fields = Readonly<Record<string, unknown>>;

function parseRecord(value: Fields): StoredRecord | undefined {
  const { at, id, kind } = value;
  if (typeof id !== 'string' || !anyId.test(id) || typeof at !== 'string' || !instant.test(at)) return undefined;
  switch (kind) {
    case 'learning':
      return parseLearning(value, id, at);
    case 'archived':
    case 'active':
      return { kind, id, at };
    case 'merged':
      return typeof value['into'] === 'string' && anyId.test(value['into']) ? { kind, id, at, into: value['into'] } : undefined;
    case 'violation':
      return parseViolation(value, id, at);
    case 'uses':
      return parseSummary(value, id, at);
    default:
      return parseUse(value, id, at);
  }
}

function parseLearning(value: Fields, id: string, at: string): LearningRecord | undefined {
  const { action, sketches, source, trigger } = value;
  const type = learningTypes.find((known) => known === value['type']);
  if (type === undefined || typeof trigger !== 'string' || typeof action !== 'string') return undefined;
  return {
    kind: 'learning',
    id,
    at,
    type,
    trigger: stored(trigger),
    action: stored(action),
    ...(typeof source === 'string' ? { source: stored(source) } : {}),
    files: texts(value['files']),
    evidence: texts(value['evidence']),
    by: provenance(value['by']),
    ...(isRecord(sketches) ? { sketches: absentIn(sketches) } : {}),
  };
}

function parseViolation(value: Fields, id: string, at: string): ViolationRecord | undefined {
  const { description, file, prevention, reason, type } = value;
  if (typeof type !== 'string' || typeof file !== 'string') return undefined;
  if (typeof description !== 'string' || typeof prevention !== 'string') return undefined;
  return {
    kind: 'violation',
    id,
    at,
    type: stored(type),
    file: stored(file),
    description: stored(description),
    ...(typeof reason === 'string' ? { reason: stored(reason) } : {}),
    prevention: stored(prevention),
    by: provenance(value['by']),
    ...(value['wasMissing'] === true ? { wasMissing: true } : {}),
  };
}

function parseUse(value: Fields, id: string, at: string): UseRecord | undefined {
  const event = useEvent({ ...value, at });
  const { learning } = value;
  return event === undefined || typeof learning !== 'string' ? undefined : { ...event, id, learning };
}

/** A number for each kind of use. */
export function countsOf(of: (kind: UseKind) => number): Record<UseKind, number> {
  const [shown, used, helped, unhelpful] = [of('shown'), of('used'), of('helped'), of('unhelpful')];
  return { shown, used, helped, unhelpful, wrong: of('wrong'), repeated: of('repeated'), restored: of('restored') };
}

function parseSummary(value: Fields, id: string, at: string): UseSummary | undefined {
  const { counts, events, learning, tasks, verdicts: said } = value;
  if (typeof learning !== 'string' || !isRecord(counts) || !Array.isArray(events) || !Array.isArray(said)) return undefined;
  return {
    kind: 'uses',
    id,
    learning,
    at,
    counts: countsOf((kind) => count(counts[kind])),
    wrongSince: count(value['wrongSince'] ?? counts['wrong']),
    tasks: count(tasks),
    verdicts: said.flatMap((word: unknown) => verdicts.find((known) => known === word) ?? []),
    events: events.flatMap((event: unknown) => useEvent(event) ?? []),
  };
}

function useEvent(value: unknown): UseEvent | undefined {
  if (!isRecord(value)) return undefined;
  const kind = useWords.find((known) => known === value['kind']);
  const { at, task } = value;
  return kind === undefined || typeof at !== 'string'
    ? undefined
    : { kind, at, ...(typeof task === 'string' ? { task: stored(task) } : {}) };
}

function count(value: unknown): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : 0;
}

function texts(value: unknown): readonly string[] {
  return textsIn(value).slice(0, 100).map(stored);
}

/** The line may be from an untrusted source, so its texts are cleaned like those of a client. */
function stored(text: string): string {
  return cut(cleanLine(text), maxText);
}

function provenance(value: unknown): Provenance {
  if (!isRecord(value)) return { tool: 'unknown' };
  const { client, snapshot, task, tool } = value;
  return {
    tool: typeof tool === 'string' ? stored(tool) : 'unknown',
    ...(typeof task === 'string' ? { task: stored(task) } : {}),
    ...(typeof snapshot === 'string' ? { snapshot: stored(snapshot) } : {}),
    ...(typeof client === 'string' ? { client: stored(client) } : {}),
  };
}
