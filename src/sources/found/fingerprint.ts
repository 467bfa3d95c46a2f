import { createHash } from 'node:crypto';
import { showServer, type Server } from '../../clients/index.ts';
import { commandInQuestion, isPlainSecret, isSecretName, maskText } from '../../secrets/index.ts';

/** What decides about the consent for an entry. */
export interface Identity {
  readonly name: string;
  readonly server: Server;
  /** Command, arguments and start directory with the variables filled in: the same words may mean another program elsewhere. */
  readonly filled: readonly string[];
  readonly startsIn: string;
  /** Names of variables that the entry wants passed on, as its own form spells them. */
  readonly named: string;
}

/**
 * A hash of what decides which program is started, which address is called, and which of the person's variables it gets. Secret values are left
 * out, so that a new token needs no new consent, where a program that is started could not run them. The names of variables in them count, and so do other
 * values, because they can load other code or send the token elsewhere.
 */
export function fingerprintOf({ name, server, filled, startsIn, named }: Identity): string {
  const shown = showServer(server);
  const values = server.kind === 'command' ? server.env : server.kind === 'url' ? server.headers : new Map<string, string>();
  const given = [...values]
    .map(([key, value]) => [key, isSecret(key, value) && (server.kind === 'url' || isPlainSecret(value)) ? namesIn(value) : value])
    .toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1));
  const raw = server.kind === 'command' ? server.args : server.kind === 'url' ? [server.url] : [];
  const shownWords = server.kind === 'command' ? [...commandInQuestion(filled.slice(0, -1)), ...filled.slice(-1)] : [];
  const words = [name, shown.transport, shown.url, originOf(server), shownWords, startsIn, given, raw.map(namesIn), named];
  return createHash('sha256').update(JSON.stringify(words)).digest('hex').slice(0, 32);
}

function isSecret(name: string, value: string): boolean {
  return isSecretName(name) || /^authorization$/i.test(name) || maskText(value) !== value;
}

/** The variables that a value takes from the person's environment, as every assistant spells them. */
function namesIn(value: string): string {
  return (value.match(/\$\{[^}]*\}|\{env:[^}]*\}|\{file:[^}]*\}|\$[A-Za-z_]\w*|%\w+%/g) ?? []).join(' ');
}

/** Whole, also where it looks like a secret. */
function originOf(server: Server): string {
  return server.kind === 'url' && URL.canParse(server.url) ? new URL(server.url).origin : '';
}
