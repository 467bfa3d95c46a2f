import { findMember, findNode, parseJson, toValue, type Member, type Node, type Value } from '../../../formats/index.ts';
import { locate, type Gate, type PathStep, type Platform } from '../../../clients/index.ts';
import { matches } from '../../../machine/index.ts';
import type { EntryFacts, FileFacts, Setup } from '../../setup.ts';
import { valuesOf } from './fields.ts';
import { whereOf } from '../files/file-readers.ts';

type Around = Omit<Setup, 'seen' | 'texts'>;

/** Why a server does not run although its entry is switched on. */
export interface ClosedGate {
  /** The reason, as the beginning of a sentence. */
  readonly because: string;
  /** How the person changes it. */
  readonly says: string;
  /** The file that decides. */
  readonly path: string;
  /** An administrator's file. */
  readonly isManaged: boolean;
}

/** Files other than config files that say which servers run. */
export function* gateFiles(setup: Around): Generator<string> {
  for (const client of new Set(setup.files.map((file) => file.client))) {
    for (const gate of client.gates ?? []) if (gate.in !== undefined) yield* locate(gate.in, whereOf(setup));
    if (client.trust?.kind === 'folders') yield* locate(client.trust.in, whereOf(setup));
    if (client.policy !== undefined) yield* locate(client.policy.in, whereOf(setup));
  }
}

/** The reasons why a server does not run, first the lists that name it. */
export function closedGates(setup: Setup, target: EntryFacts): readonly ClosedGate[] {
  return [...lists(setup, target), ...trust(setup, target)];
}

interface Source {
  readonly path: string;
  readonly root: Node | undefined;
  readonly isManaged: boolean;
}

function sourcesOf(setup: Setup, { client }: EntryFacts, gate: Gate): readonly Source[] {
  if (gate.in === undefined) return setup.files.filter((file) => file.client === client && !file.ignored).map(sourceOf);
  return locate(gate.in, whereOf(setup)).flatMap((path): readonly Source[] => {
    const text = setup.texts.get(path);
    const parsed = text === undefined ? undefined : parseJson(text, 'unknown');
    return parsed?.kind === 'tree' ? [{ path, root: parsed.root, isManaged: false }] : [];
  });
}

function sourceOf({ path, root, scope }: FileFacts): Source {
  return { path, root, isManaged: scope === 'managed' };
}

function* lists(setup: Setup, target: EntryFacts): Generator<ClosedGate> {
  const { client, entry, file } = target;
  const gates = (client.gates ?? []).filter(({ scope }) => scope === undefined || scope === file.scope);
  const found = gates.flatMap((gate) =>
    sourcesOf(setup, target, gate).map((source) => ({ gate, source, members: membersAt(setup, source, gate.at) })),
  );
  for (const { gate, members, source } of found) {
    const about = { says: gate.says, path: source.path, isManaged: source.isManaged };
    if (gate.none !== undefined && gate.none.values.some((value) => members(gate.none?.key) === value))
      yield { ...about, because: `"${gate.none.key}" switches all servers off` };
    if (gate.off !== undefined && names(members(gate.off), entry.name, gate)) yield { ...about, because: `"${gate.off}" names it` };
    if (gate.only !== undefined && gate.all === undefined && isGiven(members(gate.only)) && !names(members(gate.only), entry.name, gate))
      yield { ...about, because: `"${gate.only}" does not name it` };
  }
  yield* approval(found, target);
}

/** Lists of approvals are combined, and only apply when the app has one for this project. */
function* approval(
  found: readonly { readonly gate: Gate; readonly members: Members; readonly source: Source }[],
  { entry }: EntryFacts,
): Generator<ClosedGate> {
  const kept = found.filter(({ gate }) => gate.all !== undefined);
  const own = kept.find(({ gate, members }) => gate.at.length > 0 && isGiven(members(gate.only)));
  if (own === undefined) return;
  const isApproved = kept.some(
    ({ gate, members }) =>
      members(gate.all) === true || names(members(gate.only), entry.name, gate) || names(members(gate.off), entry.name, gate),
  );
  if (!isApproved) yield { because: 'it has not been approved yet', says: own.gate.says, path: own.source.path, isManaged: false };
}

/** The value under a key of one object; only this value is read, because the file may be large. */
type Members = (key: string | undefined) => Value | undefined;

function membersAt(setup: Setup, { root }: Source, at: readonly PathStep[]): Members {
  const node = nodeAt(setup, root, at);
  return (key) => {
    const member = key === undefined ? undefined : findMember(node, key);
    return member === undefined ? undefined : toValue(member.value);
  };
}

function nodeAt({ facts }: Setup, root: Node | undefined, at: readonly PathStep[]): Node | undefined {
  let node = root;
  for (const step of at) {
    const member =
      typeof step === 'string'
        ? findMember(node, step)
        : membersIn(node).findLast(({ key }) => isSamePath(key, facts.workspace.path, facts.platform));
    node = member?.value;
  }
  return node;
}

function membersIn(node: Node | undefined): readonly Member[] {
  return node?.kind === 'map' ? node.members : [];
}

/** On Windows a folder may be written with either slash, and in upper or lower case. */
function isSamePath(a: string, b: string, platform: Platform): boolean {
  const spell = (path: string): string => (platform === 'win32' ? path.replaceAll('\\', '/').toLowerCase() : path).replace(/\/+$/, '');
  return spell(a) === spell(b);
}

function isGiven(value: Value | undefined): boolean {
  return Array.isArray(value);
}

function names(list: Value | undefined, name: string, { wildcards }: Gate): boolean {
  if (!Array.isArray(list)) return false;
  return list.some(
    (item) => item === name || (wildcards === true && typeof item === 'string' && item.includes('*') && matches(item, name)),
  );
}

function* trust(setup: Setup, target: EntryFacts): Generator<ClosedGate> {
  const { client, entry, file } = target;
  const { trust: rule } = client;
  const { facts } = setup;
  if (rule === undefined) return;
  if (rule.kind === 'project') {
    const user = setup.files.find((other) => other.client === client && other.scope === 'global' && other.root !== undefined);
    // A project that is the home directory uses the user's file, which needs no trust.
    if (file.scope !== 'project' || user === undefined || user.path === file.path) return;
    const [last] = rule.at.slice(-1);
    const members = membersAt(setup, sourceOf(user), rule.at.slice(0, -1));
    if (typeof last === 'string' && members(last) !== rule.trusted)
      yield {
        because: `${client.name} does not trust this project, and reads its file only then`,
        says: rule.says,
        path: user.path,
        isManaged: false,
      };
    return;
  }
  if (file.scope !== 'project' && entry.server.kind !== 'command') return;
  for (const path of locate(rule.in, whereOf(setup))) {
    const parsed = parseJson(setup.texts.get(path) ?? '', 'unknown');
    const folders = parsed.kind === 'tree' && parsed.root !== undefined ? valuesOf(toValue(parsed.root)) : new Map<string, Value>();
    const own = [...folders].filter(([folder]) => isWithin(facts.workspace.path, folder)).toSorted(([a], [b]) => b.length - a.length)[0];
    if (own !== undefined && rule.refused.some((word) => word === own[1]))
      yield { because: `${client.name} is set not to trust this folder`, says: rule.says, path, isManaged: false };
  }
}

function isWithin(path: string, folder: string): boolean {
  const bare = folder.replace(/[\\/]+$/, '');
  return path === bare || path.startsWith(`${bare}/`) || path.startsWith(`${bare}\\`);
}

/** Whether a file holds such a list, or a switch for all servers. */
export function holdsGate(file: FileFacts): boolean {
  return (file.client.gates ?? []).some(
    (gate) =>
      gate.in === undefined &&
      [gate.off, gate.only].some(
        (key) =>
          key !== undefined &&
          findMember(
            findNode(
              file.root,
              gate.at.filter((step) => typeof step === 'string'),
            ),
            key,
          ) !== undefined,
      ),
  );
}
