import { locate, type Trust } from '../../clients/index.ts';
import { findMember, findNode, type Node } from '../../formats/index.ts';
import { directoryOf } from '../paths.ts';
import type { ClientFacts } from '../facts.ts';
import { textsAt, type Decisions } from './decisions.ts';
import { isSamePath, isWithin } from './folder.ts';
import { keptFilesOf } from './kept.ts';

/** Whether a client trusts the open folder. `unknown`: its records cannot be read, or nothing is open. */
export type TrustVerdict =
  | { readonly kind: 'trusted' | 'unknown' }
  | { readonly kind: 'untrusted'; readonly path: string; readonly variable?: string | undefined; readonly isDecided: boolean };

/** What a client's records, settings and environment say about the open folder. */
export function trustOf(decisions: Decisions, found: ClientFacts, trust: Trust): TrustVerdict {
  const { folder, where } = decisions;
  const [path = ''] = trust.in === undefined ? [] : locate(trust.in, where);
  const variable = trust.variables?.find(({ name, value }) => where.env[name] === value);
  if (variable?.means === 'trusted') return { kind: 'trusted' };
  if (variable !== undefined) return { kind: 'untrusted', path, variable: `${variable.name}=${variable.value}`, isDecided: true };
  if (trust.setting !== undefined && !isOn(found, trust.setting)) return { kind: 'trusted' };

  const records = recordsOf(decisions, found, trust);
  if (records === undefined) return { kind: 'unknown' };
  const decided = decidingRecord(decisions, trust, records);
  if (decided !== undefined) return decided.isTrusted ? { kind: 'trusted' } : { kind: 'untrusted', path, isDecided: true };
  // In the home directory, or where nothing is open, nobody expects to have been asked.
  if (trust.otherwise === 'trusted' || folder.isHome || !found.installed) return { kind: 'unknown' };
  return { kind: 'untrusted', path, isDecided: false };
}

/** The setting counts from the files that a project cannot change, the strongest one first. */
function isOn({ files }: ClientFacts, { at, otherwise }: NonNullable<Trust['setting']>): boolean {
  for (const file of files) {
    if (file.ignored || file.scope === 'project' || file.scope === 'local') continue;
    const node = findNode(file.root, at);
    if (node?.kind === 'scalar' && typeof node.value === 'boolean') return node.value;
  }
  return otherwise;
}

interface TrustRecord {
  /** The folder as it is written, and the one that it is about. */
  readonly written: string;
  readonly folder: string;
  readonly isTrusted: boolean;
}

/** `undefined`: a file with records cannot be read. */
function recordsOf(decisions: Decisions, found: ClientFacts, trust: Trust): readonly TrustRecord[] | undefined {
  if (trust.as === 'files') {
    const directories = trust.in === undefined ? [] : locate(trust.in, decisions.where);
    return directories.flatMap((path) =>
      (decisions.recorded.get(path) ?? []).map((folder) => ({ written: folder, folder, isTrusted: true })),
    );
  }
  const sources = keptFilesOf(decisions, found, trust);
  if (sources.some(({ file }) => file.state === 'unknown')) return undefined;
  return sources.flatMap(({ node }) => {
    if (trust.as === 'words') return wordRecords(decisions, node, trust);
    const of = (keys: readonly string[], isTrusted: boolean): readonly TrustRecord[] =>
      keys.flatMap((key) => textsAt(node, key)).map((folder) => ({ written: folder, folder, isTrusted }));
    return [...of(trust.trusted, true), ...of(trust.refused, false)];
  });
}

/** The home directory, and the root of a file system. */
function isTooBroad(folder: string, { home, platform }: Decisions['where']): boolean {
  return isSamePath(folder, home, platform) || directoryOf(folder, platform) === folder;
}

function wordRecords({ where }: Decisions, node: Node | undefined, trust: Trust & { as: 'words' }): readonly TrustRecord[] {
  if (node?.kind !== 'map') return [];
  return node.members.flatMap(({ key: written, value }): readonly TrustRecord[] => {
    const said = trust.key === undefined ? value : findMember(value, trust.key)?.value;
    const word = said?.kind === 'scalar' && typeof said.value !== 'number' ? said.value : null;
    if (word === null) return [];
    if (typeof word === 'string' && trust.parent?.includes(word) === true)
      return [{ written, folder: directoryOf(written, where.platform), isTrusted: true }];
    if (trust.trusted.includes(word)) return [{ written, folder: written, isTrusted: true }];
    return trust.refused.includes(word) ? [{ written, folder: written, isTrusted: false }] : [];
  });
}

/** The record about the longest folder that the workspace is in; or about the workspace itself, then about its repository. */
function decidingRecord(decisions: Decisions, trust: Trust, records: readonly TrustRecord[]): TrustRecord | undefined {
  const { folder, realPaths, where } = decisions;
  const worktree = trust.worktrees === true ? folder.worktree : [];
  const namesOf = (record: TrustRecord): readonly string[] => {
    const real = record.folder === record.written ? realPaths.get(record.written) : undefined;
    return real === undefined ? [record.folder] : [record.folder, real];
  };
  if (trust.reach === 'below') {
    const counted = records.filter((record) => trust.notHome !== true || !isTooBroad(record.folder, where));
    const reached = counted.filter((record) =>
      namesOf(record).some((above) => [...folder.names, ...worktree].some((path) => isWithin(path, above, where.platform))),
    );
    return reached.toSorted((a, b) => b.written.length - a.written.length)[0];
  }
  for (const path of [...folder.names, ...folder.repository, ...worktree]) {
    const record = records.find((one) => namesOf(one).some((name) => isSamePath(name, path, where.platform)));
    if (record !== undefined) return record;
  }
  return undefined;
}
