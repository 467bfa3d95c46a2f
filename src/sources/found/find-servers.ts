import {
  resolveVariables,
  showServer,
  type Client,
  type Server,
  type ServerEntry,
  type TextKind,
  type Where,
} from '../../clients/index.ts';
import { findProgram, probe, shellPath, type ConfigFileFacts } from '../../machine/index.ts';
import { isInProject, packageEnvironment, type TargetEntry } from '../../mcp-client/index.ts';
import { commandInQuestion, isPlainSecret, isSecretName, maskText } from '../../secrets/index.ts';
import { cleanLine, partsBelow, type System } from '../../system/index.ts';
import type { Workspace } from '../../workspace/index.ts';
import type { SourceKind } from '../context.ts';
import { createHash } from 'node:crypto';

/**
 * Every server of every assistant that snap could ask: switched on, used by its assistant, and not snap's own. Starts nothing. The person's own
 * entries come first, and of several that start or call the same there is one.
 * @param clients only these, by their ids; all of the registry without it.
 */
export async function findServers(
  system: System,
  workspace: Pick<Workspace, 'root'>,
  clients?: readonly Client[],
): Promise<readonly FoundServer[]> {
  const facts = await probe(system, { workspace: { path: workspace.root, isProject: true }, clients });
  const found: FoundServer[] = [];
  for (const client of facts.clients) {
    for (const file of client.files) {
      if (file.ignored || file.place.elsewhere === true) continue;
      for (const entry of file.servers) {
        if (!entry.enabled || entry.ours || entry.server.kind === 'other') continue;
        // An entry of the project is left out where the person's own entry of that name is the one in use.
        if (isInProject(file.scope, file.place) && !file.effective.has(entry.name)) continue;
        found.push(await describe(system, workspace.root, { client: client.client, file, entry, server: entry.server }));
      }
    }
  }
  const ordered = found.toSorted((a, b) => Number(a.scope === 'project') - Number(b.scope === 'project'));
  const seen = new Set<string>();
  return ordered.filter(({ fingerprint, scope }) => {
    const key = `${scope} ${fingerprint}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** An entry that starts or calls a server, and where it is. */
interface FoundEntry {
  readonly client: Client;
  readonly file: ConfigFileFacts;
  readonly entry: ServerEntry;
  readonly server: Exclude<Server, { kind: 'other' }>;
}

async function describe(system: System, workspace: string, { client, file, entry, server }: FoundEntry): Promise<FoundServer> {
  // Also where a variable such as CODEX_HOME puts the person's file into the project.
  const isProjects = isInProject(file.scope, file.place) || partsBelow(system, workspace, file.path) !== undefined;
  // What is in a project may have come from anyone: it must not give values to the person's own servers.
  const environment = await packageEnvironment(client, system, workspace, 'person');
  const where: Where = { platform: system.platform, home: system.home, env: environment, workspace };
  const fill = (text: string, kind: TextKind): string => resolveVariables(client, file.place, text, where, kind);
  // In the workspace, npx and the like would run a program that the project brings under the server's name.
  const startsIn = isProjects ? workspace : system.home;
  const form = entry.at.entry;
  const target: TargetEntry = {
    client,
    file: form === undefined ? file : { ...file, reading: { ...file.reading, entry: form } },
    entry,
    startsIn,
    environment,
    command: server.kind === 'command' ? await commandOf(system, server, fill) : undefined,
  };
  const { command } = target;
  const filled = command === undefined ? [] : [command.command, ...command.args, command.cwd ?? ''];
  const shown = showServer(server);
  const values = server.kind === 'command' ? server.env : server.headers;
  const guess = guessKind(entry.name, server);
  // What the project wrote may hide a command in the place of a secret; what the person wrote hides their secrets.
  const words =
    server.kind === 'command' && isProjects ? commandInQuestion([server.command, ...server.args]) : [shown.command ?? '', ...shown.args];
  return {
    name: cleanLine(entry.name),
    guess: guess?.kind,
    make: guess?.make,
    path: file.path,
    clientId: client.id,
    clientName: client.name,
    scope: isProjects ? 'project' : 'person',
    runs: cleanLine(server.kind === 'command' ? words.join(' ') : (shown.url ?? '')),
    gives: [...values.keys()].map(cleanLine),
    fingerprint: fingerprintOf({ name: entry.name, server, filled, startsIn, named: namedIn(target) }),
    asksPerson: [...values.values(), ...(server.kind === 'command' ? server.args : [server.url])].some((text) => /\$\{input:/.test(text)),
    target,
  };
}

/** The variables that the entry names without a value: those to pass on, and those that hold its headers (Codex). */
function namedIn({ entry: { value }, file }: TargetEntry): string {
  const { envNames, http } = file.reading.entry;
  const { bearerFrom, headersFrom } = { bearerFrom: undefined, headersFrom: undefined, ...http };
  const named = [envNames, bearerFrom, headersFrom].map((key) =>
    key === undefined || !(value instanceof Map) ? undefined : value.get(key),
  );
  return JSON.stringify(named, (_, one: unknown) => (one instanceof Map ? [...one] : one));
}

async function commandOf(
  system: System,
  server: Extract<Server, { kind: 'command' }>,
  fill: (text: string, kind: TextKind) => string,
): Promise<NonNullable<TargetEntry['command']>> {
  const command = fill(server.command, 'command');
  // Only Windows starts differently what is found under a name.
  const path = system.platform === 'win32' ? await findProgram(system, command, shellPath(system)) : undefined;
  return {
    command,
    args: server.args.map((arg) => fill(arg, 'argument')),
    cwd: server.cwd === undefined ? undefined : fill(server.cwd, 'cwd'),
    inClient: path === undefined ? undefined : { path },
    isThisProgram: false,
  };
}

/**
 * How the known servers are started and called. Their documentation, read 2026-11-22:
 * https://github.com/github/github-mcp-server (v1.10.1), https://docs.gitlab.com/user/gitlab_duo/model_context_protocol/mcp_server/,
 * https://github.com/getsentry/sentry-mcp (0.37.0), https://github.com/upstash/context7 (4.0.3).
 */
const spellings: readonly Row[] = [
  ['code_host', 'github', /github-mcp-server|api\.githubcopilot\.com\/mcp|server-github\b/i],
  ['code_host', 'gitlab', /server-gitlab\b|\/api\/v4\/mcp\b|\bmcp-gitlab\b|\bgitlab-mcp\b/i],
  ['error_tracker', 'sentry', /@sentry\/mcp-server|\bmcp\.sentry\.dev\b|\bsentry-mcp\b|\bmcp-sentry\b/i],
  ['docs_source', 'context7', /context7/i],
];
const names: readonly Row[] = [
  ['code_host', 'github', /(^|[^a-z])github([^a-z]|$)/i],
  ['code_host', 'gitlab', /(^|[^a-z])gitlab([^a-z]|$)/i],
  ['error_tracker', 'sentry', /(^|[^a-z])sentry([^a-z]|$)/i],
  ['docs_source', 'context7', /(^|[^a-z])context-?7([^a-z0-9]|$)/i],
];

type Row = readonly [kind: SourceKind, make: string, pattern: RegExp];

/** What a server probably is, from how it is started or called, else from its name: its kind, and which recipe. Its tools decide in the end. */
function guessKind(name: string, server: Server): { readonly kind: SourceKind; readonly make: string } | undefined {
  const words = server.kind === 'command' ? [server.command, ...server.args].join(' ') : server.kind === 'url' ? server.url : '';
  const find = (rows: readonly Row[], text: string): Row | undefined => rows.find(([, , pattern]) => pattern.test(text));
  const [kind, make] = find(spellings, words) ?? find(names, name) ?? [];
  return kind === undefined || make === undefined ? undefined : { kind, make };
}

/** A server entry of an assistant that can be a source. */
export interface FoundServer {
  /** As the config file has it. */
  readonly name: string;
  /** What its name, command or address says it is; `undefined`: only its tools can tell. */
  readonly guess: SourceKind | undefined;
  /** The same as the id of a recipe: GitHub and GitLab are of one kind. */
  readonly make: string | undefined;
  /** The config file, absolute. */
  readonly path: string;
  readonly clientId: string;
  readonly clientName: string;
  readonly scope: 'project' | 'person';
  /** The command line or the address with its secrets masked. */
  readonly runs: string;
  /** Names of the variables or headers that the entry gives it, never their values. */
  readonly gives: readonly string[];
  /** Of everything that decides what is started or called; another one asks again. */
  readonly fingerprint: string;
  /** What the assistant would ask the person for (`${input:token}`): snap cannot. */
  readonly asksPerson: boolean;
  readonly target: TargetEntry;
}

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
