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
    says: 'The task that was opened, and what is known about the like.',
    tool: 'snap',
    part: 'start',
  },
  { file: 'task-end', command: 'task end', says: 'How the task ended, and what was measured.', tool: 'snap_end' },
  { file: 'learn', command: 'learn', says: 'The learning that was kept, or was there already.', tool: 'snap_learn' },
  { file: 'violation', command: 'violation add', says: 'The report, and how often its type was reported by now.', tool: 'snap_violation' },
  { file: 'gc', command: 'learnings gc', says: 'What is put away, would be, or was taken back.', tool: 'learning_gc' },
  { file: 'advice', command: 'advise', says: 'What to mind, each with its evidence.', tool: 'advise' },
  { file: 'guide', command: 'guide', says: 'The steps of a task.', tool: 'guide' },
  {
    file: 'pulse',
    command: 'pulse',
    says: 'How fast the workspace changes now. With --watch there is one such document a line.',
    tool: 'pulse',
  },
];

/** By the name of a property; where it means something else in one document, by the document and the name. */
const words: Readonly<Record<string, string>> = {
  action: 'What to do then.',
  added: 'Lines that were added.',
  archive: 'Learnings that are put away.',
  arguments: 'Its parameters.',
  changed: 'Whether something was written.',
  changes: 'Changed files since the last snapshot; without one since the last commit, without git since snap first looked.',
  changesPerMinute: 'Changes in the last 60 seconds.',
  confidence: 'From 0 to 100; 20 at most where nothing is known.',
  count: 'How often it was reported.',
  delete: 'Learnings that are deleted, 90 days after they were put away.',
  dirty: 'Files that differ from the last commit.',
  evidence: 'What it is concluded from: ids, counts, files.',
  file: 'A path from the root of the workspace, with "/".',
  files: 'Files that were changed.',
  goal: 'Whether the goal was reached.',
  hint: 'One thing to do next.',
  id: 'The id.',
  intent: 'What kind of work it is.',
  intentGiven: 'Whether that was said; else it is guessed from the text.',
  into: 'The one that stays.',
  isStale: 'Whether the files it is about are gone or mostly changed.',
  kept: 'How many stay as they are.',
  kind: 'What kind it is.',
  learnings: 'Learnings that fit, best first.',
  measured: 'The figure.',
  merge: 'Learnings that say the same as an older one, and join it.',
  metric: 'What is measured.',
  outcome: 'How it ended.',
  pressure: 'Unprotected change, from 0 to 100.',
  prevention: 'How it does not happen again.',
  problem: 'What could not be found out, and why.',
  problems: 'What could not be measured or recorded, and why.',
  promote: 'From the third report on advice warns of it, from the fifth it asks to be automated.',
  prot: 'Percent of the changed files that are protected.',
  reason: 'How it was measured, or why not.',
  reasons: 'Why it is risky: area and file.',
  recent: 'What changed in the last 60 seconds, newest first, 20 at most.',
  recommendation: 'One sentence.',
  redacted: 'How many secrets were taken out of it.',
  removed: 'Lines that were removed.',
  restore: 'The command that brings the files back as they were.',
  risk: 'Low, medium, high or critical, by what is changed.',
  seenBy: 'How changes are seen.',
  since: 'What the changes are counted from.',
  snapshot: 'The snapshot that was taken, or the newest where nothing had changed since; "none" without one.',
  snapshotReason: 'Why there is none.',
  staleViolations: 'Reports whose file is gone; they stay.',
  state: 'From resting to critical, by the changes per minute.',
  status: 'What came out.',
  steps: 'Eight at most, in their order.',
  target: 'The figure to reach.',
  task: 'Its text.',
  text: 'What to mind.',
  tool: 'The tool to call.',
  trigger: 'When it applies.',
  type: 'What kind it is.',
  uncounted: 'Changed files whose lines could not be counted.',
  unit: 'Of the figure.',
  violations: 'Broken rules that fit, with their counts.',
  warnings: 'What to mind.',
  what: 'What to do there.',
  why: 'Why it is one of the steps.',
  'gc.action': 'What was asked for.',
  'pulse.action': 'One thing to do.',
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
        description: 'Version of this document. It changes whenever a property is added, goes, or changes its meaning.',
      },
      ...(isRecord(properties) ? properties : {}),
    },
  };
}

/** The same schema, closed, and with words on each of its parts. */
function described(schema: Readonly<Record<string, unknown>>, file: string, description: string): Readonly<Record<string, unknown>> {
  const { properties, items, oneOf, anyOf, ...rest } = schema;
  const branches = (list: unknown): readonly unknown[] =>
    Array.isArray(list) ? list.map((branch: unknown) => (isRecord(branch) ? described(branch, file, 'One of them.') : branch)) : [];
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
    ...(items === undefined ? {} : { items: part(items, file, 'One of them.') }),
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
