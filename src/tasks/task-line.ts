import { isRecord, jsonIn, parseRun, textsIn } from '../system/index.ts';
import type { TaskEvent } from './task-log.ts';
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

/** A line of the log, its keys in one order. */
export function taskLine(event: TaskEvent): string {
  return JSON.stringify({ v: 1, ...event });
}

/** `undefined` for a line of somebody else, or of a later version. */
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
    ...(goal === undefined ? {} : { goal }),
    startedAt,
    owner,
    shown: textsIn(value['shown']),
    ...(typeof snapshot === 'string' ? { snapshot } : {}),
  };
}

function parseMore(value: unknown): Extract<TaskEvent, { kind: 'resumed' }>['more'] {
  if (!isRecord(value)) return {};
  const intent = parseIntent(value['intent']);
  const goal = parseGoal(value['goal']);
  return {
    ...(Array.isArray(value['files']) ? { files: textsIn(value['files']) } : {}),
    ...(Array.isArray(value['keywords']) ? { keywords: textsIn(value['keywords']) } : {}),
    ...(intent === undefined ? {} : { intent, intentGiven: value['intentGiven'] === true }),
    ...(goal === undefined ? {} : { goal }),
  };
}

function parseOwner(value: unknown): Owner | undefined {
  if (!isRecord(value)) return undefined;
  if (value['kind'] === 'shell') return { kind: 'shell' };
  const run = parseRun(value['run']);
  const { nonce, client } = value;
  if (value['kind'] !== 'connection' || run === undefined || typeof nonce !== 'string') return undefined;
  return { kind: 'connection', run, nonce, ...(typeof client === 'string' ? { client } : {}) };
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
    ...(typeof notes === 'string' ? { notes } : {}),
    ...(isRecord(value['efficiency']) ? { efficiency: parseEfficiency(value['efficiency']) } : {}),
    ...(isRecord(value['survey']) ? { survey: parseSurvey(value['survey']) } : {}),
    learnings: textsIn(value['learnings']),
    change,
    ...(goal === undefined ? {} : { goal }),
  };
}

function parseEfficiency({ saved, prevented, helped }: Fields): NonNullable<TaskEnd['efficiency']> {
  return {
    ...(typeof saved === 'string' ? { saved } : {}),
    ...(typeof prevented === 'string' ? { prevented } : {}),
    ...(typeof helped === 'string' ? { helped } : {}),
  };
}

function parseSurvey(value: Fields): Survey {
  const { patterns_used, pitfalls_avoided, helpfulness, unhelpful_count } = value;
  return {
    ...(typeof patterns_used === 'number' ? { patterns_used } : {}),
    ...(typeof pitfalls_avoided === 'number' ? { pitfalls_avoided } : {}),
    ...(typeof helpfulness === 'number' ? { helpfulness } : {}),
    ...(typeof unhelpful_count === 'number' ? { unhelpful_count } : {}),
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
    ...(typeof problem === 'string' ? { problem } : {}),
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
  return { ...goal, status, ...(typeof measured === 'number' ? { measured } : {}), reason: typeof reason === 'string' ? reason : '' };
}

function parseIntent(value: unknown): Intent | undefined {
  return intents.find((intent) => intent === value);
}

function parseOutcome(value: unknown): Outcome | undefined {
  return outcomes.find((outcome) => outcome === value);
}
