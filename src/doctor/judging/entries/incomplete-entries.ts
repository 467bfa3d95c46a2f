import { serverKeys } from '../../../clients/index.ts';
import { findMember, type Member } from '../../../formats/index.ts';
import type { EntryFacts, Setup } from '../../setup.ts';
import { fieldOf, isNestedWrongly, textOf } from './fields.ts';
import { urlKeys } from './entry-texts.ts';
import { isAddress, isEmptyField, isNear, nearFields, type Purpose } from './near-fields.ts';
import { ownEntries } from './own-entries.ts';
import { isPutAside, isServerAmongServers, serversIn } from './server-shape.ts';

/** The names under which clients read the address of a server. */
const addressKeys: readonly string[] = ['url', 'serverUrl', 'httpUrl', 'uri', 'baseUrl', 'serverURL', 'server_url', 'endpoint', 'sseUrl'];

/** The address of an entry under a name that its client does not read. */
export function misnamedAddress(target: EntryFacts): Member | undefined {
  const { entry, file } = target;
  const { entry: form } = file.reading;
  if (entry.server.kind !== 'other' || (form.http === undefined && form.sse === undefined)) return undefined;
  if (!isEmptyField(target, form.stdio.command) || urlKeys(target).some((key) => !isEmptyField(target, key))) return undefined;
  const key = addressKeys.find((other) => isAddress(fieldOf(target, other)?.value));
  if (key !== undefined) return fieldOf(target, key);
  const near = urlKeys(target).flatMap((own) => nearFields(target, 'url', own));
  return near.length === 1 || near.every((one) => one === near[0]) ? near[0] : undefined;
}

/** An address in a file of a client that reads no addresses in it. */
export function unreadAddress(target: EntryFacts): string | undefined {
  return ['url', 'serverUrl', 'httpUrl', 'uri'].map((key) => textOf(target, key)).find((text) => /^(https?:\/\/|\$)/.test(text ?? ''));
}

/** The entries that start nothing, without those that another diagnostic explains. */
export function* incompleteEntries(setup: Setup): Generator<EntryFacts> {
  for (const target of ownEntries(setup)) {
    const { entry } = target;
    if (entry.server.kind !== 'other' || !entry.server.isIncomplete || isNote(target) || isPartOfAnother(setup, target)) continue;
    if (!isExplained(target)) yield target;
  }
}

/** A text that people put among the servers to say something: `"_comment": "…"`. */
function isNote({ entry }: EntryFacts): boolean {
  // An item of a list has no name of its own.
  if (isPutAside(entry.name) && entry.at.kind === 'map') return true;
  return entry.fields.kind !== 'map' && /^(comments?|descriptions?|notes?|info|readme|version|todo|docs?_?url)$/i.test(entry.name);
}

/** Whether the client makes one entry of this one and another of the same name. */
function isPartOfAnother({ entries }: Setup, { client, entry, file }: EntryFacts): boolean {
  if (file.reading.entry.withoutStart?.merges !== true || entry.fields.kind !== 'map') return false;
  return entries.some((other) => other.client === client && other.entry.name === entry.name && other.entry.server.kind !== 'other');
}

function isExplained(target: EntryFacts): boolean {
  const { entry, file } = target;
  const { entry: form } = file.reading;
  if (entry.fields.kind !== 'map') return false;
  if (isNestedWrongly(target) || isUnwrapped(target)) return true;
  const command = fieldOf(target, form.stdio.command)?.value;
  // A list, a map, a number: "stale-nesting" and "wrong-value-type".
  if (command !== undefined && !isEmptyField(target, form.stdio.command)) return true;
  const isOfOtherKind = (key: string): boolean => {
    const value = fieldOf(target, key)?.value;
    return value?.kind === 'scalar' && typeof value.value !== 'string' && value.value !== null;
  };
  if (urlKeys(target).some(isOfOtherKind)) return true;
  if (form.http === undefined && form.sse === undefined && unreadAddress(target) !== undefined) return true;
  if (misnamedAddress(target) !== undefined) return true;
  // "double-wrapped" has the servers of `"mcpServers": { "mcpServers": … }`.
  return isWrapperKey(entry.name) && serversIn(entry.fields, isServerAmongServers).length > 0;
}

function isWrapperKey(name: string): boolean {
  return serverKeys.some((key) => key === name || isNear(name, key));
}

/** An item of a list of wrapped entries that lacks the wrapper. */
function isUnwrapped({ entry }: EntryFacts): boolean {
  return entry.at.wrap !== undefined && entry.fields.kind === 'map' && findMember(entry.fields, entry.at.wrap) === undefined;
}

/** The one field that was probably meant to be this one; `undefined` for none or several. */
export function probableField(target: EntryFacts, purpose: Purpose, name: string): Member | undefined {
  if (fieldOf(target, name) !== undefined && !isEmptyField(target, name)) return undefined;
  const near = nearFields(target, purpose, name);
  return near.length === 1 ? near[0] : undefined;
}
