import { defineDiagnostic } from '../diagnostic.ts';
import { closedGroups, groupAbout, keptIn, serverNames } from '../judging/entries/gates.ts';

/** Once for each file, because trust is given to the folder. Never given by snap. */
export default defineDiagnostic({
  id: 'folder-not-trusted',
  severity: 'warning',
  restsOn: ['switches'],
  summary: 'The assistant does not trust this folder, so it starts none of these servers here.',
  whenWritten: 'afterwards',
  *detect(setup) {
    for (const group of closedGroups(setup, 'folder-not-trusted')) {
      const { file, gate, targets } = group;
      const what = file.scope === 'global' ? 'no server at all' : 'no server of a project file';
      yield {
        ...groupAbout(group),
        message: `${serverNames(targets)} ${targets.length === 1 ? 'does' : 'do'} not start here: ${gate.because} (${keptIn(setup, gate)}), and it starts ${what} in a folder that it does not trust.`,
        hint: gate.says,
      };
    }
  },
});
