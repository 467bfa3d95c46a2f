import { isRecord, jsonIn, SnapError, textsIn } from '../../system/index.ts';
import { type Knowledge, type Learning, type LearningType, learningTypes, type NewLearning, type Provenance } from './learnings.ts';

/** The result of {@link importLearnings}. */
export interface Imported {
  readonly added: readonly string[];
  /** Ids of those that were known already. */
  readonly known: readonly string[];
  /** Number of secrets that were removed. */
  readonly redacted: number;
  readonly refused: readonly { readonly line: number; readonly reason: string }[];
}

const maxLearnings = 10_000;
const maxImport = 16 * 1024 * 1024;

/** All learnings as a text that {@link importLearnings} reads. @param options `archived`: with the archived ones. */
export async function exportLearnings(
  knowledge: Knowledge,
  { archived = false, format }: { readonly format: 'jsonl' | 'json'; readonly archived?: boolean },
): Promise<string> {
  const learnings = [...(await knowledge.list()), ...(archived ? await knowledge.list({ archived: true }) : [])];
  const records = learnings.toReversed().map(exported);
  switch (format) {
    case 'jsonl':
      return records.map((record) => `${JSON.stringify(record)}\n`).join('');
    case 'json':
      return `${JSON.stringify(records, undefined, 2)}\n`;
    default:
      return format satisfies never;
  }
}

/** Without its uses: they are private and mean nothing elsewhere. */
function exported({ action, at, by, evidence, files, id, source, state, trigger, type }: Learning) {
  return { v: 1, id, kind: 'learning', at, type, trigger, action, source, files, evidence, by, state };
}

/**
 * Adds learnings from elsewhere: one JSON object a line, or one JSON list. Each is treated like a new learning: secrets are removed, and one
 * that is known is counted and not stored again. A line that cannot be used is reported, and the others are imported.
 * @throws SnapError `usage` for a text that is too large.
 */
export async function importLearnings(knowledge: Knowledge, text: string, by: Provenance = { tool: 'import' }): Promise<Imported> {
  if (text.length > maxImport) throw tooLarge('16 MiB');
  const items = itemsOf(text);
  if (items.length > maxLearnings) throw tooLarge(`${maxLearnings} learnings`);
  const added: string[] = [];
  const known: string[] = [];
  const refused: { readonly line: number; readonly reason: string }[] = [];
  let redacted = 0;
  for (const { line, value } of items) {
    const learning = learningIn(value, by);
    if (typeof learning === 'string') {
      refused.push({ line, reason: learning });
      continue;
    }
    try {
      const result = await knowledge.add(learning);
      (result.status === 'saved' ? added : known).push(result.learning.id);
      redacted += result.redacted;
    } catch (error) {
      // This learning is invalid; the others may be valid. An error of the disk concerns all of them.
      if (!(error instanceof SnapError) || error.code !== 'usage') throw error;
      refused.push({ line, reason: error.message });
    }
  }
  return { added, known, redacted, refused };
}

function tooLarge(what: string): SnapError {
  return new SnapError('usage', `The text to import is larger than ${what}.`, { hint: 'Import it in parts.' });
}

/** In a list, `line` is the number of the item, from 1. */
function itemsOf(text: string): readonly { readonly line: number; readonly value: unknown }[] {
  const whole = text.trimStart().startsWith('[') ? jsonIn(text) : undefined;
  if (Array.isArray(whole)) return whole.map((value: unknown, i) => ({ line: i + 1, value }));
  return text
    .replace(/^\uFEFF/, '')
    .split('\n')
    .map((line, i) => ({ line: i + 1, text: line.trim() }))
    .filter((line) => line.text !== '')
    .map((line) => ({ line: line.line, value: jsonIn(line.text) }));
}

/** The learning, or the reason why it is none. */
function learningIn(value: unknown, by: Provenance): NewLearning | string {
  if (!isRecord(value)) return 'This is not a JSON object.';
  const { action, evidence, files, kind, source, trigger } = value;
  if (kind !== undefined && kind !== 'learning') return 'This record is not a learning.';
  const type: LearningType | undefined = learningTypes.find((known) => known === value['type']);
  if (type === undefined) return `type: not one of ${learningTypes.join(', ')}.`;
  if (typeof trigger !== 'string') return 'trigger: this is not a text.';
  if (typeof action !== 'string') return 'action: this is not a text.';
  return {
    trigger,
    action,
    type,
    ...(typeof source === 'string' ? { source } : {}),
    files: textsIn(files),
    evidence: textsIn(evidence),
    by,
  };
}
