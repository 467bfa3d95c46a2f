import { createHash, randomBytes } from 'node:crypto';
import { masked, maskProse, recordText } from '../../secrets/index.ts';
import { cleanLine, cut, SnapError } from '../../system/index.ts';
import { learningText } from './learning-text.ts';
import type { NewLearning, NewViolation, Provenance, Violation } from './learnings.ts';
import { type LearningRecord, recordLine } from './record.ts';
import { violationType } from './violation-view.ts';
import { contentKey } from './words.ts';

const maxFiles = 50;
const maxEvidence = 20;
/** Characters of a name that are looked at. */
const maxName = 1_000;

/**
 * A learning as it is stored, its id a hash of what it says without secrets: the same with and without them.
 * @throws SnapError `usage` with the field that cannot be stored.
 */
export function learningFrom(given: NewLearning, at: string): { readonly record: LearningRecord; readonly redacted: number } {
  const trigger = learningText('trigger', given.trigger);
  const action = learningText('action', given.action);
  const content = {
    trigger,
    action,
    source: optional('source', given.source),
    files: several('files', given.files, maxFiles),
    evidence: several('evidence', given.evidence, maxEvidence),
  };
  const shown = { trigger: maskProse(trigger), action: maskProse(action) };
  const record: LearningRecord = {
    kind: 'learning',
    id: `learn_${hash(contentKey(shown.trigger, shown.action))}`,
    at,
    type: given.type,
    ...content,
    ...shown,
    by: cleanProvenance(given.by),
  };
  return { record, redacted: masks(recordText(content)) - masks(JSON.stringify(content)) };
}

/** How many secrets were taken out of a text. */
function masks(text: string): number {
  return text.split(masked).length - 1;
}

function several(field: string, texts: readonly string[] = [], max: number): readonly string[] {
  return texts.slice(0, max).flatMap((text) => optional(field, text) ?? []);
}

function optional(field: string, text: string | undefined): string | undefined {
  const line = text === undefined ? '' : learningText(field, text, { required: false });
  return line === '' ? undefined : line;
}

/** A report as it is stored; its id is a hash of its content, the time and a nonce. @throws SnapError as {@link learningFrom}. */
export function violationFrom(
  given: NewViolation,
  at: string,
  { wasMissing = false } = {},
): { readonly line: string; readonly violation: Violation } {
  const content = {
    // Before its letters are folded: a token would not be recognised afterwards.
    type: violationType(maskProse(learningText('type', given.type))),
    file: required('file', learningText('file', given.file, { required: false })),
    description: learningText('description', given.description),
    reason: optional('reason', given.reason),
    prevention: learningText('prevention', given.prevention),
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

/** Masked before it is cut: half of a token would not be recognised. */
function cleanProvenance({ client, snapshot, task, tool }: Provenance): Provenance {
  const short = (text: string) => cut(maskProse(cleanLine(text.slice(0, maxName))), 200);
  const shortIfGiven = (text: string | undefined) => (text === undefined ? undefined : short(text));
  return { tool: short(tool), task: shortIfGiven(task), snapshot: shortIfGiven(snapshot), client: shortIfGiven(client) };
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}
