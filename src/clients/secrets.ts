import { isReference, isSecretName, masked, maskArgs, maskText, looksSecret } from '../secrets/index.ts';
import type { Server } from './server.ts';
import type { Node, Span } from '../formats/index.ts';
import type { NewServer } from './entry.ts';
import { variablesIn } from './variables.ts';

/** What masking took out of a text, piece by piece. */
function* takenOut(text: string, shown: string): Generator<string> {
  if (text === shown) return;
  const [first = '', ...kept] = shown.split(masked);
  let at = first.length;
  for (const [i, piece] of kept.entries()) {
    const found = piece === '' && i === kept.length - 1 ? text.length : text.indexOf(piece, at);
    const end = found === -1 ? text.length : found;
    const taken = text.slice(at, end).replaceAll(/^["']|["']$/g, '');
    yield taken;
    // In "user:password", the password alone is a secret too.
    if (taken.includes(':')) yield taken.slice(taken.indexOf(':') + 1);
    at = end + piece.length;
  }
}

/** Members that hold the names of variables. */
const variableNames = /(^|_)env(_vars?|_http_headers)$/;

/** Every secret that a piece of a config file holds, as the file has it: to be masked in messages about it. */
export function* secretsIn(node: Node, name = ''): Generator<string> {
  switch (node.kind) {
    case 'scalar': {
      if (typeof node.value !== 'string' || isReference(node.value)) return;
      const isMeant = variableNames.test(name) ? !/^[A-Z_][A-Z0-9_]*$/.test(node.value) : isSecretName(name) && !harmless.test(node.value);
      if (isMeant) yield node.value;
      yield* takenOut(node.value, maskText(node.value));
      return;
    }
    case 'list': {
      const words = node.items.map((item) => (item.kind === 'scalar' && typeof item.value === 'string' ? item.value : ''));
      const shown = maskArgs(words);
      for (const [i, word] of words.entries()) yield* takenOut(word, shown[i] ?? word);
      for (const item of node.items) if (item.kind !== 'scalar' || variableNames.test(name)) yield* secretsIn(item, name);
      return;
    }
    case 'map':
      for (const { key, value } of node.members) {
        yield* takenOut(key, maskText(key));
        yield* secretsIn(value, variableNames.test(name) ? name : key);
      }
      return;
    default:
      node satisfies never;
  }
}

/** A server as it may be shown: names of variables and headers, never their values. */
export interface ShownServer {
  readonly transport: 'stdio' | 'http' | 'sse' | 'unknown';
  readonly command: string | null;
  readonly args: readonly string[];
  readonly url: string | null;
  readonly envNames: readonly string[];
  readonly headerNames: readonly string[];
}

export function showServer(server: Server): ShownServer {
  const nothing = { command: null, args: [], url: null, envNames: [], headerNames: [] };
  switch (server.kind) {
    case 'command':
      return {
        ...nothing,
        transport: 'stdio',
        command: maskText(server.command),
        args: maskArgs(server.args, server.command),
        envNames: [...server.env.keys()],
      };
    case 'url':
      // A client that tries both speaks Streamable HTTP first.
      return {
        ...nothing,
        transport: server.transport === 'either' ? 'http' : server.transport,
        url: maskText(server.url),
        headerNames: [...server.headers.keys()],
      };
    case 'other':
      return { ...nothing, transport: 'unknown' };
    default:
      return server satisfies never;
  }
}

/** Maps whose values are environment or headers, in any client's spelling. */
const secretMaps = new Set('env environment envs headers http_headers requestOptions env_http_headers oauth auth'.split(' '));
/** Headers of snap's own that are no secret: which project, which tools. */
const shownHeaders = /^x-snap-(workspace|surface)$/i;
/** Values in them that everybody may see. */
const harmless = /^(true|false|\d{1,6}|full|minimal|debug|info|warn|error|development|production|)$/i;

/** The spans of a config text that a screen must not show: environment and header values, secret-like fields, arguments and tokens. */
export function* secretSpans(node: Node, name = '', inSecretMap = false): Generator<Span> {
  switch (node.kind) {
    case 'scalar': {
      if (node.value === null || typeof node.value === 'boolean') return;
      const value = String(node.value);
      if (isReference(value)) return;
      const isHidden = ((inSecretMap || isSecretName(name)) && !harmless.test(value)) || maskText(value) !== value;
      if (isHidden) yield { start: node.start, end: node.end };
      return;
    }
    case 'list': {
      const words = node.items.map((item) => (item.kind === 'scalar' && typeof item.value === 'string' ? item.value : ''));
      const shown = maskArgs(words);
      for (const [i, item] of node.items.entries()) {
        if (item.kind === 'scalar' && shown[i] !== words[i]) yield { start: item.start, end: item.end };
        else yield* secretSpans(item, '', inSecretMap);
      }
      return;
    }
    case 'map':
      for (const member of node.members) {
        const isShown = shownHeaders.test(member.key);
        yield* secretSpans(member.value, member.key, !isShown && (inSecretMap || secretMaps.has(member.key)));
      }
      return;
    default:
      node satisfies never;
  }
}

/** The text with every span masked. Quotes stay, so that it still reads as what it is. */
export function maskSpans(text: string, spans: Iterable<Span>): string {
  let result = '';
  let done = 0;
  for (const { start, end } of [...spans].toSorted((a, b) => a.start - b.start)) {
    const quote = /["']/.test(text[start] ?? '') && text[end - 1] === text[start] ? (text[start] ?? '') : '';
    result += text.slice(done, start) + quote + masked + quote;
    done = end;
  }
  return result + text.slice(done);
}

/** Where a server has a secret as plain text, in words that do not show it: `the variable TOKEN`. Empty when nowhere. */
export function literalSecrets(server: NewServer): readonly string[] {
  switch (server.kind) {
    case 'command': {
      const shown = maskArgs(server.args, server.command);
      return [
        ...(maskText(server.command) === server.command ? [] : ['the command']),
        ...(server.args.some((arg, i) => shown[i] !== arg) ? ['an argument'] : []),
        ...[...server.env].filter(([name, value]) => isSecret(name, value)).map(([name]) => `the variable ${name}`),
      ];
    }
    case 'url':
      return [
        ...(maskText(server.url) === server.url ? [] : ['the address']),
        ...[...server.headers].filter(([name, value]) => isSecret(name, value)).map(([name]) => `the header ${name}`),
      ];
    default:
      return server satisfies never;
  }
}

/** Values under a secret's name that are none. */
const noSecret = /^(true|false|\d{1,6}|)$/i;

function isSecret(name: string, value: string): boolean {
  if (isOnlyReference(value) || noSecret.test(value)) return false;
  return isSecretName(name) || looksSecret(value) || maskText(value) !== value;
}

/** Nothing but variables and the word that says what kind of secret they hold. */
function isOnlyReference(value: string): boolean {
  const variables = variablesIn(value);
  if (variables.length === 0) return false;
  let rest = '';
  let done = 0;
  for (const { start, end } of variables) {
    rest += value.slice(done, start);
    done = end;
  }
  return /^((bearer|basic|token)\b)?\s*$/i.test(rest + value.slice(done));
}
