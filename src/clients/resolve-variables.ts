import type { Client, ConfigPlace } from './client.ts';
import type { Where } from './locate.ts';
import type { TextKind } from './server.ts';
import { isAboutWorkspace, understands, variablesIn, type Variable } from './variables.ts';

/**
 * A value with every variable filled in that this client fills in here and whose value is known on this machine. The others stay
 * as they are written, and so does what only a running client knows (inputs, secrets, files).
 * @param where has the values: for a client that takes them from the entry (`variablesFrom`), only those.
 * @param kind of the text, where that is known.
 */
export function resolveVariables(client: Client, place: ConfigPlace, text: string, where: Where, kind?: TextKind): string {
  if (!/[$%{]/.test(text)) return text;
  let result = '';
  let done = 0;
  for (const variable of variablesIn(text)) {
    const value = isFilledInHere(client, place, variable, kind) ? valueOf(variable, place, where) : undefined;
    if (value === undefined) continue;
    result += text.slice(done, variable.start) + value;
    done = variable.end;
  }
  return result + text.slice(done);
}

/** Words about the workspace are judged with the value: their place says more than whether they are replaced. */
function isFilledInHere(client: Client, place: ConfigPlace, variable: Variable, kind: TextKind | undefined): boolean {
  return understands(client, variable, isAboutWorkspace(variable) && place.variables === undefined ? undefined : place, kind);
}

function valueOf(variable: ReturnType<typeof variablesIn>[number], place: ConfigPlace, where: Where): string | undefined {
  if (variable.spelling === '${workspaceFolder}')
    return place.workspaceVariable === undefined && place.startsIn !== 'workspace' ? undefined : where.workspace;
  if (variable.spelling === '${userHome}') return where.home;
  if (['${pathSeparator}', '${/}'].includes(variable.spelling)) return where.platform === 'win32' ? '\\' : '/';
  return isOfTheEnvironment(variable) ? (where.env[variable.name] ?? variable.fallback) : undefined;
}

/** Not an input, a file, a secret store or a word of the editor. */
export function isOfTheEnvironment({ dialect }: ReturnType<typeof variablesIn>[number]): boolean {
  return ['${NAME}', '${NAME:-default}', '${env:NAME}', '{env:NAME}', '$NAME', '$env:NAME', '%NAME%'].includes(dialect);
}
