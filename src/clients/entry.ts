import type { CommandForm, EntryForm, UrlForm } from './entry-form.ts';
import type { Server, UrlServer } from './server.ts';
import { isMap, type Value, type ValueMap } from '../formats/index.ts';

/** A server to be written. `surface` and the like are ordinary environment variables by now. */
export type NewServer =
  | {
      readonly kind: 'command';
      readonly command: string;
      readonly args: readonly string[];
      readonly env: ReadonlyMap<string, string>;
      /** Only where the form has it. */
      readonly cwd?: string | undefined;
    }
  | { readonly kind: 'url'; readonly transport: 'http' | 'sse'; readonly url: string; readonly headers: ReadonlyMap<string, string> };

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
  return { fields, drop: transportFields(form).filter((key) => !fields.has(key) && isForeign(form, server, key)) };
}

function commandFields(form: EntryForm, server: NewServer & { kind: 'command' }): ValueMap {
  const { stdio } = form;
  const fields = new Map<string, Value>();
  if (stdio.type !== undefined) fields.set(form.typeKey, stdio.type);
  if (stdio.commandIs === 'list') {
    fields.set(stdio.command, [server.command, ...server.args]);
  } else {
    fields.set(stdio.command, server.command);
    fields.set('args', server.args);
  }
  if (server.env.size > 0) fields.set(stdio.env, server.env);
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
  return fields;
}

/** The fields that say how a server is reached. Everything else in an entry is the person's. */
function transportFields(form: EntryForm): readonly string[] {
  const urls = [form.http, form.sse].flatMap((url) => (url === undefined ? [] : [url.url, url.headersIn ?? url.headers ?? []])).flat();
  const { command, cwd, env } = form.stdio;
  return [...new Set([form.typeKey, command, 'args', env, ...(cwd === undefined ? [] : [cwd]), ...urls, ...(form.reads?.url ?? [])])];
}

/** A url entry keeps no command and a command entry no url; environment, directory and headers of the same kind stay. */
function isForeign(form: EntryForm, server: NewServer, key: string): boolean {
  if (key === form.typeKey) return server.kind === 'url' || form.stdio.type === undefined;
  const isStdioField = [form.stdio.command, 'args', form.stdio.env, form.stdio.cwd].includes(key);
  if (server.kind === 'command') return !isStdioField;
  const url = form[server.transport];
  return key !== (url?.headersIn ?? url?.headers);
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
    return { fields, drop };
  }
  const { headers, headersIn } = { headers: undefined, headersIn: undefined, ...form[server.transport] };
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

function hasOthers(value: Value | undefined, wanted: ReadonlyMap<string, string>): boolean {
  return isMap(value) && [...value.keys()].some((key) => !wanted.has(key));
}

/** The names of an entry's fields that say something beside how the server is reached: they belong to this client. */
export function ownFields(form: EntryForm, value: Value): readonly string[] {
  if (!isMap(value)) return [];
  const known = new Set(['name', 'transport', form.nameKey, form.switch?.key, ...Object.keys(form.always ?? {}), ...transportFields(form)]);
  return [...value.keys()].filter((key) => !known.has(key));
}

/** Reads an entry the way its client does. */
export function readServer(form: EntryForm, value: Value): Server {
  if (!(value instanceof Map)) return { kind: 'other', says: 'the entry is no map of fields' };
  const nested = value.get('transport');
  // Cline's command line writes its fields one level deeper.
  const fields: ValueMap = nested instanceof Map ? new Map([...value, ...nested]) : value;
  const word = text(fields.get(form.typeKey));
  const command = readCommand(form.stdio, fields);
  const url = readUrl(form, fields, word);
  if (command && url) return isWordOf(form, 'stdio', word) || word === undefined ? command : url;
  return command ?? url ?? { kind: 'other', says: describeOther(fields, form) };
}

function readCommand(form: CommandForm, fields: ValueMap): Server | undefined {
  const value = fields.get(form.command);
  const words = Array.isArray(value) ? value.map(String) : typeof value === 'string' ? [value] : [];
  const [command, ...more] = words;
  if (command === undefined) return undefined;
  if (Array.isArray(value) && form.commandIs !== 'list')
    return { kind: 'other', says: `"${form.command}" is a list where this assistant reads text` };
  const args = fields.get('args');
  const cwd = form.cwd === undefined ? undefined : text(fields.get(form.cwd));
  return {
    kind: 'command',
    command,
    args: [...more, ...(Array.isArray(args) ? args.map(String) : typeof args === 'string' ? [args] : [])],
    env: texts(fields.get(form.env)),
    cwd,
  };
}

function readUrl(form: EntryForm, fields: ValueMap, word: string | undefined): UrlServer | undefined {
  const keys = new Set([form.http?.url, form.sse?.url, ...(form.reads?.url ?? [])].filter((key) => key !== undefined));
  for (const key of keys) {
    const url = text(fields.get(key));
    if (url === undefined) continue;
    return { kind: 'url', transport: urlTransport(form, key, word), url, headers: readHeaders(form.http ?? form.sse, fields) };
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

function describeOther(fields: ValueMap, form: EntryForm): string {
  const word = text(fields.get(form.typeKey));
  if (word !== undefined && !['stdio', 'local', 'http', 'sse', 'remote'].includes(word)) return `of the assistant's own kind "${word}"`;
  return `neither "${form.stdio.command}" nor a url is given: it comes from the assistant or an extension, or is incomplete`;
}

/** Whether the client's own switch leaves the entry on. */
export function isEnabled({ switch: own }: Pick<EntryForm, 'switch'>, value: Value): boolean {
  if (own === undefined || !(value instanceof Map)) return true;
  return value.get(own.key) !== own.off && (own.also === undefined || value.get(own.also.key) !== own.also.off);
}

function text(value: Value | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function texts(value: Value | undefined): ReadonlyMap<string, string> {
  if (!(value instanceof Map)) return new Map();
  return new Map([...value].map(([key, item]) => [key, typeof item === 'object' ? '' : String(item)]));
}
