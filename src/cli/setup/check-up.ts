import type { Client } from '../../clients/index.ts';
import { findWorkspace } from '../../workspace/index.ts';
import type { Invocation } from '../command.ts';
import { examineClients } from '../examine-options.ts';
import { callsText, findingsText, summaryText } from '../reports/findings-text.ts';
import { summaryOf } from '../findings-document.ts';
import { styleOf } from '../terminal/ui.ts';

/** Diagnoses these clients and starts snap's own entries as they would. @returns lines for a person, without colour for a script. */
export async function checkUp(invocation: Invocation, named: string | undefined, clients: readonly Client[]): Promise<readonly string[]> {
  if (clients.length === 0) return [];
  const { system, ui, values } = invocation;
  const { setup, findings } = await examineClients(invocation, await findWorkspace(system, named), clients);
  const style = values.flag('json') ? styleOf(false, ui.style.isUnicode) : ui.style;
  const view = { style, home: system.home, width: undefined };
  const grave = findings.filter(({ severity }) => severity !== 'info');
  return [
    '',
    ...callsText(setup, view),
    ...(grave.length === 0 ? [] : findingsText(grave, view).split('\n')),
    summaryText(summaryOf(grave, setup), style),
  ].filter((line, i) => line !== '' || i === 0);
}
