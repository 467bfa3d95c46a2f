import { SnapError } from '../../system/index.ts';
import { maxText } from './learning-text.ts';
import type { Promotion, Violation, ViolationType } from './learnings.ts';
import type { StoredRecord } from './record.ts';
import type { Fold } from './union-log.ts';

/** The violations, counted by type. */
export interface ViolationView extends Fold {
  get(id: string): Violation | undefined;
  all(): readonly Violation[];
  /** Its number among those of its type, from 1, in the order of the file. */
  positionOf(id: string): number | undefined;
  /** Most frequent first. */
  types(): readonly ViolationType[];
}

/** An empty view. */
export function createViolationView(): ViolationView {
  const byId = new Map<string, { readonly violation: Violation; readonly position: number }>();
  const byType = new Map<string, Violation[]>();
  return {
    take(record: StoredRecord) {
      if (record.kind !== 'violation' || byId.has(record.id)) return;
      const { kind: _, ...rest } = record;
      const violation = { ...rest, type: foldedType(rest.type) };
      const same = byType.get(violation.type) ?? [];
      same.push(violation);
      byType.set(violation.type, same);
      byId.set(violation.id, { violation, position: same.length });
    },
    get: (id) => byId.get(id)?.violation,
    all: () => [...byId.values()].map(({ violation }) => violation),
    positionOf: (id) => byId.get(id)?.position,
    types: () =>
      [...byType]
        .map(([type, violations]) => typeOf(type, violations))
        .sort((one, other) => other.count - one.count || (one.type < other.type ? -1 : 1)),
  };
}

function typeOf(type: string, unordered: readonly Violation[]): ViolationType {
  const violations = unordered.toSorted((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0));
  const newest = violations.at(-1);
  return {
    type,
    count: violations.length,
    promote: promotionOf(violations.length),
    violations,
    prevention: newest?.prevention ?? '',
    lastAt: newest?.at ?? '',
  };
}

/** With three reports a type is a pattern, with five it should be automated. */
export function promotionOf(count: number): Promotion {
  if (count >= 5) return 'AUTO';
  return count >= 3 ? 'PROMOTED' : 'NO';
}

const maxType = 60;

/**
 * The spelling under which reports of one type are counted together: `Silent catch` is `silent_catch`.
 * @throws SnapError `usage` when nothing is left, or more than 60 characters.
 */
export function violationType(given: string): string {
  const type = foldedType(given.slice(0, maxText));
  if (type === '') throw new SnapError('usage', 'type: this text is empty.', { hint: 'Name the kind of violation, as in silent_catch.' });
  if (type.length <= maxType) return type;
  throw new SnapError('usage', `type: this text has ${type.length} characters, and at most ${maxType} are allowed.`, {
    hint: 'Name the kind of violation in a few words, as in silent_catch, and put the rest into the description.',
  });
}

function foldedType(type: string): string {
  return type
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_');
}
