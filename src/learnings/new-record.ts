import { createHash, randomBytes } from 'node:crypto';
import { cut, SnapError } from '../system/index.ts';
import { learningPath, learningText, type LearningText } from './learning-text.ts';
import type { NewLearning, NewViolation, Provenance, Violation } from './learnings.ts';
import { type LearningRecord, recordLine } from './record.ts';
import { violationType } from './violation-view.ts';
import { contentKey } from './words.ts';

const maxFiles = 50;
const maxEvidence = 20;

/**
 * A learning as it is stored: cleaned, without secrets, its id a hash of what it says.
 * @throws SnapError `usage` with the field that cannot be stored.
 */
export function learningFrom(given: NewLearning, at: string): { readonly record: LearningRecord; readonly redacted: number } {
  const trigger = learningText('trigger', given.trigger);
  const action = learningText('action', given.action);
  const source = given.source === undefined ? undefined : learningText('source', given.source, { required: false });
  const files = several(given.files ?? [], maxFiles, (path) => learningPath('files', path));
  const evidence = several(given.evidence ?? [], maxEvidence, (text) => learningText('evidence', text, { required: false }));
  const redacted = [trigger, action, ...(source === undefined ? [] : [source]), ...files, ...evidence].reduce(
    (sum, one) => sum + one.redacted,
    0,
  );
  const record: LearningRecord = {
    kind: 'learning',
    id: `learn_${hash(contentKey(trigger.text, action.text))}`,
    at,
    type: given.type,
    trigger: trigger.text,
    action: action.text,
    source: source?.text === '' ? undefined : source?.text,
    files: files.map(({ text }) => text),
    evidence: evidence.map(({ text }) => text),
    by: cleanProvenance(given.by),
  };
  return { record, redacted };
}

function several(texts: readonly string[], max: number, clean: (text: string) => LearningText): readonly LearningText[] {
  return texts
    .slice(0, max)
    .map(clean)
    .filter(({ text }) => text !== '');
}

/** A report as it is stored; its id is a hash of its content, the time and a nonce. @throws SnapError as {@link learningFrom}. */
export function violationFrom(
  given: NewViolation,
  at: string,
  { wasMissing = false } = {},
): { readonly line: string; readonly violation: Violation } {
  const reason = given.reason === undefined ? '' : learningText('reason', given.reason, { required: false }).text;
  const content = {
    type: violationType(learningText('type', given.type).text),
    file: required('file', learningPath('file', given.file).text),
    description: learningText('description', given.description).text,
    reason: reason === '' ? undefined : reason,
    prevention: learningText('prevention', given.prevention).text,
    by: cleanProvenance(given.by),
    ...(wasMissing ? { wasMissing: true as const } : {}),
  };
  const id = `viol_${hash(JSON.stringify([at, randomBytes(16).toString('hex'), content]))}`;
  return { line: recordLine({ kind: 'violation', id, at, ...content }), violation: { id, at, ...content } };
}

function required(field: string, text: string): string {
  if (text === '') throw new SnapError('usage', `${field}: this text is empty.`, { hint: `Give ${field} a path.` });
  return text;
}

function cleanProvenance({ client, snapshot, task, tool }: Provenance): Provenance {
  const short = (text: string) => learningText('by', cut(text, 200), { required: false }).text;
  const shortIfGiven = (text: string | undefined) => (text === undefined ? undefined : short(text));
  return { tool: short(tool), task: shortIfGiven(task), snapshot: shortIfGiven(snapshot), client: shortIfGiven(client) };
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}
