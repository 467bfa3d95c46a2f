import { recordText } from '../../secrets/index.ts';
import { isRecord, jsonIn, parseRun, textIn, textsIn } from '../../system/index.ts';
import type { Additions, TaskEvent } from './task-log.ts';
import {
  type Goal,
  type GoalResult,
  type Intent,
  intents,
  type MeasuredChange,
  type Outcome,
  outcomes,
  type Owner,
  type Survey,
  type Task,
  type TaskEnd,
} from './tasks.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A line of the log without secrets, its keys in one order. */
export function taskLine(event: TaskEvent): string {
  return recordText({ v: 1, ...event });
}

/** `undefined` for a line that is not of snap, or of a later version. */
export function parseTaskLine(line: string): TaskEvent | undefined {
  const value = jsonIn(line);
  if (!isRecord(value) || value['v'] !== 1) return undefined;
  const { kind, at, id, from } = value;
  if (kind === 'started') {
    const task = parseTask(value['task']);
    return task === undefined ? undefined : { kind, task };
  }
  if (typeof id !== 'string') return undefined;
  if (kind === 'shown' && typeof at === 'string') return { kind, at, id, ids: textsIn(value['ids']) };
  if (typeof from !== 'string') return undefined;
  if (kind === 'ended') {
    const end = parseEnd(value['end']);
    return end === undefined ? undefined : { kind, id, from, end };
  }
  if (typeof at !== 'string') return undefined;
  if (kind === 'released') return { kind, at, id, from };
  const owner = parseOwner(value['owner']);
  if (kind !== 'resumed' || owner === undefined) return undefined;
  return { kind, at, id, from, owner, how: value['how'] === 'found' ? 'found' : 'asked', more: parseMore(value['more']) };
}

function parseTask(value: unknown): Task | undefined {
  if (!isRecord(value)) return undefined;
  const { id, task, startedAt, snapshot } = value;
  const owner = parseOwner(value['owner']);
  const intent = parseIntent(value['intent']);
  if (typeof id !== 'string' || typeof task !== 'string' || typeof startedAt !== 'string') return undefined;
  if (owner === undefined || intent === undefined) return undefined;
  const goal = parseGoal(value['goal']);
  return {
    id,
    task,
    files: textsIn(value['files']),
    keywords: textsIn(value['keywords']),
    intent,
    intentGiven: value['intentGiven'] === true,
    goal,
    startedAt,
    owner,
    shown: textsIn(value['shown']),
    snapshot: textIn(snapshot),
  };
}

function parseMore(value: unknown): Additions {
  if (!isRecord(value)) return {};
  const intent = parseIntent(value['intent']);
  return {
    files: Array.isArray(value['files']) ? textsIn(value['files']) : undefined,
    keywords: Array.isArray(value['keywords']) ? textsIn(value['keywords']) : undefined,
    intent,
    intentGiven: intent === undefined ? undefined : value['intentGiven'] === true,
    goal: parseGoal(value['goal']),
  };
}

function parseOwner(value: unknown): Owner | undefined {
  if (!isRecord(value)) return undefined;
  if (value['kind'] === 'shell') return { kind: 'shell' };
  const run = parseRun(value['run']);
  const { nonce, client } = value;
  if (value['kind'] !== 'connection' || run === undefined || typeof nonce !== 'string') return undefined;
  return { kind: 'connection', run, nonce, client: textIn(client) };
}

function parseEnd(value: unknown): TaskEnd | undefined {
  if (!isRecord(value)) return undefined;
  const { at, notes } = value;
  const outcome = parseOutcome(value['outcome']);
  const change = parseChange(value['change']);
  if (typeof at !== 'string' || outcome === undefined || change === undefined) return undefined;
  const goal = parseGoalResult(value['goal']);
  return {
    at,
    outcome,
    notes: textIn(notes),
    efficiency: isRecord(value['efficiency']) ? parseEfficiency(value['efficiency']) : undefined,
    survey: isRecord(value['survey']) ? parseSurvey(value['survey']) : undefined,
    learnings: textsIn(value['learnings']),
    change,
    goal,
  };
}

function parseEfficiency({ saved, prevented, helped }: Fields): NonNullable<TaskEnd['efficiency']> {
  return { saved: textIn(saved), prevented: textIn(prevented), helped: textIn(helped) };
}

function parseSurvey(value: Fields): Survey {
  const { patterns_used, pitfalls_avoided, helpfulness, unhelpful_count, used, wrong } = value;
  return {
    patterns_used: numberIn(patterns_used),
    pitfalls_avoided: numberIn(pitfalls_avoided),
    helpfulness: numberIn(helpfulness),
    unhelpful_count: numberIn(unhelpful_count),
    ...(used === undefined ? {} : { used: textsIn(used) }),
    ...(wrong === undefined ? {} : { wrong: textsIn(wrong) }),
  };
}

function parseChange(value: unknown): MeasuredChange | undefined {
  if (!isRecord(value)) return undefined;
  const { files, added, removed, uncounted, problem } = value;
  if (typeof files !== 'number' || typeof added !== 'number' || typeof removed !== 'number' || typeof uncounted !== 'number')
    return undefined;
  return {
    files,
    added,
    removed,
    uncounted,
    problem: textIn(problem),
    paths: textsIn(value['paths']),
  };
}

function parseGoal(value: unknown): Goal | undefined {
  if (!isRecord(value)) return undefined;
  const { metric, target, unit } = value;
  const isMetric = metric === 'bundle' || metric === 'performance' || metric === 'coverage';
  return isMetric && typeof target === 'number' && typeof unit === 'string' ? { metric, target, unit } : undefined;
}

function parseGoalResult(value: unknown): GoalResult | undefined {
  const goal = parseGoal(value);
  if (goal === undefined || !isRecord(value)) return undefined;
  const { status, measured, reason } = value;
  if (status !== 'reached' && status !== 'missed' && status !== 'not measured') return undefined;
  return { ...goal, status, ...(typeof measured === 'number' ? { measured } : {}), reason: textIn(reason) ?? '' };
}

function numberIn(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

function parseIntent(value: unknown): Intent | undefined {
  return intents.find((intent) => intent === value);
}

function parseOutcome(value: unknown): Outcome | undefined {
  return outcomes.find((outcome) => outcome === value);
}
