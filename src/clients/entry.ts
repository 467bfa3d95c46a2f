import type { CommandForm, EntryForm, UrlForm } from './entry-form.ts';
import { limitFields, limitKeys, readLimits } from './limits.ts';
import { namedHeaderFields, readNamedHeaders, readNamedVariables } from './named-variables.ts';
import { isSocketOf, type CommandServer, type Limits, type OtherServer, type Server, type UrlServer } from './server.ts';
import { isMap, type Value, type ValueMap } from '../formats/index.ts';
import { isOneWord, shellWords } from '../text/index.ts';

/** A server to be written. `surface` and the like are ordinary environment variables by now. */
export type NewServer =
  | {
      readonly kind: 'command';
      readonly command: string;
      readonly args: readonly string[];
      readonly env: ReadonlyMap<string, string>;
      /** Names for the form's `envNames`; only where it has that. */
      readonly passes?: CommandServer['passes'];
      /** Only where the form has it. */
      readonly cwd?: string | undefined;
      readonly limits?: Limits | undefined;
    }
  | {
      readonly kind: 'url';
      readonly transport: 'http' | 'sse';
      readonly url: string;
      readonly headers: ReadonlyMap<string, string>;
      /** Names of variables for the form's `envNames`, where texts of the entry refer to them. */
      readonly passes?: CommandServer['passes'];
      /** Only what the form has members for. */
      readonly headersFrom?: UrlServer['headersFrom'];
      /** A command line that prints further headers; only where the form has `headersCommand`. */
      readonly headersCommand?: string;
      readonly limits?: Limits | undefined;
    };

/** What to write into an entry, and what to remove from one that exists already. */
export interface Spelled {
  readonly fields: ValueMap;
  readonly drop: readonly string[];
}

/** What of a server a client has no field for; `undefined` when it can be spelled. */
export function unspellable(form: EntryForm, server: NewServer): 'transport' | 'headers' | 'cwd' | undefined {
  if (server.kind === 'command') return server.cwd !== undefined && form.stdio.cwd === undefined ? 'cwd' : undefined;
  const url = form[server.transport];
  if (url === undefined) return 'transport';
  return server.headers.size > 0 && url.headers === undefined ? 'headers' : undefined;
}

/** An entry in the client's own spelling; `undefined` when the client cannot express it ({@link unspellable} says what). */
export function spellEntry(form: EntryForm, name: string, server: NewServer): Spelled | undefined {
  if (unspellable(form, server) !== undefined) return undefined;
  const own = server.kind === 'command' ? commandFields(form, server) : urlFields(form, server);
  if (own === undefined) return undefined;
  const fields = new Map<string, Value>();
  if (form.nameKey !== undefined) fields.set(form.nameKey, name);
  for (const [key, value] of own) fields.set(key, value);
  for (const [key, value] of Object.entries(form.always ?? {})) fields.set(key, value);
  for (const [key, value] of limitFields(form, server.limits)) fields.set(key, value);
  return {
    fields,
    drop: [...transportFields(form), ...headerCommandKeys(form)].filter((key) => !fields.has(key) && isForeign(form, server, key)),
  };
}

function commandFields(form: EntryForm, server: NewServer & { kind: 'command' }): ValueMap {
  const { stdio } = form;
  const fields = new Map<string, Value>();
  if (stdio.type !== undefined) fields.set(form.typeKey, stdio.type);
  if (stdio.commandIs === 'list') {
    fields.set(stdio.command, [server.command, ...server.args]);
  } else {
    const isSplit = splitsText(stdio, server.args.length > 0) && !isOneWord(server.command);
    fields.set(stdio.command, isSplit ? [server.command] : server.command);
    fields.set('args', server.args);
  }
  if (server.env.size > 0) fields.set(stdio.env, server.env);
  if (form.envNames !== undefined && (server.passes?.length ?? 0) > 0) fields.set(form.envNames, server.passes ?? []);
  if (server.cwd !== undefined && stdio.cwd !== undefined) fields.set(stdio.cwd, server.cwd);
  return fields;
}

function urlFields(form: EntryForm, server: NewServer & { kind: 'url' }): ValueMap | undefined {
  const url = form[server.transport];
  if (url === undefined) return undefined;
  const fields = new Map<string, Value>();
  if (url.type !== undefined) fields.set(form.typeKey, url.type);
  fields.set(url.url, server.url);
  if (url.headers !== undefined && server.headers.size > 0) {
    if (url.headersIn === undefined) fields.set(url.headers, server.headers);
    else fields.set(url.headersIn, new Map([[url.headers, server.headers]]));
  }
  for (const [key, value] of namedHeaderFields(url, server.headersFrom)) fields.set(key, value);
  if (url.headersCommand !== undefined && server.headersCommand !== undefined) fields.set(url.headersCommand, server.headersCommand);
  if (form.envNames !== undefined && (server.passes?.length ?? 0) > 0) fields.set(form.envNames, server.passes ?? []);
  return fields;
}

/** The fields that say how a server is reached. Everything else in an entry is the person's. */
function transportFields(form: EntryForm): readonly string[] {
  const urls = [form.http, form.sse].flatMap((url) => (url === undefined ? [] : [url.url, ...headerKeys(url)]));
  return [...new Set([form.typeKey, ...stdioKeys(form), ...urls, ...(form.reads?.url ?? [])])];
}

function stdioKeys({ envNames, stdio: { command, cwd, env } }: EntryForm): readonly string[] {
  return [command, 'args', env, cwd, envNames].filter((key) => key !== undefined);
}

function headerKeys({ bearerFrom, headers, headersFrom, headersIn }: UrlForm): readonly string[] {
  return [headersIn ?? headers, bearerFrom, headersFrom].filter((key) => key !== undefined);
}

/** No part of the transport: a copy of the entry for another client cannot have it. */
function headerCommandKeys({ http, sse }: EntryForm): readonly string[] {
  return [...new Set([http?.headersCommand, sse?.headersCommand].filter((key) => key !== undefined))];
}

/** A url entry keeps no command and a command entry no url; environment, directory and headers of the same kind stay. */
function isForeign(form: EntryForm, server: NewServer, key: string): boolean {
  if (key === form.typeKey) return server.kind === 'url' || form.stdio.type === undefined;
  if (server.kind === 'command') return !stdioKeys(form).includes(key);
  const url = form[server.transport];
  // Texts of a remote entry may refer to them (goose); Codex refuses the file.
  if (key === form.envNames) return form.commandAndUrl === 'rejected';
  return url === undefined || ![...headerKeys(url), url.headersCommand].includes(key);
}

/**
 * What an existing entry has beyond this server in its environment, headers or start directory: the fields to remove whole, and
 * what of them stays. For making the two mean the same; {@link spellEntry} alone keeps what it does not set.
 */
export function surplus(form: EntryForm, server: NewServer, before: ValueMap): Spelled {
  const fields = new Map<string, Value>();
  const drop: string[] = [];
  if (server.kind === 'command') {
    const { cwd, env } = form.stdio;
    if (hasOthers(before.get(env), server.env)) drop.push(env);
    if (cwd !== undefined && server.cwd === undefined && before.has(cwd)) drop.push(cwd);
    if (form.envNames !== undefined && (server.passes?.length ?? 0) === 0 && before.has(form.envNames)) drop.push(form.envNames);
    return { fields, drop };
  }
  const url = form[server.transport];
  const { headers, headersIn } = { headers: undefined, headersIn: undefined, ...url };
  const named = url === undefined ? new Map<string, Value>() : namedHeaderFields(url, server.headersFrom);
  for (const key of [url?.bearerFrom, url?.headersFrom]) {
    if (key === undefined || !before.has(key)) continue;
    const wanted = named.get(key);
    if (wanted === undefined || (isMap(wanted) && hasOthers(before.get(key), wanted))) drop.push(key);
  }
  if (headers === undefined) return { fields, drop };
  const outer = headersIn === undefined ? before : before.get(headersIn);
  if (!isMap(outer) || !hasOthers(outer.get(headers), server.headers)) return { fields, drop };
  drop.push(headersIn ?? headers);
  if (headersIn === undefined) return { fields, drop };
  const kept = new Map<string, Value>([...outer].filter(([key]) => key !== headers));
  if (server.headers.size > 0) kept.set(headers, server.headers);
  if (kept.size > 0) fields.set(headersIn, kept);
  return { fields, drop };
}

function hasOthers(value: Value | undefined, wanted: ReadonlyMap<string, unknown>): boolean {
  return isMap(value) && [...value.keys()].some((key) => !wanted.has(key));
}

/** The names of an entry's fields that say more than how the server is reached and what its limits are: they belong to this client. */
export function ownFields(form: EntryForm, value: Value): readonly string[] {
  if (!isMap(value)) return [];
  const always = Object.keys(form.always ?? {});
  const known = new Set(['name', 'transport', form.nameKey, form.switch?.key, ...always, ...transportFields(form), ...limitKeys(form)]);
  return [...value.keys()].filter((key) => !known.has(key));
}

/** Reads an entry the way its client does. */
export function readServer(form: EntryForm, value: Value): Server {
  if (!(value instanceof Map)) return { kind: 'other', isIncomplete: true, says: 'the entry is not a map of fields' };
  const nested = value.get('transport');
  // Cline's command line writes its fields one level deeper.
  const fields: ValueMap = nested instanceof Map ? new Map([...value, ...nested]) : value;
  const word = [form.typeKey, ...(form.reads?.typeKeys ?? [])].map((key) => text(fields.get(key))).find((found) => found !== undefined);
  const command = readCommand(form, fields);
  const url = readUrl(form, fields, word);
  if (command && url) return isWordOf(form, 'stdio', word) || word === undefined ? command : url;
  return command ?? url ?? otherServer(form, fields);
}

function readCommand(entry: EntryForm, fields: ValueMap): Server | undefined {
  const form: CommandForm = entry.stdio;
  const value = fields.get(form.command) ?? (form.orCommand === undefined ? undefined : fields.get(form.orCommand));
  const args = fields.get('args');
  const words = Array.isArray(value) ? value.map(wordText) : typeof value === 'string' ? commandWords(form, value, args) : [];
  const [command, ...more] = words;
  if (command === undefined || command.trim() === '') return undefined;
  if (Array.isArray(value) && form.commandIs !== 'list' && form.orList === undefined)
    return { kind: 'other', isIncomplete: true, says: `"${form.command}" is a list where this assistant reads text` };
  const cwd = form.cwd === undefined ? undefined : text(fields.get(form.cwd));
  return {
    kind: 'command',
    command,
    args: [...more, ...(Array.isArray(args) ? args.map(wordText) : typeof args === 'string' ? [args] : [])],
    env: texts(fields.get(form.env)),
    ...readNamedVariables(entry, fields),
    cwd,
    ...readLimits(entry, fields),
  };
}

/** The program of an entry, and the arguments that stand in the same text as the program. */
export function commandWords(form: CommandForm, text: string, args: Value | undefined): readonly string[] {
  return splitsText(form, Array.isArray(args) && args.length > 0) ? (shellWords(text) ?? [text]) : [text];
}

function splitsText({ splits }: CommandForm, hasArguments: boolean): boolean {
  return splits === 'always' || (splits === 'alone' && !hasArguments);
}

function readUrl(form: EntryForm, fields: ValueMap, word: string | undefined): UrlServer | OtherServer | undefined {
  const keys = new Set([form.http?.url, form.sse?.url, ...(form.reads?.url ?? [])].filter((key) => key !== undefined));
  for (const key of keys) {
    const url = text(fields.get(key));
    if (url === undefined || url.trim() === '') continue;
    if (isSocketOf(form, url, word)) return { kind: 'other', isIncomplete: false, says: 'called over WebSocket' };
    const transport = urlTransport(form, key, word);
    const headers = readHeaders(form.http ?? form.sse, fields);
    return { kind: 'url', transport, url, headers, ...readNamedHeaders(form.http ?? form.sse, fields), ...readLimits(form, fields) };
  }
  return undefined;
}

function readHeaders(form: UrlForm | undefined, fields: ValueMap): ReadonlyMap<string, string> {
  if (form?.headers === undefined) return new Map();
  const outer = form.headersIn === undefined ? fields : fields.get(form.headersIn);
  return outer instanceof Map ? texts(outer.get(form.headers)) : new Map();
}

function urlTransport(form: EntryForm, key: string, word: string | undefined): UrlServer['transport'] {
  if (word !== undefined) {
    if (isWordOf(form, 'sse', word) && isWordOf(form, 'http', word)) return 'either';
    if (isWordOf(form, 'http', word)) return 'http';
    if (isWordOf(form, 'sse', word)) return 'sse';
    return isWordOf(form, 'stdio', word) || hasWords(form) ? 'unknown' : untyped(form);
  }
  // Clients that tell the two apart by the field's name (Qwen Code's httpUrl).
  if (form.http !== undefined && form.sse !== undefined && form.http.url !== form.sse.url) {
    if (key === form.http.url) return 'http';
    if (key === form.sse.url) return 'sse';
  }
  return untyped(form);
}

function untyped(form: EntryForm): UrlServer['transport'] {
  return form.untypedUrl === 'dropped' ? 'unknown' : form.untypedUrl;
}

function hasWords(form: EntryForm): boolean {
  return [form.http, form.sse].some((url: UrlForm | undefined) => url?.type !== undefined);
}

function isWordOf(form: EntryForm, transport: 'stdio' | 'http' | 'sse', word: string | undefined): boolean {
  return word !== undefined && (form[transport]?.type === word || (form.reads?.[transport]?.includes(word) ?? false));
}

/** An entry without a command and an address: one of the client's own kinds, or one that starts nothing. */
function otherServer(form: EntryForm, fields: ValueMap): Server {
  const word = text(fields.get(form.typeKey));
  const { fields: marks = [], only = [], types = {}, is = 'brought by the assistant or an extension' } = form.withoutStart ?? {};
  const known = word !== undefined && Object.hasOwn(types, word) ? types[word] : undefined;
  if (known !== undefined) return { kind: 'other', isIncomplete: false, says: known };
  const isOwnWord = word !== undefined && form.fields === undefined && !usualWord.test(word);
  if (isOwnWord) return { kind: 'other', isIncomplete: false, says: `of the assistant's own kind "${word}"` };
  const names = [...fields.keys()];
  const isOwn = names.some((name) => marks.includes(name)) || (names.length > 0 && names.every((name) => only.includes(name)));
  if (isOwn) return { kind: 'other', isIncomplete: false, says: is };
  return { kind: 'other', isIncomplete: true, says: 'neither a command nor an address' };
}

/** What assistants call the transports; another word may be a kind of its own where the sources name no fields. */
const usualWord = /^(stdio|local|command|https?|sse|remote|url|streamable.*|http.*)$/i;

/** Whether the client's own switch leaves the entry on. */
export function isEnabled({ switch: own }: Pick<EntryForm, 'switch'>, value: Value): boolean {
  if (own === undefined || !(value instanceof Map)) return true;
  return value.get(own.key) !== own.off && (own.also === undefined || value.get(own.also.key) !== own.also.off);
}

function text(value: Value | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** A word of a command line. A list or a map is none; `wrong-value-type` says so. */
function wordText(item: Value): string {
  if (item instanceof Map) return '{…}';
  return typeof item === 'object' && item !== null ? '[…]' : String(item);
}

function texts(value: Value | undefined): ReadonlyMap<string, string> {
  if (!(value instanceof Map)) return new Map();
  return new Map([...value].map(([key, item]) => [key, typeof item === 'object' ? '' : String(item)]));
}
