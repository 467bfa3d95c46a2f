import { defineDiagnostic } from '../diagnostic.ts';
import { commandNode } from '../edit.ts';
import { commandEntries, startSeverity, type CommandEntry } from '../judging/programs/command-entries.ts';
import { npxCache, npxModules, npxPackage, unfinishedUpdate } from '../judging/programs/npx-cache.ts';
import { pathForMessage } from '../judging/wording/paths-for-people.ts';
import type { Setup } from '../setup.ts';

/** Seen in https://github.com/plur-ai/plur/issues/234; npm: https://github.com/npm/cli/issues/4828 */
export default defineDiagnostic({
  id: 'npx-cache-left',
  severity: 'warning',
  summary: 'An update that npx did not finish is left in its cache, so the next one fails.',
  *lists(setup) {
    if (withNpx(setup).length > 0) yield npxCache(setup);
  },
  listsBelow: (setup) => npxModules(withNpx(setup), setup),
  *detect(setup) {
    for (const entry of withNpx(setup)) {
      // The answer to a call says more.
      if (entry.live.length > 0) continue;
      const name = npxPackage(entry);
      const found = name === undefined ? undefined : unfinishedUpdate(name, setup);
      if (found === undefined) continue;
      const directory = pathForMessage(setup, found.directory);
      yield {
        entry,
        severity: startSeverity(entry, 'warning'),
        span: commandNode(entry),
        message: `npx keeps "${name}", which "${entry.entry.name}" starts, in ${directory}, where an update was not finished ("${found.left}" is left): the next update of it ends with ENOTEMPTY, and the server does not start.`,
        hint: `Delete this one directory, which npx makes again: ${directory}`,
      };
    }
  },
});

function withNpx(setup: Pick<Setup, 'entries'>): readonly CommandEntry[] {
  return commandEntries(setup).filter((entry) => npxPackage(entry) !== undefined);
}
