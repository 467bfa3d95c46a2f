import type { Approval, ApprovalRecord, ServerEntry, TrustedFolder } from '../../clients/index.ts';
import { findMember, isMap, toValue, type Value } from '../../formats/index.ts';
import type { ClientFacts } from '../facts.ts';
import type { Decisions } from './decisions.ts';
import { holdsName, isSameName, isTrusted, keptFilesOf, valueAt, type KeptFile } from './kept.ts';

/**
 * Whether the person has approved a server. `unknown`: a file with approvals cannot be read. `uncounted`: they have, and it counts only in
 * a folder that is trusted (`since`: from that version on).
 */
export type ApprovalVerdict =
  | { readonly kind: 'approved' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'uncounted'; readonly path: string; readonly since?: string | undefined }
  | { readonly kind: 'pending' | 'refused' | 'changed'; readonly path: string };

/** What all records of a client together say about one server. */
export function approvalOf(decisions: Decisions, found: ClientFacts, approval: Approval, entry: ServerEntry): ApprovalVerdict {
  const said = approval.kept.flatMap((record) =>
    keptFilesOf(decisions, found, record).map((source) => ({
      path: source.path,
      record,
      word: source.file.state === 'unknown' ? ('unknown' as const) : wordOf(decisions, found, approval, record, source, entry),
    })),
  );
  const by = (wanted: Word): (typeof said)[number] | undefined => said.find(({ word }) => word === wanted);
  const refused = by('refused');
  if (refused !== undefined) return { kind: 'refused', path: refused.path };
  // The strongest record that has the switch for all servers decides.
  const forAll = [...said.filter(overrides), ...said.filter((one) => !overrides(one))].find(
    ({ word }) => word === 'all' || word === 'not all',
  );
  if (forAll?.word === 'all' || by('approved') !== undefined) return { kind: 'approved' };
  if (by('unknown') !== undefined) return { kind: 'unknown' };
  const changed = by('changed');
  if (changed !== undefined) return { kind: 'changed', path: changed.path };
  const uncounted = by('uncounted');
  if (uncounted !== undefined) return { kind: 'uncounted', path: uncounted.path, since: sinceOf(decisions, uncounted) };
  const [first] = said;
  return first === undefined ? { kind: 'unknown' } : { kind: 'pending', path: first.path };
}

/** Outside of a repository, and where git tracks the file, every version asks. */
function sinceOf(
  { folder, tracked }: Decisions,
  { path, record }: { readonly path: string; readonly record: ApprovalRecord },
): string | undefined {
  const isNew = record.as === 'lists' && folder.repository.length > 0 && tracked.get(path) !== true;
  return isNew ? record.countsWhile?.since : undefined;
}

function overrides({ record }: { readonly record: ApprovalRecord }): boolean {
  return record.as === 'lists' && record.overrides === true;
}

/** `all`, `not all`: the record only has the switch that approves all servers. */
type Word = 'approved' | 'refused' | 'changed' | 'unknown' | 'uncounted' | 'all' | 'not all' | undefined;

function wordOf(
  decisions: Decisions,
  found: ClientFacts,
  { names }: Approval,
  record: ApprovalRecord,
  { node, path }: KeptFile,
  entry: ServerEntry,
): Word {
  switch (record.as) {
    case 'lists': {
      if (holdsName(valueAt(node, record.refused), entry.name, names)) return 'refused';
      const all = valueAt(node, record.all);
      const approves = holdsName(valueAt(node, record.approved), entry.name, names);
      const counts = record.countsWhile === undefined ? true : countsIn(decisions, found, record.countsWhile, path);
      if (counts === 'unknown') return approves || all === true ? 'unknown' : undefined;
      if (!counts) return approves || all === true ? 'uncounted' : undefined;
      return approves ? 'approved' : all === true ? 'all' : all === false ? 'not all' : undefined;
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

/** Whether approvals in the file at a path count in the open folder. */
function countsIn(decisions: Decisions, found: ClientFacts, trusted: TrustedFolder, path: string): boolean | 'unknown' {
  const counts = isTrusted(decisions, found, trusted);
  if (counts !== true || trusted.whenTracked === undefined || decisions.tracked.get(path) === false) return counts;
  const whenTracked = isTrusted(decisions, found, { ...trusted, of: trusted.whenTracked });
  return whenTracked === true || decisions.tracked.get(path) === true ? whenTracked : 'unknown';
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
