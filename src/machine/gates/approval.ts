import type { Approval, ApprovalRecord, ServerEntry } from '../../clients/index.ts';
import { findMember, isMap, toValue, type Value } from '../../formats/index.ts';
import type { ClientFacts } from '../facts.ts';
import type { Decisions } from './decisions.ts';
import { holdsName, isSameName, keptFilesOf, valueAt, type KeptFile } from './kept.ts';

/** Whether the person has approved a server. `unknown`: a file with approvals cannot be read. */
export type ApprovalVerdict =
  | { readonly kind: 'approved' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'pending' | 'refused' | 'changed'; readonly path: string };

/** What all records of a client together say about one server. */
export function approvalOf(decisions: Decisions, found: ClientFacts, approval: Approval, entry: ServerEntry): ApprovalVerdict {
  const said = approval.kept.flatMap((record) =>
    keptFilesOf(decisions, found, record).map((source) => ({
      path: source.path,
      word: source.file.state === 'unknown' ? ('unknown' as const) : wordOf(decisions, found, approval, record, source, entry),
    })),
  );
  for (const kind of ['refused', 'approved', 'unknown', 'changed'] as const) {
    const one = said.find(({ word }) => word === kind);
    if (one !== undefined) return kind === 'approved' || kind === 'unknown' ? { kind } : { kind, path: one.path };
  }
  const [first] = said;
  return first === undefined ? { kind: 'unknown' } : { kind: 'pending', path: first.path };
}

type Word = 'approved' | 'refused' | 'changed' | undefined;

function wordOf(
  decisions: Decisions,
  found: ClientFacts,
  { names }: Approval,
  record: ApprovalRecord,
  { node }: KeptFile,
  entry: ServerEntry,
): Word {
  switch (record.as) {
    case 'lists': {
      if (holdsName(valueAt(node, record.refused), entry.name, names)) return 'refused';
      const approves = valueAt(node, record.all) === true || holdsName(valueAt(node, record.approved), entry.name, names);
      return approves && counts(decisions, found, record.countsWhile) ? 'approved' : undefined;
    }
    case 'items': {
      const list = valueAt(node, record.list);
      const items = (Array.isArray(list) ? list : []).filter(isMap).filter((item) => {
        const name = item.get(record.name);
        return typeof name === 'string' && isSameName(name, entry.name, names);
      });
      if (items.some((item) => item.get(record.verdict) === true)) return 'approved';
      return items.some((item) => item.get(record.verdict) === false) ? 'refused' : undefined;
    }
    case 'members': {
      const member = findMember(node, entry.name);
      const value = member === undefined ? undefined : toValue(member.value);
      if (!isMap(value)) return undefined;
      if (record.hash !== undefined && hasOtherHash(entry.value, value.get(record.hash.key), record.hash)) return 'changed';
      const verdict = value.get(record.verdict);
      return verdict === record.approved ? 'approved' : verdict === record.refused ? 'refused' : undefined;
    }
    default:
      return record satisfies never;
  }
}

type Condition = (ApprovalRecord & { as: 'lists' })['countsWhile'];

/** Approvals that came with the repository count only in a folder that the person trusts. */
function counts(decisions: Decisions, found: ClientFacts, condition: Condition): boolean {
  if (condition === undefined) return true;
  return keptFilesOf(decisions, found, condition).some(
    ({ file, node }) => file.state === 'unknown' || valueAt(node, condition.key) === true,
  );
}

type HashRule = NonNullable<(ApprovalRecord & { as: 'members' })['hash']>;

/** Whether the entry is certainly not the one that was approved. Variables are filled in first, with values that snap does not have. */
function hasOtherHash(entry: Value, hash: Value | undefined, { unknownWith, without }: HashRule): boolean {
  if (typeof hash !== 'string' || !isMap(entry) || unknownWith.some((key) => entry.has(key))) return false;
  const text = JSON.stringify(sorted(new Map([...entry].filter(([key]) => !without.includes(key)))));
  // Few entries have a hash, and an import would load the module for every command.
  const { createHash } = process.getBuiltinModule('node:crypto');
  return !text.includes('$') && createHash('sha256').update(text).digest('hex') !== hash;
}

function sorted(value: Value): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isMap(value)) return value;
  return Object.fromEntries([...value].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([key, item]) => [key, sorted(item)]));
}
