import type { Client, ConfigPlace } from './client.ts';
import type { EntryForm } from './entry-form.ts';
import { unspellable, type NewServer } from './entry.ts';
import { brokenNameRule, inexpressible } from './inexpressible.ts';
import type { CommandServer, Server } from './server.ts';
import { showVariable } from './show-variable.ts';
import { meaningFor, replacedIn, translate, type ClientFile, type Translated } from './variables.ts';

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
  | { readonly kind: 'server'; readonly server: NewServer }
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
    return commandLine(left, a) === commandLine(right, b) && pairs(left.env, a) === pairs(right.env, b);
  }
  if (a.server.kind === 'url' && b.server.kind === 'url') {
    const [left, right] = [a.server, b.server];
    return (
      sameTransport(left.transport, right.transport) &&
      meaningFor(left.url, a) === meaningFor(right.url, b) &&
      // Names of headers are the same in capitals: https://www.rfc-editor.org/rfc/rfc9110#name-field-names
      pairs(lowerCase(left.headers), a) === pairs(lowerCase(right.headers), b)
    );
  }
  return false;
}

/** The same for all servers that {@link sameServer} takes for one, so that many can be grouped before any two are compared. */
export function comparisonKey(one: PlacedServer): string {
  const { server } = one;
  return server.kind === 'command' ? commandLine(server, one) : server.kind === 'url' ? meaningFor(server.url, one) : '';
}

function sameTransport(a: string, b: string): boolean {
  if (a === 'unknown' || b === 'unknown') return a === b;
  return a === b || a === 'either' || b === 'either';
}

function commandLine({ args, command, cwd }: CommandServer, clientFile: ClientFile): string {
  const say = (text: string): string => meaningFor(text, clientFile);
  return JSON.stringify([say(command), args.map(say), cwd === undefined ? null : say(cwd)]);
}

function pairs(values: ReadonlyMap<string, string>, clientFile: ClientFile): string {
  return JSON.stringify(
    [...values].map(([name, value]) => JSON.stringify([name, meaningFor(value, clientFile)])).toSorted((a, b) => (a < b ? -1 : 1)),
  );
}

function lowerCase(headers: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map([...headers].map(([name, value]) => [name.toLowerCase(), value]));
}

/**
 * A server of one client for the file of another, in the other's spelling, or why the other cannot have it. Says nothing about
 * whether copying it is wise.
 */
export function translateServer(name: string, from: PlacedServer, to: Destination): TranslatedServer {
  const rule = brokenNameRule(to.client, name);
  if (rule !== undefined) return { kind: 'refused', message: rule };
  const chosen = chooseServer(from);
  if (chosen.kind === 'refused') return chosen;
  if (unspellable(formOf(to), chosen.server) !== undefined)
    return { kind: 'refused', ...inexpressible(to.client, formOf(to), chosen.server) };
  return translateTexts(chosen.server, from, to);
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
      return { kind: 'server', server: { kind: 'url', transport, url: server.url, headers: server.headers } };
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
function translateTexts(server: NewServer, from: PlacedServer, to: Destination): TranslatedServer {
  const problems: TranslatedServer[] = [];
  const say = (text: string, where: string): string => {
    const translated = translate(text, from, to);
    if (translated.kind === 'text') return translated.text;
    problems.push(refusal(translated, where, from, to));
    return text;
  };
  const translated: NewServer =
    server.kind === 'command'
      ? {
          kind: 'command',
          command: say(server.command, 'the command'),
          args: server.args.map((arg) => say(arg, 'an argument')),
          env: mapValues(server.env, (value, name) => say(value, `the variable ${name}`)),
          cwd: server.cwd === undefined ? undefined : say(server.cwd, 'the start directory'),
        }
      : {
          ...server,
          url: say(server.url, 'the address'),
          headers: mapValues(server.headers, (value, name) => say(value, `the header ${name}`)),
        };
  return problems[0] ?? { kind: 'server', server: translated };
}

function mapValues(values: ReadonlyMap<string, string>, change: (value: string, name: string) => string): ReadonlyMap<string, string> {
  return new Map([...values].map(([name, value]) => [name, change(value, name)]));
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
        : `It replaces: ${replacedIn(to.client, to.place).join(', ') || 'no variables'}.`,
  };
}
