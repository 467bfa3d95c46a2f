import {
  understands,
  type Dialect,
  type Variable,
  variablesIn,
  replacedIn,
  translate,
  type Client,
  type ConfigPlace,
} from '../../clients/index.ts';
import type { EntryFacts, Setup } from '../setup.ts';
import { fieldOf, envMembers, textsOf, type EntryText } from './entries/fields.ts';
import { memoize } from './memoize.ts';
import { shellIn, type Shell } from './programs/known-programs.ts';

/** A variable in a text of an entry. */
export interface FoundVariable {
  readonly where: EntryText;
  readonly variable: Variable;
}

/** Longer texts are skipped: each variable is checked against its whole text, which would take minutes. */
const maxTextLength = 10_000;

/** Every variable in the texts of an entry, in any client's form. */
export const variablesOf = memoize((target: EntryFacts): readonly FoundVariable[] =>
  textsOf(target)
    .filter(({ text }) => text.length <= maxTextLength)
    .flatMap((where) => variablesIn(where.text).map((variable) => ({ where, variable }))),
);

/**
 * Whether a variable is filled in: by the client, by the shell that the entry starts, or by the program itself, which gets a variable
 * of that name from the same entry.
 */
export function isFilledIn(target: EntryFacts, { variable, where }: FoundVariable): boolean {
  const { client, file } = target;
  return (
    (understands(client, variable, file.place, where.kind) && (client.variablesFrom === undefined || isInEntry(target, variable))) ||
    (where.kind === 'argument' && isFilledInLater(target, variable))
  );
}

/** Whether the entry itself has a value for it, or lists its name. */
function isInEntry(target: EntryFacts, { name }: Variable): boolean {
  const { envNames } = target.file.reading.entry;
  const names = envNames === undefined ? undefined : fieldOf(target, envNames)?.value;
  return (
    envMembers(target).some(({ key }) => key === name) ||
    (names?.kind === 'list' && names.items.some((item) => item.kind === 'scalar' && item.value === name))
  );
}

/** The variables that shells fill in: https://pubs.opengroup.org/onlinepubs/9799919799/utilities/V3_chap02.html#tag_19_06 */
const shellDialects: Readonly<Record<Shell, readonly Dialect[]>> = {
  posix: ['$NAME', '${NAME}', '${NAME:-default}', '$(command)'],
  powershell: ['$NAME', '${NAME}', '$env:NAME', '${env:NAME}', '$(command)', '${word}'],
  cmd: ['%NAME%'],
};

function isFilledInLater(target: EntryFacts, { dialect, name }: Variable): boolean {
  const { server } = target.entry;
  if (server.kind !== 'command') return false;
  const shell = shellIn(server.command, server.args);
  if (shell !== undefined && shellDialects[shell].includes(dialect)) return true;
  if (dialect !== '${NAME}') return false;
  // This bridge fills in variables in its headers: https://github.com/geelen/mcp-remote#readme
  const isBridge = [server.command, ...server.args].some((word) => /(^|[\\/])mcp-remote(@|$)/.test(word));
  return isBridge || envMembers(target).some((member) => member.key === name);
}

/** A name in capitals, as names of environment variables usually are. */
function isLoud(name: string): boolean {
  return /^[A-Z][A-Z0-9_]+$/.test(name);
}

/**
 * Whether it is certainly a variable: arguments often have `$` and braces for other reasons (patterns, templates, prices).
 */
export function isSurelyVariable({ variable, where }: FoundVariable): boolean {
  const { dialect, end, name, start } = variable;
  const { text } = where;
  switch (dialect) {
    case '${env:NAME}':
    case '{env:NAME}':
    case '${input:id}':
    case '${file:/path}':
    case '{file:path}':
    case '${cmd: command}':
      return true;
    case '${{ name }}':
      return /^(secrets|inputs|env)\./.test(name);
    case '${NAME}':
    case '${NAME:-default}':
      return where.kind === 'header' || where.kind === 'url' || isLoud(name);
    case '$env:NAME':
      return isLoud(name);
    case '$NAME':
      return (
        isLoud(name) &&
        /^((bearer|basic|token)\s+|[\w.-]+[=:]\s*|.*[?&][\w.-]+=)?$/i.test(text.slice(0, start)) &&
        /^($|[/\\:;&])/.test(text.slice(end))
      );
    case '$(command)':
      return start === 0 && end === text.length;
    // A path with percent signs is judged as a path; a text that begins with "$:" may be anything.
    case '%NAME%':
    case '$: command':
    case '${word}':
      return false;
    default:
      return dialect satisfies never;
  }
}

/**
 * Whether a file that this client only reads belongs to another client that understands the variable: then it is correct.
 */
export function isRightForOwner({ facts }: Setup, { client, file }: EntryFacts, variable: Variable): boolean {
  if (file.place.write === 'create') return false;
  return facts.clients.some(
    (other) =>
      other.client !== client &&
      other.files.some(({ path, place }) => path === file.path && place.write === 'create' && understands(other.client, variable, place)),
  );
}

/** A client that understands every form of a variable, to translate from. */
const anyClient = {
  client: {
    id: 'anyClient',
    variables: (
      '${NAME} ${NAME:-default} ${env:NAME} {env:NAME} $NAME $env:NAME %NAME% ${file:/path} {file:path} ${workspaceFolder} ' +
      '${userHome} ${workspaceFolderBasename} ${pathSeparator} ${/}'
    ).split(' '),
  },
};

/** The same variable in this client's form; `undefined` when it has none. */
export function respell(variable: Variable, client: Client, place: ConfigPlace): string | undefined {
  const said = translate(variable.spelling, anyClient, { client, place });
  return said.kind === 'text' && said.text !== variable.spelling ? said.text : undefined;
}

/** This client's form of an environment variable; `undefined` when it fills in none. */
export function spellVariable(client: Client, place: ConfigPlace, name: string): string | undefined {
  const [variable] = variablesIn(`\${${name}}`);
  if (variable === undefined) return undefined;
  if (client.variablesFrom === 'entry') return undefined;
  if (replacedIn(client, place).includes('${NAME}')) return variable.spelling;
  return respell(variable, client, place);
}
