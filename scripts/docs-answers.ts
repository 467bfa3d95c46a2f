import { tools } from '../src/server/tools/index.ts';
import { isRecord } from '../src/system/json.ts';

// The documents of commands that ask a tool: the tool's own output schema, with words for people. A property without words fails.

interface Answer {
  readonly file: string;
  readonly command: string;
  readonly says: string;
  readonly tool: string;
  /** The property that holds the answer, where the tool has several kinds. */
  readonly part?: string;
}

const answers: readonly Answer[] = [
  {
    file: 'task-start',
    command: 'task start',
    says: 'The task that was started, with related learnings.',
    tool: 'snap',
    part: 'start',
  },
  { file: 'task-end', command: 'task end', says: 'How the task ended, and what was measured.', tool: 'snap_end' },
  { file: 'learn', command: 'learn', says: 'The learning that was saved, or was already known.', tool: 'snap_learn' },
  { file: 'violation', command: 'learn --rule', says: 'The report, and how often its type has been reported.', tool: 'snap_violation' },
  { file: 'gc', command: 'learnings gc', says: 'What was archived, would be archived, or was restored.', tool: 'learning_gc' },
  { file: 'advice', command: 'advise', says: 'Warnings, each with its evidence.', tool: 'advise' },
  { file: 'guide', command: 'guide', says: 'The steps of a task.', tool: 'guide' },
  { file: 'context', command: 'context', says: 'What is known about files.', tool: 'svc_get_context' },
  { file: 'risk', command: 'risk', says: 'How risky it is to change files.', tool: 'svc_get_risk_score' },
  { file: 'patterns', command: 'patterns', says: 'What is known about a text.', tool: 'svc_query_patterns' },
  {
    file: 'rollback',
    command: 'snapshot restore --suggest',
    says: 'Which snapshots may be the last ones before something broke.',
    tool: 'svc_suggest_rollback',
  },
  {
    file: 'pulse',
    command: 'pulse',
    says: 'How fast the workspace is changing. With --watch there is one such document per line.',
    tool: 'pulse',
  },
];

/** By the name of a property; where it means something else in one document, by the document and the name. */
const words: Readonly<Record<string, string>> = {
  action: 'What to do then.',
  affectedUsers: 'The most users that one of the errors affected.',
  aggregatedAt: 'When it was put together.',
  aiDetectionSignals:
    'Records of how the files were changed: by a task of an assistant, or faster than a person types. They do not say who wrote a text.',
  apiDocs: 'Excerpts of the documentation of libraries that the files import.',
  at: 'When.',
  author: 'A name or login.',
  changeVelocity: 'Commits a week that changed one of the files, of the last four weeks.',
  client: 'The assistant, by the name it gives itself.',
  code_host: 'What the code host answered; absent if it did not.',
  context: 'By source.',
  culprit: 'Where it was thrown, in the words of the tracker.',
  deprecations: 'What the documentation calls deprecated.',
  docs_source: 'What the documentation server answered; absent if it did not.',
  documented: 'Versions that have documentation.',
  errorFrequency: 'The sum of the events of these errors.',
  error_tracker: 'What the error tracker answered; absent if it did not.',
  events: 'How often it was seen.',
  firstSeen: 'When it was seen first.',
  issues: 'Issues that name the files.',
  labels: 'Its labels.',
  library: 'The library.',
  local: 'What snap knows itself.',
  number: 'Its number.',
  recentCommits: 'Commits that changed the files, newest first.',
  recentErrors: 'Errors that were thrown in the files.',
  relatedPRs: 'Pull requests that change the files.',
  snapshots: 'Snapshots of the workspace.',
  sources: 'The sources that answered.',
  subject: 'The first line of its message.',
  title: 'Its title.',
  updatedAt: 'When it changed last.',
  url: 'Its address.',
  used: 'The version as the project writes it.',
  users: 'How many users it affected.',
  versionInfo: 'By library.',
  analysis: 'Of the first suggestion: the files as they are, the snapshot, and what restoring it would do.',
  branch: 'The branch of git.',
  commit: 'The commit of git.',
  commitsBetween: 'Commits made since, if git tells.',
  currentState: 'The files as they are.',
  effect: 'What a restore does: "returns" (the file is gone now), "removed" (it did not exist then), "changed".',
  errorsSince: 'Broken rules that were reported, and tasks that did not succeed, since then; absent if nothing was recorded.',
  filesAffected: 'Files that a restore would change, at most 100.',
  impact: 'What a restore would do.',
  inNoSnapshot: 'Files that differ from the newest snapshot, at most 100.',
  linesBack: 'Lines that would come back; absent if they cannot be counted.',
  linesLost: 'Newer lines that would go; absent if they cannot be counted.',
  lastSeen: 'When it was seen last.',
  occurrences: 'How often it was reported, or saved.',
  query: 'What was asked for.',
  relatedFiles: 'Files that it is about, at most 20.',
  results: 'Best match first.',
  total: 'How many match, listed or not.',
  recommended: 'The snapshot that is probably the last good one; absent if none is likely enough.',
  relatedContext: 'What happened since.',
  riskOfRestore: 'How much would change: files, newer lines, commits.',
  snapshotId: 'The id of the snapshot.',
  suggestions: 'Most likely first.',
  targetState: 'The snapshot.',
  timestamp: 'When it was taken.',
  added: 'Lines that were added.',
  command: 'What to type.',
  archive: 'Learnings that are archived.',
  arguments: 'Its parameters.',
  changed: 'Whether something was written.',
  changes:
    'Changed files since the last snapshot; without a snapshot since the last commit, without git since snap first read the workspace.',
  changesPerMinute: 'Changes in the last 60 seconds.',
  check: 'What mode quick says of the changed files; absent if nothing was examined.',
  confidence: 'From 0 to 100; at most 20 if nothing is known.',
  count: 'How often it was reported.',
  delete: 'Learnings that are deleted, 90 days after they were archived.',
  dirty: 'Files that differ from the last commit.',
  errors: 'How many errors it found.',
  evidence: 'The evidence: ids, counts, files.',
  file: 'A path from the root of the workspace, with "/".',
  files: 'Files that were changed.',
  forgotten: 'Files that usually change with these and were not changed; absent if there are none.',
  goal: 'Whether the goal was reached.',
  hint: 'What the answer could not be based on; empty where nothing was missing.',
  id: 'The id.',
  intent: 'What kind of work it is.',
  intentGiven: 'Whether it was given; else it is guessed from the text.',
  into: 'The one that is kept.',
  isStale: 'Whether its files were deleted.',
  kept: 'How many are not changed.',
  kind: 'Its type.',
  learnings: 'Relevant learnings, best match first.',
  measured: 'The figure.',
  merge: 'Learnings that say the same as an older one, and are merged into it.',
  metric: 'What is measured.',
  outcome: 'How it ended.',
  pressure: 'How much change is in no snapshot, from 0 to 100.',
  path: 'The file, as it was named.',
  prevention: 'How to prevent it.',
  problem: 'What could not be found out, and why.',
  missing: 'Named files that do not exist; absent if all exist.',
  near: 'Files that may have been meant.',
  problems: 'What could not be measured or recorded, and why.',
  promote: 'From the third report on, advice warns of it; from the fifth on, snap suggests automating the rule.',
  prot: 'Percentage of the changed files that are in a snapshot.',
  reason: 'How it was measured, or why not.',
  reasons: 'What the level of risk rests on, or why there is none.',
  touches: 'What the files touch, by the words in their names: auth, payment, security, database, config, api.',
  recent: 'What changed in the last 60 seconds, newest first, at most 20.',
  recommendation: 'One sentence.',
  redacted: 'How many secrets were removed from it.',
  removed: 'Lines that were removed.',
  restore: 'The command that restores the files.',
  risk: 'Low, medium, high or critical, from the history of the files; "?" where it does not carry a level.',
  seenBy: 'How changes are detected.',
  since: 'What the changes are counted from.',
  snapshot: 'The snapshot that was taken, or the newest one if nothing had changed since; "none" without one.',
  snapshotReason: 'Why there is none.',
  staleViolations: 'Reports whose file does not exist; they are kept.',
  state: 'From resting to critical, by the changes per minute.',
  status: 'The result.',
  steps: 'At most eight, in order.',
  target: 'The figure to reach.',
  task: 'Its text.',
  text: 'The warnings.',
  tool: 'The tool to call.',
  trigger: 'When it applies.',
  type: 'Its type.',
  uncounted: 'Changed files whose lines could not be counted.',
  unjudged: 'Learnings that were shown, where none was named as used or wrong.',
  unit: 'The unit of the figure.',
  violations: 'Relevant broken rules, with their counts.',
  warnings: 'The warnings.',
  what: 'What to do there.',
  withheld: 'Learnings that were called wrong twice: they are not shown until a person has looked.',
  why: 'Why it is one of the steps.',
  'violation.check':
    'From the fifth report on: a check of this type as it could be written, where a report quotes code. Nothing writes it.',
  'violation.lines': 'Its lines.',
  'context.files': 'Files that were asked about and that it belongs to.',
  'context.kind': '"task": a task of an assistant changed the file; "pace": files change faster than a person types.',
  'context.state': 'Its state.',
  'context.status': 'Its state at the tracker.',
  'context.task': 'The id of the task.',
  'context.text': 'In words.',
  'patterns.confidence': 'How well it matches, from 0 to 100.',
  'patterns.type': '"pattern": a violation that was reported three times or more.',
  factors: 'What the score is made of; the weights sum to 1.',
  riskLevel: 'The score in a word: from 40 medium, from 65 high, from 85 critical.',
  riskScore: 'From 0 to 100: the sum of the factors, each by its weight.',
  score: 'From 0 to 100.',
  source: 'Where it is known from.',
  weight: 'Its part of the score, from 0 to 1.',
  'risk.confidence': 'From 0 to 100: lower with less history, and without servers.',
  'risk.reason': 'What it rests on.',
  'rollback.files': 'Files: how many the snapshot has, or those that a restore would change.',
  'rollback.reason': 'Why it: what changed right after it.',
  'rollback.task': 'The task that began with it.',
  'gc.action': 'The requested action.',
  'pulse.action': 'One thing to do; empty where there is nothing.',
  'task-start.files': 'Files that the task will probably need, most certain first.',
  'task-start.needed': 'How likely these files are needed, in a sentence; empty where none is likely enough to be named.',
  'task-start.limits': 'What they could not be based on: no git, a shallow clone.',
  'task-start.file': 'One of them.',
  'task-start.reasons': 'Why, in plain words with counts. Of the task itself: what the level of risk rests on.',
  'task-end.warnings': 'How many warnings it found.',
  'task-end.learnings': 'What was learned in it.',
  'task-end.task': 'The id of the task.',
};

export const answerSchemas: readonly { readonly file: string; readonly text: string }[] = answers.map((answer) => ({
  file: answer.file,
  text: `${JSON.stringify(documentOf(answer), undefined, 2)}\n`,
}));

function documentOf({ file, command, says, tool, part }: Answer): object {
  const whole = tools.find(({ name }) => name === tool)?.outputSchema();
  const inner =
    whole !== undefined && isRecord(whole) && isRecord(whole['properties']) && part !== undefined ? whole['properties'][part] : whole;
  if (!isRecord(inner) || !isRecord(inner['properties'])) throw new Error(`The tool "${tool}" has no such output.`);
  const { properties, required } = described(inner, file, says);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: `urn:snap-mcp:schema:${file}:1`,
    title: `snap ${command} --json`,
    description: says,
    type: 'object',
    required: ['schemaVersion', ...(Array.isArray(required) ? required : [])],
    additionalProperties: false,
    properties: {
      schemaVersion: {
        const: 1,
        description:
          'Version of this document. Once snap is published, it changes whenever a property is added or removed, or changes its meaning.',
      },
      ...(isRecord(properties) ? properties : {}),
    },
  };
}

/** The same schema, closed, and with words on each of its parts. */
function described(schema: Readonly<Record<string, unknown>>, file: string, description: string): Readonly<Record<string, unknown>> {
  const { properties, items, oneOf, anyOf, ...rest } = schema;
  const branches = (list: unknown): readonly unknown[] =>
    Array.isArray(list) ? list.map((branch: unknown) => (isRecord(branch) ? described(branch, file, 'One item.') : branch)) : [];
  return {
    ...rest,
    description,
    ...(rest['type'] === 'object' && rest['additionalProperties'] === undefined ? { additionalProperties: false } : {}),
    ...(isRecord(properties)
      ? {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, inner]) => [name, part(inner, file, wordsFor(file, name))]),
          ),
        }
      : {}),
    ...(items === undefined ? {} : { items: part(items, file, 'One item.') }),
    ...(oneOf === undefined ? {} : { oneOf: branches(oneOf) }),
    ...(anyOf === undefined ? {} : { anyOf: branches(anyOf) }),
  };
}

function part(schema: unknown, file: string, description: string): unknown {
  return isRecord(schema) ? described(schema, file, description) : schema;
}

function wordsFor(file: string, name: string): string {
  const found = words[`${file}.${name}`] ?? words[name];
  if (found === undefined) throw new Error(`scripts/docs-answers.ts lacks words for "${name}" in ${file}.`);
  return found;
}
