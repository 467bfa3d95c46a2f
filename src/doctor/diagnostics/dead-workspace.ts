import { defineStartDiagnostic, hasUnfilledVariables, isPersonal, type CommandEntry } from '../judging/programs/command-entries.ts';
import type { Fix, NamedPath, Setup } from '../diagnostic.ts';
import { argumentNode } from '../edit.ts';
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
export default defineStartDiagnostic({
  id: 'dead-workspace',
  severity: 'error',
  summary: "The folder that snap's own entry names by --workspace does not exist.",
  whenWritten: 'doubt',
  judge(entry, setup) {
    if (ownCall(entry) === undefined) return undefined;
    const named = namedWorkspace(entry);
    // A folder with a variable has its own finding.
    if (named?.path === undefined || hasUnfilledVariables(named.written) || /^~|[{}]/.test(named.written)) return undefined;
    const kind = named.onDisk?.kind;
    if (kind === 'directory' || kind === 'unreachable') return undefined;
    const span = named.index === undefined ? undefined : argumentNode(entry, named.index);
    const fix = fixFor(entry, named, setup);
    return {
      severity: isPersonal(entry.file) ? 'error' : 'warning',
      message: `"${entry.entry.name}" of ${entry.client.name} works in ${pathForMessage(setup, named.path)}, which ${kind === undefined || kind === 'dangling-link' ? 'does not exist' : 'is not a directory'}.`,
      hint: startsInWorkspace(entry)
        ? `${entry.client.name} starts the server in the open project: remove --workspace.`
        : 'Write the folder of your project; "snap tools configure" does that when you run it there.',
      span,
      fix,
    };
  },
});

function fixFor(entry: CommandEntry, named: NamedPath, setup: Setup): Fix | undefined {
  const word = workspaceWord(entry, setup);
  if (entry.file.place.workspaceVariable === undefined && startsInWorkspace(entry)) {
    return { kind: 'confirm', says: 'remove --workspace', edit: withWorkspace(entry, undefined) };
  }
  return word === undefined ? undefined : replaceWorkspace(entry, named, word, setup);
}
