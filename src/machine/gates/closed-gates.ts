import type { Client, Gate, ServerEntry } from '../../clients/index.ts';
import { findNode, isMap, type Value } from '../../formats/index.ts';
import type { ClientFacts, ConfigFileFacts } from '../facts.ts';
import { shellWord } from '../shell-word.ts';
import { approvalOf } from './approval.ts';
import type { Decisions } from './decisions.ts';
import { holdsName, keptFilesOf, spelledBy, valueAt, type KeptFile } from './kept.ts';
import { trustOf } from './trust.ts';

/** Why a server does not run although its entry is switched on. */
export interface ClosedGate {
  readonly kind: 'switched-off' | 'not-approved' | 'folder-not-trusted';
  /** The reason: a clause that can follow a colon. */
  readonly because: string;
  /** Whether somebody decided so. Otherwise nobody was asked yet. */
  readonly isDecided: boolean;
  /** A command that opens it, when its name can be written in every shell. */
  readonly command?: string | undefined;
  /** How else the person opens it, as a sentence. */
  readonly says: string;
  /** The file that decides, or would. */
  readonly path: string;
  /** Whether it says anything about this. */
  readonly hasRecord: boolean;
  /** The version that began to ask for this; versions before it start the server. */
  readonly since?: string | undefined;
  /** An administrator's file. */
  readonly isManaged: boolean;
  /** It is the client's own switch, and `snap mcp enable` opens it. */
  readonly canFlip?: boolean;
}

/**
 * The reasons why a server does not run. The first one is enough for a person: what was switched off need not be approved. Whether a
 * folder was never trusted, and a server never approved, is only said of clients that are installed.
 */
export function closedGates(decisions: Decisions, found: ClientFacts, file: ConfigFileFacts, entry: ServerEntry): readonly ClosedGate[] {
  // Servers that an administrator's file switches off altogether wait for nobody.
  if (file.scope === 'managed' || file.ignored || found.files.some(isExclusive)) return [];
  return [...switchedOff(decisions, found, entry), ...untrusted(decisions, found, file), ...unapproved(decisions, found, file, entry)];
}

function isExclusive({ place, state }: ConfigFileFacts): boolean {
  return place.exclusive === true && state === 'ok';
}

function* switchedOff(decisions: Decisions, found: ClientFacts, entry: ServerEntry): Generator<ClosedGate> {
  for (const gate of found.client.gates ?? []) {
    for (const source of keptFilesOf(decisions, found, gate)) {
      const because = reasonOf(gate, source, entry.name);
      if (because === undefined) continue;
      yield {
        kind: 'switched-off',
        because,
        isDecided: true,
        says: fillName(gate.says, plainName(entry.name)) ?? '',
        path: source.path,
        hasRecord: true,
        isManaged: source.isManaged,
        canFlip: gate.flips === true && isWritten(gate, source, entry.name),
      };
    }
  }
}

function reasonOf(gate: Gate, { node }: KeptFile, name: string): string | undefined {
  if (gate.none !== undefined && gate.none.values.some((value) => valueAt(node, gate.none?.key) === value))
    return `"${gate.none.key}" switches all servers off`;
  if (gate.off !== undefined && holdsName(valueAt(node, gate.off), name, gate.names)) return `"${gate.off}" names it`;
  if (gate.member !== undefined && isOff(valueAt(node, spelledBy(gate.names, name)), gate.member)) return 'it is switched off';
  const only = valueAt(node, gate.only);
  if (!Array.isArray(only) || (only.length === 0 && gate.emptyIsNone === true)) return undefined;
  return holdsName(only, name, gate.names) ? undefined : `"${gate.only}" does not name it`;
}

/** Whether the switch names the server itself, and not by a pattern. */
function isWritten(gate: Gate, { node }: KeptFile, name: string): boolean {
  if (gate.member !== undefined) return true;
  return holdsName(valueAt(node, gate.off), spelledBy(gate.names, name), undefined);
}

function isOff(value: Value | undefined, { key, off }: NonNullable<Gate['member']>): boolean {
  return isMap(value) && value.get(key) === off;
}

function* untrusted(decisions: Decisions, found: ClientFacts, file: ConfigFileFacts): Generator<ClosedGate> {
  const { trust, name } = found.client;
  const isStopped = trust !== undefined && (trust.stops === 'all' || file.scope === 'project' || file.scope === 'local');
  if (!isStopped) return;
  const verdict = trustOf(decisions, found, trust);
  if (verdict.kind !== 'untrusted') return;
  // A person's own servers in a directory that is no project: nobody wants to work there.
  if (!verdict.isDecided && file.scope === 'global' && !decisions.folder.isProject) return;
  yield {
    kind: 'folder-not-trusted',
    because:
      verdict.variable === undefined
        ? verdict.isDecided
          ? `${name} is set not to trust this folder`
          : `${name} does not trust this folder yet`
        : `${verdict.variable} makes ${name} trust no folder`,
    isDecided: verdict.isDecided,
    says: verdict.variable === undefined ? trust.says : 'Unset that variable.',
    path: verdict.path,
    hasRecord: verdict.isDecided && verdict.variable === undefined,
    isManaged: false,
  };
}

function* unapproved(decisions: Decisions, found: ClientFacts, file: ConfigFileFacts, entry: ServerEntry): Generator<ClosedGate> {
  const { approval, name } = found.client;
  if (approval === undefined || !approval.scopes.includes(file.scope)) return;
  const verdict = approvalOf(decisions, found, approval, entry);
  if (verdict.kind === 'approved' || verdict.kind === 'unknown') return;
  if ((verdict.kind === 'pending' || verdict.kind === 'uncounted') && (!found.installed || decisions.folder.isHome)) return;
  yield {
    kind: 'not-approved',
    because: {
      pending: `not approved in ${name} yet`,
      refused: `refused in ${name}`,
      changed: `changed since it was approved in ${name}`,
      uncounted: `its approval counts only in a folder that ${name} trusts, and it does not trust this one yet`,
    }[verdict.kind],
    isDecided: verdict.kind === 'refused',
    command: approval.command === undefined ? undefined : fillName(approval.command, shellWord(entry.name, decisions.where.platform)),
    says: approval.says,
    path: verdict.path,
    hasRecord: verdict.kind !== 'pending',
    since: verdict.kind === 'refused' ? undefined : verdict.kind === 'uncounted' ? verdict.since : approval.since,
    isManaged: false,
  };
}

/** A text with the name of a server in it; `undefined` where the name cannot stand there as it is. */
function fillName(text: string, word: string | undefined): string | undefined {
  if (!text.includes('{server}')) return text;
  return word === undefined ? undefined : text.replaceAll('{server}', () => word);
}

/** What is typed into a client is not read by a shell, so nothing can be quoted there. */
function plainName(name: string): string | undefined {
  return /^[\w.@/-]+$/.test(name) ? name : undefined;
}

/** Whether a config file holds lists or switches for the servers of its client. */
export function holdsGate(client: Client, { root }: Pick<ConfigFileFacts, 'root'>): boolean {
  return (client.gates ?? []).some(({ at, in: place, off, only }) => {
    if (place !== undefined) return false;
    const node = findNode(
      root,
      at.filter((step) => typeof step === 'string'),
    );
    return [off, only].some((key) => valueAt(node, key) !== undefined);
  });
}
