import { defineDiagnostic } from '../diagnostic.ts';
import { cwdNode, replaceValues } from '../edit.ts';
import {
  commandEntries,
  hasUnfilledVariables,
  projectOf,
  startSeverity,
  worksInClient,
  type CommandEntry,
} from '../judging/programs/command-entries.ts';
import { fullPathHint, pathInProject } from '../judging/programs/path-in-project.ts';
import { isOfOtherPlatform } from '../judging/programs/full-command.ts';
import { pathForMessage } from '../judging/wording/paths-for-people.ts';
import { isAbsolutePath, joinPath } from '../../machine/index.ts';
import type { Setup } from '../setup.ts';

/** A start directory that is itself seen from a start directory. */
export default defineDiagnostic({
  id: 'relative-cwd',
  severity: 'warning',
  summary: 'The start directory of an entry is relative, and it is not known to which directory.',
  restsOn: ['start'],
  *looks(setup) {
    const project = projectOf(setup);
    if (project === undefined) return;
    for (const entry of commandEntries(setup)) {
      const cwd = relativeCwd(entry, setup);
      if (cwd !== undefined) yield joinPath(project, cwd, setup.facts.platform);
    }
  },
  *detect(setup) {
    for (const entry of commandEntries(setup)) {
      const cwd = relativeCwd(entry, setup);
      // Where servers start in the project, "." says so once more, and anything below it is found from there.
      if (cwd === undefined || entry.startsIn !== undefined || worksInClient(entry)) continue;
      const node = cwdNode(entry);
      const named = pathInProject(entry, cwd, setup);
      const isThere = named !== undefined && setup.seen.get(named.path)?.kind === 'directory';
      yield {
        entry,
        severity: startSeverity(entry, 'warning'),
        message: `The start directory "${cwd}" of "${entry.entry.name}" is relative, and ${entry.client.name} does not document to which directory.`,
        hint: fullPathHint(entry, cwd, setup),
        span: node,
        ...(named === undefined || node === undefined || !isThere
          ? {}
          : {
              fix: {
                kind: 'confirm',
                says: `replace "${cwd}" by ${pathForMessage(setup, named.word)}`,
                edit: replaceValues(entry.file, [{ node, value: named.word }]),
              },
            }),
      };
    }
  },
});

function relativeCwd({ command }: CommandEntry, { facts }: Pick<Setup, 'facts'>): string | undefined {
  const { cwd } = command;
  if (cwd === undefined || cwd === '' || hasUnfilledVariables(cwd) || cwd.startsWith('~') || isOfOtherPlatform(cwd, facts))
    return undefined;
  return isAbsolutePath(cwd, facts.platform) ? undefined : cwd;
}
