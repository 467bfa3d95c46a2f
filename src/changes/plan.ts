import {
  changeEntry,
  isOursByShape,
  locate,
  type Client,
  type ConfigPlace,
  type RecordedAddition,
  type Reading,
  type Scope,
  readingOf,
  switchEntry,
  type Where,
} from '../clients/index.ts';
import { loadFormat } from '../formats/index.ts';
import type { FileChange } from './change.ts';
import { isFamily } from '../machine/index.ts';
import type { ClientFacts, ConfigFileFacts, Facts } from '../machine/index.ts';
import type { System } from '../system/index.ts';
import { otherScopeNote, type EntryChoice } from './snap-entry.ts';
import { findTargets, type Selection, type Targets } from './targets.ts';

/** One entry that a person wants to set, remove or switch in the files of some clients. */
export type EntryRequest = {
  readonly name: string;
  /** Undefined: global where the client has it, else project. */
  readonly scope: Scope | undefined;
} & (
  | {
      readonly action: 'set';
      /** Replace an entry of the same name that starts something else. */
      readonly force: boolean;
      /** How a person chooses another name, as the beginning of a sentence. */
      readonly otherName?: string | undefined;
      /** Replace environment, headers and start directory completely; without it, those that the entry has in addition are kept. */
      readonly exact?: boolean | undefined;
      /** The entry to write for a client and a place. */
      readonly choose: (client: Client, place: ConfigPlace) => EntryChoice;
    }
  | {
      readonly action: 'remove';
      /** Do not remove an entry that starts something other than snap. */
      readonly onlyOurs: boolean;
      /** What the journal recorded when it was added, by file. */
      readonly recorded?: ReadonlyMap<string, RecordedAddition> | undefined;
    }
  | {
      readonly action: 'switch';
      readonly on: boolean;
    }
);

/** What will happen at one client. */
export type PlannedStep =
  | {
      readonly kind: 'change';
      readonly action: 'set' | 'remove' | 'switch-on' | 'switch-off';
      readonly name: string;
      readonly client: Client;
      readonly scope: Scope;
      readonly path: string;
      readonly change: FileChange;
      /** Whether the file had an entry of this name when it was read. */
      readonly existed: boolean;
      /** The entry alone, for pasting where it cannot be written. */
      readonly snippet: string | undefined;
      readonly warning: string | undefined;
      /** What would be wrong then, and what a person may have to do about it. */
      readonly doubts?: readonly string[] | undefined;
    }
  | { readonly kind: 'manual'; readonly name: string; readonly client: Client; readonly steps: string }
  | {
      readonly kind: 'refused';
      readonly name: string;
      readonly client: Client;
      readonly path?: string | undefined;
      readonly message: string;
      readonly hint?: string | undefined;
      /** What an answer of the person could still give. */
      readonly needs?: 'workspace';
    };

/** `named`: the person named the clients, so those that are set up by hand are written too. */
export interface PlanOptions {
  readonly named: boolean;
  readonly where: Where;
}

/** Plans one entry for each client of `facts`. Reads and writes nothing; loads the formats that are needed. */
export async function planEntries(facts: Facts, request: EntryRequest, options: PlanOptions): Promise<readonly PlannedStep[]> {
  const steps: PlannedStep[] = [];
  for (const found of facts.clients) steps.push(await planEntry(found, request, options));
  return steps;
}

/** The same for one client. */
export async function planEntry(found: ClientFacts, request: EntryRequest, options: PlanOptions): Promise<PlannedStep> {
  const { client } = found;
  const { name } = request;
  const target = chooseTarget(found, request, options.where);
  const noTarget = ({ message, hint }: Target & { kind: 'none' }): PlannedStep => ({ kind: 'refused', name, client, message, hint });
  if (target.kind === 'none' && target.isScope) return noTarget(target);
  if (request.action === 'set' && client.manualSteps !== undefined && isByHand(client, request, options, target)) {
    return { kind: 'manual', name, client, steps: client.manualSteps };
  }
  if (target.kind === 'none') return noTarget(target);
  const { place, path, reading } = target;
  const choice: EntryChoice | undefined = request.action === 'set' ? request.choose(client, place) : undefined;
  if (choice?.kind === 'refused') return { ...choice, name, client, path };
  const about = {
    client,
    path,
    reading,
    home: options.where.home,
    platform: options.where.platform,
    format: await loadFormat(reading.format),
    name,
  };
  const edit =
    request.action === 'switch'
      ? switchEntry({ ...about, on: request.on })
      : changeEntry({
          ...about,
          place,
          isLink: found.files.some((file) => file.path === path && file.target !== undefined),
          server: choice?.server,
          force: request.action === 'set' && request.force,
          exact: request.action === 'set' && request.exact === true,
          otherName: request.action === 'set' ? request.otherName : undefined,
          onlyOurs: request.action === 'remove' && request.onlyOurs,
          recorded: request.action === 'remove' ? request.recorded?.get(path) : undefined,
        });
  if (edit.kind === 'refused') return { kind: 'refused', name, client, path, message: edit.message, hint: edit.hint };
  return {
    kind: 'change',
    action: request.action === 'switch' ? (request.on ? 'switch-on' : 'switch-off') : request.action,
    name,
    client,
    scope: place.scope,
    path,
    change: {
      path,
      project: place.scope === 'project' ? options.where.workspace : undefined,
      // For the journal a switch is a set: it changes one field of the entry.
      about: { client: client.id, scope: place.scope, servers: [name], action: request.action === 'remove' ? 'remove' : 'set' },
      compute: edit.compute,
      foreignLock: client.lock !== undefined,
      // Files of a project are committed and readable by everyone; a person's own files may hold secrets.
      newFileMode: place.scope === 'project' ? 0o644 : 0o600,
    },
    existed: found.files.some(
      (file) => file.path === path && file.scope === place.scope && file.servers.some((server) => server.name === request.name),
    ),
    snippet: edit.snippet,
    warning: warningOf(choice, found, place, name),
  };
}

function warningOf(choice: EntryChoice | undefined, found: ClientFacts, place: ConfigPlace, name: string): string | undefined {
  if (choice?.kind !== 'server') return undefined;
  const isOurs = isOursByShape(choice.server);
  const warnings = [choice.warning, isOurs ? otherScopeNote(found, place, name) : undefined].filter((text) => text !== undefined);
  return warnings.length === 0 ? undefined : warnings.join(' ');
}

/** Clients that are set up by hand are written only when named, and some only with --force because the client does not read the file. */
function isByHand(client: Client, request: EntryRequest, options: PlanOptions, target: Target): boolean {
  if (target.kind === 'none') return true;
  if (client.setup !== 'manual') return false;
  return client.writtenWith === 'force' ? request.action === 'set' && !request.force : !options.named;
}

type Target =
  | { readonly kind: 'file'; readonly place: ConfigPlace; readonly path: string; readonly reading: Reading }
  /** `isScope`: the client has no such scope at all. */
  | { readonly kind: 'none'; readonly message: string; readonly hint?: string | undefined; readonly isScope?: true };

/** The one file of a scope to write: an existing one first, in the registry's order, else the one to create. */
function chooseTarget(found: ClientFacts, request: EntryRequest, where: Where): Target {
  const { client } = found;
  const scope = request.scope ?? defaultScope(client);
  const places = client.files.filter((place) => place.scope === scope && place.write !== 'never');
  if (places.length === 0) return noScope(client, scope);
  const files = found.files.filter((file) => file.scope === scope && file.place.write !== 'never' && !file.ignored);

  const holding = files.find((file) => file.servers.some((server) => server.name === request.name));
  if (holding) return fileTarget(holding);
  const single = files.find((file) => file.state !== 'absent' && !isFamily(file.place));
  if (single) return fileTarget(single);
  for (const place of places) {
    if (place.write !== 'create') continue;
    if (isFamily(place)) return familyTarget(client, place, request.name, where);
    const candidates = files.filter((file) => file.place === place);
    if (candidates.length > 1) {
      return {
        kind: 'none',
        message: `${client.name} is installed more than once, and it is not clear which of its files is in use: ${candidates.map((file) => file.path).join(', ')}.`,
        hint: 'Create the file that you use by hand, then run this again.',
      };
    }
    if (candidates[0]) return fileTarget(candidates[0]);
  }
  const existing = places.find((place) => place.write === 'existing');
  return {
    kind: 'none',
    message: `${client.name} has no file on this machine that snap may create.`,
    hint: existing?.note ?? `See ${client.docs}.`,
  };
}

function fileTarget({ place, path, reading }: ConfigFileFacts): Target {
  return { kind: 'file', place, path, reading };
}

/** The scope that is written by default: global where the client has it, else project. */
export function defaultScope(client: Client): Scope {
  const hasGlobal = client.files.some((place) => place.scope === 'global' && place.write !== 'never');
  return hasGlobal ? 'global' : 'project';
}

function noScope(client: Client, scope: Scope): Target {
  const scopes = [...new Set(client.files.filter((place) => place.write !== 'never').map((place) => place.scope))];
  if (scope === 'managed')
    return {
      kind: 'none',
      message: `The managed files of ${client.name} are managed by an administrator; snap only reads them.`,
      isScope: true,
    };
  if (scopes.length === 0)
    return { kind: 'none', message: `${client.name} keeps its servers in no file of its own.`, hint: `See ${client.docs}.` };
  return { kind: 'none', isScope: true, message: `${client.name} has no ${scope} scope.`, hint: `It has: ${scopes.join(', ')}.` };
}

function familyTarget(client: Client, place: ConfigPlace, name: string, where: Where): Target {
  const pattern = locate(place.at, where)[0];
  if (pattern === undefined) return noScope(client, place.scope);
  // The name becomes part of a path: only characters that every file system accepts.
  const stem =
    name
      .replaceAll(/[^A-Za-z0-9_-]+/g, '-')
      .replaceAll(/^-+|-+$/g, '')
      .slice(0, 60) || 'server';
  return {
    kind: 'file',
    place,
    path: pattern.slice(0, pattern.lastIndexOf('*')) + stem + pattern.slice(pattern.lastIndexOf('*') + 1),
    reading: readingOf(client, place, where),
  };
}

/** One entry at each of the selected assistants. Writes nothing. @param workspace the directory the person named. */
export async function planFor(
  system: System,
  selection: Selection,
  requestFor: (targets: Targets) => Promise<EntryRequest>,
  workspace: string | undefined,
): Promise<{ readonly facts: Facts; readonly steps: readonly PlannedStep[] }> {
  const targets = await findTargets(system, selection, workspace);
  const request = await requestFor(targets);
  return { facts: targets.facts, steps: await planEntries(targets.facts, request, { named: selection.named, where: targets.where }) };
}
