import { defineDiagnostic, type Fix, type NamedPath, type Setup } from '../diagnostic.ts';
import { argumentNode } from '../edit.ts';
import { commandEntries, hasUnfilledVariables, isPersonal, startSeverity, type CommandEntry } from '../judging/programs/command-entries.ts';
import {
  ownCall,
  namedWorkspace,
  replaceWorkspace,
  startsInWorkspace,
  withWorkspace,
  workspaceWord,
} from '../judging/programs/own-entry.ts';
import { pathForMessage } from '../judging/wording.ts';

/** The folder was moved, renamed or deleted, so the server has no workspace. */
export default defineDiagnostic({
  id: 'dead-workspace',
  severity: 'error',
  summary: "The folder that snap's own entry names by --workspace does not exist.",
  whenWritten: 'doubt',
  *detect(setup) {
    for (const entry of commandEntries(setup)) {
      if (ownCall(entry) === undefined) continue;
      const named = namedWorkspace(entry);
      // A folder with a variable has its own finding.
      if (named?.path === undefined || hasUnfilledVariables(named.written) || /^~|[{}]/.test(named.written)) continue;
      const kind = named.onDisk?.kind;
      if (kind === 'directory' || kind === 'unreachable') continue;
      const span = named.index === undefined ? undefined : argumentNode(entry, named.index);
      const fix = fixFor(entry, named, setup);
      yield {
        entry,
        severity: startSeverity(entry, isPersonal(entry.file) ? 'error' : 'warning'),
        message: `"${entry.entry.name}" of ${entry.client.name} works in ${pathForMessage(setup, named.path)}, which ${kind === undefined || kind === 'dangling-link' ? 'does not exist' : 'is not a directory'}.`,
        hint: startsInWorkspace(entry)
          ? `${entry.client.name} starts the server in the open project: remove --workspace.`
          : 'Write the folder of your project; "snap tools configure" does that when you run it there.',
        span,
        fix,
      };
    }
  },
});

function fixFor(entry: CommandEntry, named: NamedPath, setup: Setup): Fix | undefined {
  const word = workspaceWord(entry, setup);
  if (entry.file.place.workspaceVariable === undefined && startsInWorkspace(entry)) {
    return { kind: 'confirm', says: 'remove --workspace', edit: withWorkspace(entry, undefined) };
  }
  return word === undefined ? undefined : replaceWorkspace(entry, named, word, setup);
}
