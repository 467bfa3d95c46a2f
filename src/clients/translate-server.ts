import type { Client, ConfigPlace } from './client.ts';
import type { EntryForm } from './entry-form.ts';
import { unspellable, type NewServer } from './entry.ts';
import { brokenNameRule, inexpressible } from './inexpressible.ts';
import { lostLimits } from './limits.ts';
import { canNameHeader, showVariable } from './named-variables.ts';
import type { CommandServer, Limits, Server, TextKind, UrlServer } from './server.ts';
import {
  meaningFor,
  environmentNames,
  neutral,
  neutralText,
  replacedIn,
  translate,
  type ClientFile,
  type Translated,
} from './variables.ts';

/** A server as one file of one client has it. */
export interface PlacedServer {
  readonly server: Server;
  readonly client: Client;
  readonly place: ConfigPlace;
}

/** A file of a client, for which a server is to be written. */
export type Destination = Omit<PlacedServer, 'server'>;

/** A server for another client, or why that client cannot have it. */
export type TranslatedServer =
  | {
      readonly kind: 'server';
      readonly server: NewServer;
      /** What of the source's limits the other client has no member for, in words. */
      readonly lost?: ReturnType<typeof lostLimits> | undefined;
    }
  | { readonly kind: 'refused'; readonly message: string; readonly hint?: string };

/** How a client spells an entry in this file. */
export function formOf({ client, place }: Destination): EntryForm {
  return place.entry ?? client.entry;
}

/**
 * Whether two entries reach the same server in the same way, each read as its client reads it: command, arguments and directory,
 * or address; names and values of environment and headers, whatever the dialect of the variables in them. The switch and a
 * client's own settings do not count.
 */
export function sameServer(a: PlacedServer, b: PlacedServer): boolean {
  if (a.server.kind === 'command' && b.server.kind === 'command') {
    const [left, right] = [a.server, b.server];
    const environment = ({ env, passes }: CommandServer, clientFile: ClientFile): string =>
      pairs(env, clientFile, new Map((passes ?? []).filter((name) => !env.has(name)).map((name) => [name, `\${${name}}`])), 'variable');
    return commandLine(left, a) === commandLine(right, b) && environment(left, a) === environment(right, b);
  }
  if (a.server.kind === 'url' && b.server.kind === 'url') {
    const [left, right] = [a.server, b.server];
    return (
      sameTransport(left.transport, right.transport) &&
      meaningFor(left.url, a, 'url') === meaningFor(right.url, b, 'url') &&
      // Names of headers are the same in capitals: https://www.rfc-editor.org/rfc/rfc9110#name-field-names
      headerPairs(left, a) === headerPairs(right, b)
    );
  }
  return false;
}

/** The same for all servers that {@link sameServer} takes for one, so that many can be grouped before any two are compared. */
export function comparisonKey(one: PlacedServer): string {
  const { server } = one;
  return server.kind === 'command' ? commandLine(server, one) : server.kind === 'url' ? meaningFor(server.url, one, 'url') : '';
}

function sameTransport(a: string, b: string): boolean {
  if (a === 'unknown' || b === 'unknown') return a === b;
  return a === b || a === 'either' || b === 'either';
}

function commandLine({ args, command, cwd }: CommandServer, clientFile: ClientFile): string {
  const say = (text: string, kind: TextKind): string => meaningFor(text, clientFile, kind);
  return JSON.stringify([say(command, 'command'), args.map((arg) => say(arg, 'argument')), cwd === undefined ? null : say(cwd, 'cwd')]);
}

function headerPairs({ headers, headersFrom }: UrlServer, clientFile: ClientFile): string {
  return pairs(lowerCase(headers), clientFile, lowerCase(headersFrom), 'header');
}

/** @param named what the entry only names variables for, in the neutral spelling; it wins over a text of the same name. */
function pairs(values: ReadonlyMap<string, string>, clientFile: ClientFile, named: ReadonlyMap<string, string>, kind: TextKind): string {
  const said = (texts: ReadonlyMap<string, string>, reader: ClientFile): readonly string[] =>
    [...texts].map(([name, value]) => JSON.stringify([name, meaningFor(value, reader, kind)]));
  const others = new Map([...values].filter(([name]) => !named.has(name)));
  return JSON.stringify([...said(others, clientFile), ...said(named, neutral)].toSorted((a, b) => (a < b ? -1 : 1)));
}

function lowerCase(headers: ReadonlyMap<string, string> | undefined): ReadonlyMap<string, string> {
  return new Map([...(headers ?? [])].map(([name, value]) => [name.toLowerCase(), value]));
}

/**
 * A server of one client for the file of another, in the other's spelling, or why the other cannot have it. Says nothing about
 * whether copying it is wise.
 */
export function translateServer(name: string, from: PlacedServer, to: Destination): TranslatedServer {
  const rule = brokenNameRule(to.client, name);
  if (rule !== undefined) return { kind: 'refused', message: rule };
  const chosen = chooseServer(from);
  return chosen.kind === 'refused' ? chosen : translateNew(chosen.server, from, to);
}

/** A server in the spelling of one client in the spelling of another. */
export function translateNew(server: NewServer, from: Destination, to: Destination): TranslatedServer {
  if (unspellable(formOf(to), server) !== undefined) return { kind: 'refused', ...inexpressible(to.client, formOf(to), server) };
  const translated = translateTexts(server, from, to);
  // A header that the source only names needs a member for headers in the other.
  if (translated.kind === 'server' && unspellable(formOf(to), translated.server) !== undefined)
    return { kind: 'refused', ...inexpressible(to.client, formOf(to), translated.server) };
  return translated;
}

/** What is to be written, with the source's own variables still in it. */
function chooseServer({ client, server }: PlacedServer): TranslatedServer {
  switch (server.kind) {
    case 'command':
      return { kind: 'server', server };
    case 'url': {
      if (server.transport === 'unknown')
        return {
          kind: 'refused',
          message: `${client.name} does not read this entry itself: the type is missing or unknown.`,
          hint: `Fix the entry first; see ${client.docs}.`,
        };
      const transport = server.transport === 'either' ? likelyTransport(server.url) : server.transport;
      return { kind: 'server', server: { ...server, transport } };
    }
    case 'other':
      return { kind: 'refused', message: `It cannot be copied: ${server.says}.` };
    default:
      return server satisfies never;
  }
}

/**
 * For an entry of a client that tries both transports, translated for a client whose entry must name one. By convention, addresses of
 * the older transport end in `/sse`.
 */
function likelyTransport(url: string): 'http' | 'sse' {
  return /\/sse\/?([?#]|$)/.test(url) ? 'sse' : 'http';
}

/** One text at a time, so that the message can name the first one that cannot be translated. */
function translateTexts(server: NewServer, from: Destination, to: Destination): TranslatedServer {
  const problems: TranslatedServer[] = [];
  const isListed = to.client.variablesFrom === 'entry' && formOf(to).envNames !== undefined;
  const listed = new Set<string>();
  const attempt: Translation['attempt'] = (text, where, kind, reader = from) => {
    const translated = translate(text, reader, to, { kind, isListed });
    if (translated.kind === 'text') {
      if (isListed) for (const name of environmentNames(text, reader, kind)) listed.add(name);
      return translated.text;
    }
    problems.push(refusal(translated, where, from, to));
    return undefined;
  };
  const say = (text: string, where: string, kind: TextKind): string => attempt(text, where, kind) ?? text;
  const { limits, lost } = translateLimits(server.limits, from, to);
  const translated: NewServer =
    server.kind === 'command'
      ? {
          kind: 'command',
          command: say(server.command, 'the command', 'command'),
          args: server.args.map((arg) => say(arg, 'an argument', 'argument')),
          ...environmentFor(server, { from, to, attempt }),
          cwd: server.cwd === undefined ? undefined : say(server.cwd, 'the start directory', 'cwd'),
          limits,
        }
      : { ...server, url: say(server.url, 'the address', 'url'), ...headersFor(server, { from, to, attempt }), limits };
  const passes = [...new Set([...(translated.passes ?? []), ...listed])];
  return problems[0] ?? { kind: 'server', server: passes.length === 0 ? translated : { ...translated, passes }, lost };
}

interface Translation {
  readonly from: Destination;
  readonly to: Destination;
  /** Undefined: it cannot be said there, which is noted. */
  readonly attempt: (text: string, where: string, kind: TextKind, reader?: Destination) => string | undefined;
}

/** Variables as text where the client fills them in, else by name where it passes them on. */
function environmentFor(
  { env, passes = [] }: NewServer & { kind: 'command' },
  { attempt, from, to }: Translation,
): Pick<NewServer & { kind: 'command' }, 'env' | 'passes'> {
  const texts = new Map<string, string>();
  const names: string[] = [];
  const canName = formOf(to).envNames !== undefined;
  for (const [name, value] of env) {
    const isItself =
      canName &&
      translate(value, from, to, { kind: 'variable' }).kind === 'refused' &&
      neutralText(value, from, 'variable') === `\${${name}}`;
    if (isItself) names.push(name);
    else texts.set(name, attempt(value, `the variable ${name}`, 'variable') ?? value);
  }
  for (const name of passes) {
    if (env.has(name)) continue;
    if (canName) names.push(name);
    else texts.set(name, attempt(`\${${name}}`, `the variable ${name}`, 'variable', neutralIn(from)) ?? '');
  }
  return { env: texts, ...(names.length === 0 ? {} : { passes: names }) };
}

/** The same for headers. */
function headersFor(
  { headers, headersFrom = new Map(), transport }: NewServer & { kind: 'url' },
  { attempt, from, to }: Translation,
): Pick<NewServer & { kind: 'url' }, 'headers' | 'headersFrom'> {
  const form = formOf(to)[transport];
  const texts = new Map<string, string>();
  const named = new Map<string, string>();
  const canName = (header: string, text: string | undefined): text is string =>
    form !== undefined && text !== undefined && canNameHeader(form, header, text);
  const byName = new Map([...headersFrom].map((pair) => [pair[0].toLowerCase(), pair] as const));
  for (const [header, value] of headers) {
    if (byName.has(header.toLowerCase())) continue;
    const text = translate(value, from, to, { kind: 'header' }).kind === 'refused' ? neutralText(value, from, 'header') : undefined;
    if (canName(header, text)) named.set(header, text);
    else texts.set(header, attempt(value, `the header ${header}`, 'header') ?? value);
  }
  for (const [header, text] of byName.values()) {
    if (canName(header, text)) named.set(header, text);
    else texts.set(header, attempt(text, `the header ${header}`, 'header', neutralIn(from)) ?? '');
  }
  return { headers: texts, headersFrom: named.size === 0 ? undefined : named };
}

/** For texts that an entry names by a member, in a client whose own texts have another spelling or none. */
function neutralIn(from: Destination): Destination {
  return readingEverywhere(from, neutral.client.variables);
}

/** The same file, as if its client filled in these in every text. */
export function readingEverywhere({ client, place }: Destination, variables: readonly string[]): Destination {
  const kinds: readonly TextKind[] = ['command', 'argument', 'variable', 'header', 'url', 'cwd'];
  return { client: { ...client, variables, variablesOnlyIn: kinds, commandVariables: variables }, place: { ...place, variables } };
}

/** Names of tools with patterns in them mean something else to another client. */
function translateLimits(limits: Limits | undefined, from: Destination, to: Destination) {
  const hasPatterns = [...(limits?.only ?? []), ...(limits?.without ?? [])].some((name) => /[*?()]/.test(name));
  if (limits !== undefined && hasPatterns && from.client !== to.client) {
    const { callSeconds, startSeconds } = limits;
    const lost = lostLimits({ ...formOf(to), toolLists: {} }, limits);
    return { limits: { callSeconds, startSeconds }, lost };
  }
  return { limits, lost: lostLimits(formOf(to), limits) };
}

function refusal({ variable, why }: Translated & { kind: 'refused' }, where: string, from: Destination, to: Destination): TranslatedServer {
  // A literal text that looks like a reference may be part of a secret, so it is not shown.
  if (why === 'literal')
    return {
      kind: 'refused',
      message: `A text in ${where} is a variable for ${to.client.name}, but plain text for ${from.client.name}.`,
      hint: `Add the server to ${to.client.name} by hand.`,
    };
  return {
    kind: 'refused',
    message: `${to.client.name} has nothing for ${showVariable(variable)} (in ${where}) in this file.`,
    hint:
      variable.dialect === '${input:id}'
        ? 'The prompt it refers to is defined elsewhere in the other file. Add the server by hand.'
        : to.client.variablesFrom === 'entry'
          ? `${to.client.name} takes values from "${formOf(to).envNames ?? ''}" of the entry. Add the server by hand.`
          : (byNameOnly(where, to) ?? `It replaces: ${replacedHere(to).join(', ') || 'no variables'}.`),
  };
}

/** Without what means nothing in this file: a person's file is of no project. */
function replacedHere({ client, place }: Destination): readonly string[] {
  return replacedIn(client, place).filter((known) => place.workspaceVariable !== undefined || !known.startsWith('${workspace'));
}

/** What a client that fills in no texts does instead, for a variable that it cannot have. */
function byNameOnly(where: string, to: Destination): string | undefined {
  const { envNames, http } = formOf(to);
  if (where.startsWith('the variable') && envNames !== undefined)
    return `It passes variables on under their own names only ("${envNames}").`;
  const members = [http?.bearerFrom, http?.headersFrom].filter((key) => key !== undefined).map((key) => `"${key}"`);
  return where.startsWith('the header') && members.length > 0
    ? `It takes a header from a variable as a whole only (${members.join(', ')}).`
    : undefined;
}
