import type { NewServer } from './entry.ts';
import { readingEverywhere, translateNew, type Destination, type TranslatedServer } from './translate-server.ts';
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
