import type { EntryForm, UrlForm } from './entry-form.ts';
import type { CommandServer, UrlServer } from './server.ts';
import { isList, isMap, type Value, type ValueMap } from '../formats/index.ts';
import { maskText } from '../secrets/index.ts';
import type { Variable } from './variables.ts';

/** What an entry takes from the environment by naming a variable in a member of its own, where texts cannot hold one. */

/** The name of the variable in a text that is nothing else, in the spelling of {@link UrlServer.headersFrom}. */
const whole = /^\$\{(\w+)\}$/;
const bearer = /^Bearer \$\{(\w+)\}$/;

function isAuthorization(header: string): boolean {
  return header.toLowerCase() === 'authorization';
}

/** Whether a client has a member for this header, so that its text need not be written. */
export function canNameHeader({ bearerFrom, headersFrom }: UrlForm, header: string, text: string): boolean {
  return (bearerFrom !== undefined && isAuthorization(header) && bearer.test(text)) || (headersFrom !== undefined && whole.test(text));
}

/** The members for these headers. */
export function namedHeaderFields(form: UrlForm, headers: UrlServer['headersFrom']): ReadonlyMap<string, Value> {
  const fields = new Map<string, Value>();
  const others = new Map<string, string>();
  for (const [header, text] of headers ?? []) {
    const token = isAuthorization(header) ? bearer.exec(text)?.[1] : undefined;
    const name = whole.exec(text)?.[1];
    if (token !== undefined && form.bearerFrom !== undefined) fields.set(form.bearerFrom, token);
    else if (name !== undefined) others.set(header, name);
  }
  if (others.size > 0 && form.headersFrom !== undefined) fields.set(form.headersFrom, others);
  return fields;
}

/** The headers that an entry's members name variables for. */
export function readNamedHeaders(form: UrlForm | undefined, fields: ValueMap): Pick<UrlServer, 'headersFrom'> {
  const headers = new Map<string, string>();
  const token = form?.bearerFrom === undefined ? undefined : fields.get(form.bearerFrom);
  if (isName(token)) headers.set(...tokenHeader(form, fields, `\${${token}}`));
  const others = form?.headersFrom === undefined ? undefined : fields.get(form.headersFrom);
  if (isMap(others)) for (const [header, name] of others) if (isName(name)) headers.set(header, `\${${name}}`);
  return headers.size === 0 ? {} : { headersFrom: headers };
}

/** The header in which an entry sends its token. */
export function tokenHeader(form: UrlForm | undefined, fields: ValueMap, token: string): readonly [name: string, value: string] {
  const { format, header } = form?.bearerAs ?? {};
  const name = header === undefined ? undefined : fields.get(header);
  const text = format === undefined ? undefined : fields.get(format);
  return [
    typeof name === 'string' && name !== '' ? name : 'Authorization',
    (typeof text === 'string' ? text : 'Bearer {token}').replaceAll('{token}', () => token),
  ];
}

/** The variables that an entry names to be passed on. Codex also takes `{ name, source }`; another source is another machine. */
export function readNamedVariables({ envNames }: EntryForm, fields: ValueMap): Pick<CommandServer, 'passes'> {
  const list = envNames === undefined ? undefined : fields.get(envNames);
  if (!isList(list)) return {};
  const names = list.map((item) => (isMap(item) && (item.get('source') ?? 'local') === 'local' ? item.get('name') : item)).filter(isName);
  return names.length === 0 ? {} : { passes: names };
}

function isName(value: Value | undefined): value is string {
  return typeof value === 'string' && /^\w+$/.test(value);
}

/** A reference as it may be shown: its default and its command may hold a secret. */
export function showVariable({ dialect, fallback, name, spelling }: Pick<Variable, 'name' | 'spelling'> & Partial<Variable>): string {
  if (fallback !== undefined || spelling.includes(':-')) return `\${${name}:-…}`;
  if (dialect === '$(command)' || dialect === '${cmd: command}' || dialect === '$: command') return dialect;
  return maskText(spelling);
}
