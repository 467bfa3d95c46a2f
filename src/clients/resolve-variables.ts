import type { Client, ConfigPlace } from './client.ts';
import type { Where } from './locate.ts';
import { understands, variablesIn } from './variables.ts';

/**
 * A value with every variable filled in that this client fills in here and whose value is known on this machine. The others stay
 * as they are written, and so does what only a running client knows (inputs, secrets, files).
 */
export function resolveVariables(client: Client, place: ConfigPlace, text: string, where: Where): string {
  if (!/[$%{]/.test(text)) return text;
  let result = '';
  let done = 0;
  for (const variable of variablesIn(text)) {
    const value = understands(client, variable) ? valueOf(variable, place, where) : undefined;
    if (value === undefined) continue;
    result += text.slice(done, variable.start) + value;
    done = variable.end;
  }
  return result + text.slice(done);
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
