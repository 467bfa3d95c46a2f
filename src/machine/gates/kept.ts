import type { Kept, NameRule, TrustedFolder } from '../../clients/index.ts';
import { findMember, findNode, toValue, type Member, type Node, type Value } from '../../formats/index.ts';
import { matches } from '../expand.ts';
import type { ClientFacts } from '../facts.ts';
import { decisionFileOf, locateKept, type DecisionFile, type Decisions } from './decisions.ts';
import { isSamePath } from './folder.ts';

/** One file in which a client keeps decisions, and the object in it. */
export interface KeptFile {
  readonly path: string;
  readonly file: DecisionFile;
  /** An administrator's file. */
  readonly isManaged: boolean;
  readonly node: Node | undefined;
}

/** Where the decisions of one kind are, in the client's order. A file that is not there counts too. */
export function keptFilesOf(decisions: Decisions, { files }: Pick<ClientFacts, 'files'>, kept: Kept): readonly KeptFile[] {
  if (kept.in === undefined) {
    return files
      .filter((file) => !file.ignored)
      .map((file) => keptFile(decisions, kept, file.path, decisionFileOf(file), file.scope === 'managed'));
  }
  return locateKept(decisions, kept).map((path) =>
    keptFile(decisions, kept, path, decisions.files.get(path) ?? { state: 'unknown' }, false),
  );
}

function keptFile(decisions: Decisions, { at }: Kept, path: string, file: DecisionFile, isManaged: boolean): KeptFile {
  return { path, file, isManaged, node: file.state === 'read' ? nodeAt(decisions, file.root, at) : undefined };
}

function nodeAt(decisions: Decisions, root: Node | undefined, at: Kept['at']): Node | undefined {
  let node = root;
  for (const step of at) node = typeof step === 'string' ? findMember(node, step)?.value : workspaceMember(decisions, node)?.value;
  return node;
}

/** The member that is keyed by the open folder: as it was found, through links, or by its repository. */
export function workspaceMember({ folder, where }: Decisions, node: Node | undefined): Member | undefined {
  if (node?.kind !== 'map') return undefined;
  for (const name of [...folder.names, ...folder.repository, ...folder.worktree]) {
    const member = node.members.findLast(({ key }) => isSamePath(key, name, where.platform));
    if (member !== undefined) return member;
  }
  return undefined;
}

/** Where a client keeps decisions, as keys. An object for the open folder has the name it has already, else the one the client gives it. */
export function decisionPath(decisions: Decisions, { at }: Kept, root: Node | undefined): readonly string[] {
  const path: string[] = [];
  for (const step of at) {
    const key = typeof step === 'string' ? step : (workspaceMember(decisions, findNode(root, path))?.key ?? newKey(decisions));
    path.push(key);
  }
  return path;
}

/** Claude Code takes the top of the repository, of a second work tree the first one's: https://code.claude.com/docs/en/permissions */
function newKey({ folder, where }: Decisions): string {
  const key = ownNames(folder).repository ?? where.workspace;
  return where.platform === 'win32' ? key.replaceAll('\\', '/') : key;
}

/** The real paths of the repository (of its first work tree), or of the folder where there is none, and of the work tree. */
function ownNames({ names, repository, worktree }: Decisions['folder']): { readonly [Of in TrustedFolder['of']]: string | undefined } {
  const top = repository.at(-1) ?? names.at(-1);
  return { repository: worktree.at(-1) ?? top, 'work-tree': top };
}

/** Whether the person trusts the open folder; `unknown` where the file cannot be read. */
export function isTrusted(decisions: Decisions, found: Pick<ClientFacts, 'files'>, trusted: TrustedFolder): boolean | 'unknown' {
  const own = ownNames(decisions.folder);
  const more = trusted.of === 'work-tree' ? [own['work-tree'], decisions.folder.start] : [];
  const wanted = [own.repository, ...more].filter((path) => path !== undefined);
  const sources = keptFilesOf(decisions, found, trusted);
  if (sources.some(({ file }) => file.state === 'unknown')) return 'unknown';
  return sources.some(
    ({ node }) =>
      node?.kind === 'map' &&
      node.members.some(
        ({ key, value }) => wanted.some((path) => isSamePath(key, path, decisions.where.platform)) && valueAt(value, trusted.key) === true,
      ),
  );
}

/** The value under a key; only this value is read, because the file may be large. */
export function valueAt(node: Node | undefined, key: string | undefined): Value | undefined {
  const member = key === undefined ? undefined : findMember(node, key);
  return member === undefined ? undefined : toValue(member.value);
}

/** Whether a list holds a name. */
export function holdsName(list: Value | undefined, name: string, rule: NameRule | undefined): boolean {
  return Array.isArray(list) && list.some((item) => typeof item === 'string' && isSameName(item, name, rule));
}

/** Whether a name in a list means a server. */
export function isSameName(item: string, name: string, rule: NameRule | undefined): boolean {
  switch (rule) {
    case undefined:
      return item === name;
    case 'lower-case':
    case 'words':
      return spelledBy(rule, item) === spelledBy(rule, name);
    case 'wildcards':
      return item === name || (item.includes('*') && matches(item, name));
    default:
      return rule satisfies never;
  }
}

/** A server's name as the client writes it into its lists. */
export function spelledBy(rule: NameRule | undefined, name: string): string {
  if (rule === 'lower-case') return name.toLowerCase().trim();
  return rule === 'words' ? name.replaceAll(/[^\w-]/g, '_') : name;
}
