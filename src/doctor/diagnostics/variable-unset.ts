import { defineEntryDiagnostic, type EntryFacts, type Setup } from '../diagnostic.ts';
import { isOfTheEnvironment, replacedIn, locate, type Client } from '../../clients/index.ts';
import { fieldOf, valuesOf, envMembers, whereIs, type EntryText } from '../judging/entries/fields.ts';
import { isFilledIn, isRightForOwner, isSurelyVariable, variablesOf } from '../judging/variables.ts';
import type { Node } from '../../formats/index.ts';
import { variablesOf as variablesOfText } from '../../mcp-client/index.ts';
import { whereOf } from '../judging/files/file-readers.ts';

/** A variable in the right form that has no value. */
export default defineEntryDiagnostic({
  id: 'variable-unset',
  severity: 'warning',
  summary: 'A variable that the entry names has no value in the environment of the assistant.',
  restsOn: ['variables'],
  reads: environmentFiles,
  *judge(target, setup) {
    if (target.file.place.elsewhere !== undefined) return;
    const reported = new Set<string>();
    for (const { name, node, so, where } of namesOf(setup, target)) {
      const standing = variableState(setup, target.client, name);
      if (standing === 'set' || reported.has(name)) continue;
      reported.add(name);
      yield {
        span: node,
        detail: name,
        severity: standing === 'unset' ? 'warning' : 'info',
        message:
          standing === 'unset'
            ? `There is no variable ${name} in the environment: ${where} of "${target.entry.name}" ${so}.`
            : `${name} (${where} of "${target.entry.name}") is set in your shell; ${target.client.name}, started from the Dock, does not see what .zshrc exports.`,
        hint: hintFor(setup, target, name, standing),
      };
    }
  },
});

interface Named {
  readonly name: string;
  readonly where: string;
  readonly node: Node;
  /** The effect of the missing value. */
  readonly so: string;
}

function* namesOf(setup: Setup, target: EntryFacts): Generator<Named> {
  const own = new Set(envMembers(target).map(({ key }) => key));
  for (const found of variablesOf(target)) {
    const { variable, where } = found;
    if (!isOfTheEnvironment(variable) || variable.fallback !== undefined) continue;
    if (!isFilledIn(target, found) || !isSurelyVariable(found) || isRightForOwner(setup, target, variable)) continue;
    // The program fills in variables of the same entry itself; a shell has its own variables.
    if (!isTheClients(target, found) || (where.kind === 'argument' && own.has(variable.name))) continue;
    yield {
      name: variable.name,
      where: whereIs(where),
      node: where.node,
      so: effectOf(target, where, where.text === variable.spelling),
    };
  }
  yield* namesOnly(target);
}

function effectOf({ client: { name, unsetVariable } }: EntryFacts, { kind }: EntryText, isWhole: boolean): string {
  const stops = unsetVariable?.in?.includes(kind) === false ? undefined : unsetVariable?.stops;
  switch (stops) {
    case 'file':
      return `has no value, and ${name} refuses the whole file: none of its servers starts`;
    case 'entry':
      return `has no value, and ${name} does not start the server`;
    case undefined:
      return isWhole ? 'is then empty, or holds the variable as it is written' : 'then lacks the value';
    default:
      return stops satisfies never;
  }
}

/** Whether the client fills it in from its environment, and not from a store; and no shell does. */
function isTheClients({ client, file }: EntryFacts, { variable }: { readonly variable: { readonly dialect: string } }): boolean {
  return client.variablesFrom === undefined && replacedIn(client, file.place).includes(variable.dialect);
}

/** Clients that take names instead of texts (Codex). */
function* namesOnly(target: EntryFacts): Generator<Named> {
  const { envNames, http } = target.file.reading.entry;
  // goose looks up these names in the keyring.
  if (http?.bearerFrom === undefined) return;
  const bearer = fieldOf(target, http.bearerFrom)?.value;
  if (bearer?.kind === 'scalar' && typeof bearer.value === 'string')
    yield { name: bearer.value, where: `"${http.bearerFrom}"`, node: bearer, so: 'then has no value' };
  const headers = http.headersFrom === undefined ? undefined : fieldOf(target, http.headersFrom)?.value;
  for (const { key, value } of headers?.kind === 'map' ? headers.members : [])
    if (value.kind === 'scalar' && typeof value.value === 'string')
      yield { name: value.value, where: `the header ${key}`, node: value, so: 'then has no value' };
  const names = envNames === undefined ? undefined : fieldOf(target, envNames)?.value;
  for (const item of names?.kind === 'list' ? names.items : [])
    if (item.kind === 'scalar' && typeof item.value === 'string' && !valuesOf(target.entry.value).has(item.value))
      yield { name: item.value, where: `"${envNames ?? ''}"`, node: item, so: 'then has no value' };
}

function hintFor(setup: Setup, { client, file }: EntryFacts, name: string, standing: 'shell-only' | 'unset'): string {
  if (standing === 'shell-only') return `Start ${client.name} from a terminal, or run "launchctl setenv ${name} …" at login.`;
  const fallback = replacedIn(client, file.place).includes('${NAME:-default}') ? `, or give it a default value: \${${name}:-…}` : '';
  const files = client.environmentFiles?.some(({ as }) => as === 'lines') === true ? ' or in the .env file of the project' : '';
  const where =
    setup.facts.platform === 'win32'
      ? `Set ${name} among the environment variables of Windows`
      : `Set ${name} in the environment in which ${client.name} is started`;
  return `${where}${files}${fallback}.`;
}

type Around = Omit<Setup, 'seen' | 'texts'>;

/** Files that add variables to the environment of a client of the setup. */
function* environmentFiles(setup: Around): Generator<string> {
  const clients = new Set(setup.files.map(({ client }) => client));
  for (const client of clients) yield* filesOf(setup, client).map(({ path }) => path);
}

function filesOf(setup: Around, client: Client): readonly { readonly path: string; readonly as: 'lines' | 'env' }[] {
  return (client.environmentFiles ?? []).flatMap(({ as, at }) => locate(at, whereOf(setup)).map((path) => ({ path, as })));
}

/**
 * Whether a client has a variable in its environment. `shell-only`: the person's shell has it, but an app that is started from the
 * desktop does not get what the shell's start files set (macOS; elsewhere the desktop session often passes it on).
 */
function variableState(setup: Setup, client: Client, name: string): 'set' | 'shell-only' | 'unset' {
  if (client.setsVariables?.includes(name) ?? false) return 'set';
  if (filesOf(setup, client).some(({ as, path }) => isSetIn(setup.texts.get(path), as, name))) return 'set';
  if (!isInEnvironment(setup, name)) return 'unset';
  return client.path === 'minimal' && setup.facts.platform === 'darwin' && !given.has(name) ? 'shell-only' : 'set';
}

/** Variables that every session sets, by platform. */
const given = new Set(
  (
    'HOME PATH USER LOGNAME SHELL TMPDIR LANG PWD DISPLAY SSH_AUTH_SOCK XDG_CONFIG_HOME XDG_RUNTIME_DIR ' +
    'USERPROFILE USERNAME APPDATA LOCALAPPDATA PROGRAMFILES PROGRAMDATA TEMP TMP SYSTEMROOT HOMEDRIVE HOMEPATH COMPUTERNAME HOSTNAME COMSPEC WINDIR'
  ).split(' '),
);

function isInEnvironment({ env, facts }: Setup, name: string): boolean {
  // A shared file may name the variables of several platforms.
  if (given.has(name.toUpperCase())) return true;
  if (env[name] !== undefined) return true;
  return facts.platform === 'win32' && Object.keys(env).some((key) => key.toLowerCase() === name.toLowerCase());
}

function isSetIn(text: string | undefined, as: 'lines' | 'env', name: string): boolean {
  return text !== undefined && [...variablesOfText(text, as)].some(([known]) => known === name);
}
