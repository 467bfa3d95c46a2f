import { jsonIn, textsIn } from '../system/index.ts';
import variables from './workspace-variables.json' with { type: 'json' };

/** Environment variables in which an assistant passes the open folder to the servers it starts, the documented ones first. */
export const workspaceVariables: readonly string[] = variables;

/** The folders such a variable names, as they may be spelled. A path may hold a comma, so the whole is tried first. */
export function foldersIn(value: string): readonly string[] {
  const text = value.trim();
  const list = text.startsWith('[') ? jsonIn(text) : undefined;
  // Else a folder that is called so.
  if (Array.isArray(list)) return textsIn(list).filter((item) => item !== '');
  return [text, ...text.split(',').map((part) => part.trim())].filter((path, i, all) => path !== '' && all.indexOf(path) === i);
}

/** `${workspaceFolder}`, `$PWD`, `%CD%`: a variable that the client left as it was written. */
export function isVariable(text: string): boolean {
  return /\$\{?\w|%\w+%/.test(text);
}
