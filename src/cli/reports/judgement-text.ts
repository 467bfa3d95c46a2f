import { summaryOf, type Checkup } from '../../doctor/index.ts';
import type { Invocation } from '../command.ts';
import { maxPlaces } from '../options/checkup-options.ts';
import { assistantLines, assistantStates } from './assistant-lines.ts';
import { callsText } from './calls-text.ts';
import { findingsText, hiddenNotes, summaryText, withoutNotes } from './findings-text.ts';
import { scanReport } from './scan-report.ts';
import { placesText } from './scan-text.ts';

/** What was found out about the assistants, for a person: a line for each, what is wrong, what did not answer, and how much it is. */
export function judgementText({ ui, system, values }: Pick<Invocation, 'ui' | 'system' | 'values'>, { findings, setup }: Checkup): string {
  const { style, width } = ui;
  const verbose = values.flag('verbose');
  const view = { style, width, home: system.home, maxPlaces: verbose ? undefined : maxPlaces };
  const shown = verbose ? findings : withoutNotes(findings, setup);
  return [
    assistantLines(assistantStates(setup, findings), { style, verbose }).join('\n'),
    verbose ? placesText(scanReport(setup.facts, setup.decisions, []).clients, style, system.home) : '',
    findingsText(shown, view),
    callsText(setup, view, verbose ? 'all' : values.flag('probe') ? 'shared' : 'failed').join('\n'),
    `${summaryText(summaryOf(findings, setup), style)}${hiddenNotes(findings, shown)}`,
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}
