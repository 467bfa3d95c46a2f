import { defineDiagnostic } from '../diagnostic.ts';
import { closedGroups, groupAbout, keptIn, serverNames } from '../judging/entries/gates.ts';

/** Approving is the person's decision: the command is named, and never run by snap. */
export default defineDiagnostic({
  id: 'not-approved',
  severity: 'warning',
  restsOn: ['switches'],
  summary: 'The server of a project file waits for your approval, or you have refused it.',
  whenWritten: 'afterwards',
  *detect(setup) {
    for (const group of closedGroups(setup, 'not-approved')) {
      const { gate, gates, targets } = group;
      const commands = gates.flatMap(({ command }) => command ?? []);
      const versions = gate.since === undefined ? '' : ` Versions before ${gate.since} start it without asking.`;
      yield {
        ...groupAbout(group),
        message: `${serverNames(targets)} ${targets.length === 1 ? 'does' : 'do'} not start: ${gate.because} (${keptIn(setup, gate)}).${versions}`,
        hint: [commands.length === 0 ? '' : `In the project, run: ${commands.slice(0, 4).join('; ')}.`, gate.says].join(' ').trim(),
      };
    }
  },
});
