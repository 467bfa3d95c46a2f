import type { Client } from '../../clients/index.ts';
import { checkUp, summaryOf } from '../../doctor/index.ts';
import { findWorkspace } from '../../workspace/index.ts';
import type { Invocation } from '../command.ts';
import { callsText } from '../reports/calls-text.ts';
import { findingsText, summaryText } from '../reports/findings-text.ts';
import { styleOf } from '../terminal/style.ts';

/**
 * Diagnoses these clients and starts snap's own entries as they would.
 * @returns lines for a person, without colour for a script; none when no client was chosen.
 */
export async function checkUpLines(
  { program, system, ui, values }: Invocation,
  named: string | undefined,
  clients: readonly Client[],
): Promise<readonly string[]> {
  if (clients.length === 0) return [];
  const workspace = await findWorkspace(system, named);
  const { setup, findings } = await checkUp(system, { workspace, clients, program, calls: { which: 'own', as: ['client'] } });
  const style = values.flag('json') ? styleOf(false, ui.style.isUnicode) : ui.style;
  const view = { style, home: system.home, width: ui.width };
  const grave = findings.filter(({ severity }) => severity !== 'info');
  return [
    '',
    ...callsText(setup, view, 'shared'),
    ...(grave.length === 0 ? [] : findingsText(grave, view).split('\n')),
    summaryText(summaryOf(grave, setup), style),
  ].filter((line, i) => line !== '' || i === 0);
}
