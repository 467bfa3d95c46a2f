import type { NewServer } from './entry.ts';
import { readingEverywhere, translateNew, type Destination, type TranslatedServer } from './translate-server.ts';
import { isOfTheEnvironment } from './resolve-variables.ts';
import { neutral, replacedIn, variablesIn } from './variables.ts';

/**
 * A server as a person types it, for the file of a client: references to the environment may be in any of the usual spellings, and
 * what the client itself understands stays as it is.
 */
export function translateTyped(typed: NewServer, to: Destination): TranslatedServer {
  const variables = [...new Set([...neutral.client.variables, ...words, ...replacedIn(to.client, to.place)])];
  const { client, place } = readingEverywhere(to, variables);
  const from = { client: { ...client, name: 'snap' }, place: { ...place, workspaceVariable: '${workspaceFolder}' as const } };
  const server = withBareVariables(typed);
  if (server.kind === 'url') return translateNew(server, from, to);
  // These are filled in after the client has started the program, so each stays as it is.
  const isLater = server.args.map((arg) => isFilledInLater(arg, server));
  const translated = translateNew({ ...server, args: server.args.map((arg, i) => (isLater[i] === true ? '' : arg)) }, from, to);
  if (translated.kind === 'refused' || translated.server.kind !== 'command') return translated;
  const args = translated.server.args.map((arg, i) => (isLater[i] === true ? (server.args[i] ?? '') : arg));
  return { ...translated, server: { ...translated.server, args } };
}

const words = ['${workspaceFolder}', '${userHome}'];

/** `$NAME`, `$env:NAME` and `%NAME%` are references where they are all there is; inside other text they may be anything. */
const bare = /^(?:\$([A-Z_][A-Z0-9_]*)|\$env:([A-Z_][A-Z0-9_]*)|%([A-Z_][A-Z0-9_]*)%)$/;
const schemes = /^(bearer|basic|token)\s+/i;

function withBareVariables(server: NewServer): NewServer {
  const braced = (text: string): string => {
    const scheme = schemes.exec(text)?.[0] ?? '';
    const [, posix, powershell, windows] = bare.exec(text.slice(scheme.length)) ?? [];
    const name = posix ?? powershell ?? windows;
    return name === undefined ? text : `${scheme}\${${name}}`;
  };
  const change = (values: ReadonlyMap<string, string>) => new Map([...values].map(([name, value]) => [name, braced(value)]));
  return server.kind === 'command' ? { ...server, env: change(server.env) } : { ...server, headers: change(server.headers) };
}

/** By a shell whose script it is, by the bridge to a remote server, or by the program, which gets the variable from the same entry. */
function isFilledInLater(arg: string, { args, command, env }: NewServer & { kind: 'command' }): boolean {
  const line = [command, ...args];
  const isScript = line.some((word, i) => shells.test(word) && line.slice(i + 1, i + 4).some((flag) => scriptFlags.test(flag)));
  // https://github.com/geelen/mcp-remote#readme
  const isBridged = line.some((word) => /(^|[\\/])mcp-remote(@|$)/.test(word));
  return isScript || isBridged || variablesIn(arg).some(({ dialect, name }) => dialect === '${NAME}' && env.has(name));
}

const shells = /(^|[\\/])(sh|bash|zsh|dash|ash|ksh|fish|cmd|powershell|pwsh)(\.exe)?$/i;
const scriptFlags = /^-[a-z]*c$|^-(command|encodedcommand|file)$|^\/[ck]$/i;

/** The environment variables that a typed server gets values from, but for those with a default value. */
export function typedVariables(typed: NewServer): readonly string[] {
  const names = new Set<string>();
  withValues(typed, (name) => {
    names.add(name);
    return undefined;
  });
  return [...names];
}

/** A typed server with values in the place of its references to the environment; a reference without a value stays. */
export function withValues(typed: NewServer, valueOf: (name: string) => string | undefined): NewServer {
  const server = withBareVariables(typed);
  const fill = (text: string): string => {
    let result = '';
    let done = 0;
    for (const variable of variablesIn(text)) {
      if (!isOfTheEnvironment(variable) || !neutral.client.variables.includes(variable.dialect) || variable.fallback !== undefined)
        continue;
      const value = valueOf(variable.name);
      if (value === undefined) continue;
      result += text.slice(done, variable.start) + value;
      done = variable.end;
    }
    return result + text.slice(done);
  };
  const fillAll = (texts: ReadonlyMap<string, string>) => new Map([...texts].map(([name, text]) => [name, fill(text)]));
  return server.kind === 'command'
    ? { ...server, args: server.args.map((arg) => (isFilledInLater(arg, server) ? arg : fill(arg))), env: fillAll(server.env) }
    : { ...server, url: fill(server.url), headers: fillAll(server.headers) };
}

/** Whether a value would be taken for a reference itself, so that it cannot be written as text everywhere. */
export function looksLikeReference(value: string): boolean {
  return variablesIn(value).some(({ dialect }) => neutral.client.variables.includes(dialect)) || bare.test(value);
}
