import { defineStartDiagnostic, commandEntries, projectOf, worksInClient, type CommandEntry } from '../judging/programs/command-entries.ts';
import type { Setup } from '../diagnostic.ts';
import { cwdNode, replaceValues } from '../edit.ts';
import { fullPathFix, fullPathHint, isRelativePath } from '../judging/programs/paths.ts';
import { joinPath } from '../../machine/index.ts';

/** A start directory that is itself seen from a start directory. */
export default defineStartDiagnostic({
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
  judge(entry, setup) {
    const cwd = relativeCwd(entry, setup);
    // Where servers start in the project, "." says so once more, and anything below it is found from there.
    if (cwd === undefined || entry.startsIn !== undefined || worksInClient(entry)) return undefined;
    const node = cwdNode(entry);
    const edit = (path: string) => (node === undefined ? undefined : replaceValues(entry.file, [{ node, value: path }]));
    return {
      message: `The start directory "${cwd}" of "${entry.entry.name}" is relative, and ${entry.client.name} does not document to which directory.`,
      hint: fullPathHint(entry, cwd, setup),
      span: node,
      fix: fullPathFix(entry, cwd, setup, { edit, kind: 'directory' }),
    };
  },
});

function relativeCwd({ command: { cwd } }: CommandEntry, setup: Pick<Setup, 'facts'>): string | undefined {
  return cwd !== undefined && isRelativePath(cwd, setup) ? cwd : undefined;
}
