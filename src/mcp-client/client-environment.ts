import { parseEnv } from 'node:util';
import { locate, type Client, type Where } from '../clients/index.ts';
import { type System, isRecord, jsonIn } from '../system/index.ts';
import { addedDirectories, clientPath, dropsVariable, expand, pathVariable, separatorOf, shellPath } from '../machine/index.ts';

/** Variables that have a value, by name. */
export type Environment = Readonly<Record<string, string>>;

/**
 * What the MCP SDK passes on to a server by default, and so what most apps pass on.
 * https://github.com/modelcontextprotocol/typescript-sdk/blob/main/src/client/stdio.ts
 */
const basics = {
  posix: ['HOME', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'USER'],
  win32: [
    'APPDATA',
    'HOMEDRIVE',
    'HOMEPATH',
    'LOCALAPPDATA',
    'PATH',
    'PROCESSOR_ARCHITECTURE',
    'SYSTEMDRIVE',
    'SYSTEMROOT',
    'TEMP',
    'USERNAME',
    'USERPROFILE',
  ],
} as const;

/**
 * What Gemini CLI takes out of the environment it passes on, by the name and by the value.
 * https://github.com/google-gemini/gemini-cli/blob/main/packages/core/src/services/environmentSanitization.ts (read 2026-11-22)
 */
const secretName = /TOKEN|SECRET|PASSWORD|PASSWD|KEY|AUTH|CREDENTIAL|CREDS|PRIVATE|CERT/i;
const keptNames: ReadonlySet<string> = new Set(
  (
    'CLIENT_ID DB_URI CONNECTION_STRING AWS_DEFAULT_REGION AZURE_CLIENT_ID AZURE_TENANT_ID SLACK_WEBHOOK_URL TWILIO_ACCOUNT_SID ' +
    'DATABASE_URL GOOGLE_CLOUD_PROJECT GOOGLE_CLOUD_ACCOUNT FIREBASE_PROJECT_ID'
  ).split(' '),
);
const secretValues: readonly RegExp[] = [
  /-----BEGIN (?:(?:RSA|OPENSSH|EC|PGP) PRIVATE KEY|CERTIFICATE)-----/i,
  /(?:https?|ftp|smtp):\/\/[^:\s]{1,1024}:[^@\s]{1,1024}@/i,
  /(?:gh[pousr]|github_pat)_[a-z0-9_]{36,}/i,
  /AIzaSy[\w-]{33}|AKIA[A-Z0-9]{16}|[sr]k_(?:live|test)_[0-9a-z]{24}|xox[abpr]-[a-z0-9-]+/i,
];

function isTakenOut(name: string, value: string | undefined): boolean {
  const upper = name.toUpperCase();
  if (upper.startsWith('GEMINI_CLI_')) return false;
  if (value !== undefined && secretValues.some((pattern) => pattern.test(value))) return true;
  return !upper.startsWith('GIT_CONFIG_') && (keptNames.has(upper) || secretName.test(name));
}

/** The whole environment in which snap was started: the person's shell. */
export function shellEnvironment({ env }: Pick<System, 'env'>): Environment {
  return Object.fromEntries(Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}

/**
 * The client's own environment as far as it can be known: the person's, and what the client reads from files of its own.
 * @param files `person`: none of the project, which may come from anyone.
 */
export async function packageEnvironment(
  client: Client,
  system: System,
  workspace: string,
  files: 'all' | 'person' = 'all',
): Promise<Environment> {
  const where: Where = { platform: system.platform, home: system.home, env: system.env, workspace };
  const added: (readonly [string, string])[] = [];
  for (const { as, at } of client.environmentFiles ?? []) {
    if (files === 'person' && at.from === 'workspace') continue;
    for (const path of locate(at, where)) added.push(...variablesOf(await readText(system, path), as));
  }
  // A variable that is already set is not replaced by a file.
  return { ...Object.fromEntries(added), ...shellEnvironment(system) };
}

/**
 * What this client passes on to a server, without the entry's own variables. An app that is started from the desktop does not have the
 * variables of the shell's start files.
 * @param own the client's own environment ({@link packageEnvironment}).
 */
export function passedOn(client: Client, own: Environment, { platform }: Pick<System, 'platform'>): Environment {
  // bash exports functions as variables; the SDK leaves them out.
  return Object.fromEntries(
    Object.entries(own).filter(([name, value]) => passesOn(client, name, platform, value) && !value.startsWith('()')),
  );
}

/** Whether this client passes on a variable of its own environment; some look at its value too. */
export function passesOn(client: Client, name: string, platform: System['platform'], value?: string): boolean {
  if (client.inherits === 'no-secrets') return !isTakenOut(name, value);
  if (client.inherits === 'everything' || (client.inherits === undefined && client.path === 'shell')) return true;
  const names: readonly string[] = platform === 'win32' ? basics.win32 : basics.posix;
  return names.includes(spelled(platform, name));
}

/** The PATH that a client passes on, including every version directory that it searches. */
export async function wholeClientPath(client: Client, system: System): Promise<string> {
  const own = clientPath(client, system);
  if (own === shellPath(system)) return own;
  const where: Where = { platform: system.platform, home: system.home, env: system.env, workspace: system.home };
  const machine = { system, where, listings: new Map(), contents: new Map() };
  const patterns = addedDirectories(client, system).filter((directory) => directory.includes('*'));
  const found: string[] = [];
  for (const pattern of patterns) found.push(...(await expand(machine, pattern)));
  return [...found, own].join(separatorOf(system.platform));
}

/** The environment with this PATH and the variables of an entry, as the client combines them. */
export function withEntryVariables(
  environment: Environment,
  path: string,
  variables: ReadonlyMap<string, string>,
  client: Client,
  { platform }: Pick<System, 'platform'>,
): Environment {
  const result = new Map(Object.entries(environment));
  const set = (name: string, value: string): void => {
    // On Windows `Path` and `PATH` are one variable.
    for (const known of result.keys()) if (spelled(platform, known) === spelled(platform, name)) result.delete(known);
    result.set(name, value);
  };
  set('PATH', path);
  const given = pathVariable(variables, platform);
  for (const [name, value] of variables) {
    if (dropsVariable(client, name) || (client.ownVariablesWin === true && isSet(environment, name, platform))) continue;
    set(name, name === given?.name && client.appendsPath === true ? `${path}${separatorOf(platform)}${value}` : value);
  }
  return Object.fromEntries(result);
}

function isSet(environment: Environment, name: string, platform: System['platform']): boolean {
  return Object.keys(environment).some((known) => spelled(platform, known) === spelled(platform, name));
}

function spelled(platform: System['platform'], name: string): string {
  return platform === 'win32' ? name.toUpperCase() : name;
}

async function readText(system: System, path: string): Promise<string> {
  try {
    return Buffer.from((await system.readBytes(path)) ?? []).toString('utf8');
  } catch {
    // A file that cannot be read adds no variables; other findings report it.
    return '';
  }
}

/** The variables that a file of a client sets: lines as in `.env`, or the `env` of a JSON file. A file that does not parse sets none. */
export function* variablesOf(text: string, as: 'lines' | 'env'): Generator<readonly [name: string, value: string]> {
  if (as === 'env') {
    const value = jsonIn(text);
    const env = isRecord(value) ? value['env'] : undefined;
    if (!isRecord(env)) return;
    for (const [name, item] of Object.entries(env)) if (typeof item === 'string') yield [name, item];
    return;
  }
  for (const [name, value] of Object.entries(parseEnv(text.replace(/^\uFEFF/, '')))) if (value !== undefined) yield [name, value];
}
