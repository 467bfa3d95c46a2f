import { maskText, type Client, type Variable } from '../../clients/index.ts';

/** A variable as it may be shown: its default and its command may hold what nobody shall see. */
export function shownVariable({ dialect, fallback, name, spelling }: Pick<Variable, 'name' | 'spelling'> & Partial<Variable>): string {
  if (fallback !== undefined || spelling.includes(':-')) return `\${${name}:-…}`;
  if (dialect === '$(command)' || dialect === '${cmd: command}' || dialect === '$: command') return dialect;
  return maskText(spelling);
}

/** Whether a client fills in anything at all. */
export function canTakeVariables({ variables }: Pick<Client, 'variables'>): boolean {
  return variables.length > 0;
}
