import type { Variable } from './variables.ts';
import { maskText } from '../secrets/index.ts';

/** A reference as it may be shown: its default and its command may hold a secret. */
export function showVariable({ dialect, fallback, name, spelling }: Pick<Variable, 'name' | 'spelling'> & Partial<Variable>): string {
  if (fallback !== undefined || spelling.includes(':-')) return `\${${name}:-…}`;
  if (dialect === '$(command)' || dialect === '${cmd: command}' || dialect === '$: command') return dialect;
  return maskText(spelling);
}
