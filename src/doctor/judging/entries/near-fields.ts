import { clients, type EntryForm, serverKeys } from '../../../clients/index.ts';
import { type Member, type Node, findMember } from '../../../formats/index.ts';
import type { EntryFacts, Setup } from '../../setup.ts';
import { fieldOf, fieldsRead, membersOf, serverFields, isNestedWrongly, textOf, urlKeys, ownEntries } from './fields.ts';
import { slipsBetween } from '../../../system/index.ts';
import { isPutAside, isServerAmongServers, serversIn } from './server-shape.ts';

/** What a field is for, independent of its name. */
export type Purpose = 'command' | 'args' | 'env' | 'url' | 'headers' | 'cwd';

/** What people and other assistants call these fields, without upper case and separators. Those of one purpose mean nothing else. */
const others: Readonly<Record<Purpose, readonly string[]>> = {
  command: ['command', 'cmd', 'cmnd', 'commandline', 'executable', 'exec', 'exe', 'program', 'binary', 'bin'],
  args: ['args', 'arg', 'argument', 'arguments', 'argv', 'commandargs', 'cmdargs', 'params', 'parameters'],
  env: ['env', 'envs', 'environment', 'environments', 'envvars', 'envvariables', 'environmentvariables', 'variables'],
  url: ['url', 'uri', 'serverurl', 'httpurl', 'baseurl', 'endpoint', 'sseurl', 'address', 'href', 'link', 'mcpurl', 'remoteurl'],
  headers: ['headers', 'header', 'httpheaders', 'requestheaders'],
  cwd: ['cwd', 'workingdirectory', 'workingdir', 'workdir'],
};

/** The members of an entry whose name is nearly the name that this client reads for a purpose, and whose value fits. */
export function nearFields(target: EntryFacts, purpose: Purpose, name: string): readonly Member[] {
  const own = fieldsRead(target);
  return fieldsOf(target).filter(
    ({ key, value }) =>
      key !== name &&
      !own.has(key) &&
      fits[purpose](value) &&
      (others[purpose].includes(plainKey(key)) || isNear(key, name) || isNearly(key, others[purpose])),
  );
}

/** Whether a key is a slip of this name, and no field that some client has. */
export function isNear(key: string, name: string): boolean {
  const [a, b] = [plainKey(key), plainKey(name)];
  if (a === b) return true;
  return b.length >= 3 && a.length >= 3 && !isFieldOfAny(key) && isOneEditAway(a, b);
}

/** The members that hold the fields of the server, and those beside a nested map of them. */
function fieldsOf(target: EntryFacts): readonly Member[] {
  const fields = serverFields(target);
  return fields === target.entry.fields || fields.kind !== 'map' ? membersOf(target) : fields.members;
}

/** Whether a key is a slip of one of these longer words (`enviroment`). */
function isNearly(key: string, words: readonly string[]): boolean {
  return !isFieldOfAny(key) && words.some((word) => word.length >= 6 && isOneEditAway(plainKey(key), word));
}

let known: ReadonlySet<string> | undefined;

/** Whether some client has a field of this name: then it is not misspelt, but another client's. */
export function isFieldOfAny(key: string): boolean {
  known ??= new Set(clients.flatMap(({ entry }) => [...fieldNames(entry)]));
  return known.has(key);
}

function fieldNames({ fields = [], http, sse, stdio, switch: own }: EntryForm): readonly string[] {
  const names = [stdio.env, stdio.cwd, own?.key, http?.headers, sse?.headers];
  // A second name that a client has for its start directory is a slip in others.
  const ofItsOwn = fields.filter((field) => !others.cwd.includes(plainKey(field)));
  return [...ofItsOwn, ...names.filter((name) => name !== undefined)];
}

const isText = (node: Node): boolean => node.kind === 'scalar' && typeof node.value === 'string' && node.value.trim() !== '';

/** The kinds of value that a field of each purpose may hold. */
const fits: Readonly<Record<Purpose, (node: Node) => boolean>> = {
  command: (node) => (node.kind === 'list' ? node.items.length > 0 : isText(node) && !isAddress(node)),
  args: (node) => node.kind === 'list' || isText(node),
  env: (node) => node.kind === 'map',
  url: (node) => isAddress(node),
  headers: (node) => node.kind === 'map',
  cwd: (node) => isText(node),
};

/** Whether a value is a web address, or a variable that may hold one. */
export function isAddress(node: Node | undefined): boolean {
  return node?.kind === 'scalar' && typeof node.value === 'string' && /^(https?:\/\/|\$|\{)/i.test(node.value);
}

/** Whether a field of an entry is missing, or holds nothing. */
export function isEmptyField(target: EntryFacts, key: string): boolean {
  const value = fieldOf(target, key)?.value;
  if (value === undefined) return true;
  if (value.kind === 'scalar') return value.value === null || (typeof value.value === 'string' && value.value.trim() === '');
  return value.kind === 'list' && value.items.length === 0;
}

/** A key without upper case and separators, which people often confuse. */
export function plainKey(key: string): string {
  return key.toLowerCase().replaceAll(/[-_. ]/g, '');
}

/**
 * Whether one key was written and the other one was meant. A key that starts or ends with a mark was disabled on purpose, and
 * `mcpServers`, which most clients use, is never a misspelling.
 */
export function isMisspelt(written: string, meant: string): boolean {
  if (written === meant || written === 'mcpServers' || !/^[A-Za-z]/.test(written) || !/[A-Za-z]$/.test(written)) return false;
  const [a, b] = [plainKey(written), plainKey(meant)];
  return a === b || a === `${b}s` || (b.length >= 6 && isOneEditAway(a, b));
}

/** One letter more or less, a different one, or two swapped. */
export function isOneEditAway(a: string, b: string): boolean {
  return Math.abs(a.length - b.length) <= 1 && slipsBetween(a, b) <= 1;
}

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
