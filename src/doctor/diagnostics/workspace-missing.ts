import { defineStartDiagnostic, isPersonal } from '../judging/programs/command-entries.ts';
import type { EntryFacts, Setup } from '../diagnostic.ts';
import { ownCall, namedWorkspace, startsInWorkspace, withWorkspace, workspaceWord } from '../judging/programs/own-entry.ts';
import { pathForMessage, pathToWrite } from '../judging/wording.ts';

/** The server would use its start directory as the project, which may be the app's own directory or `/`. */
export default defineStartDiagnostic({
  id: 'workspace-missing',
  severity: 'warning',
  summary: "No folder is named in snap's own entry, and the assistant does not start it in the project.",
  judge(entry, setup) {
    const { client, command, file } = entry;
    const call = ownCall(entry);
    // The bridge to a remote server needs no folder.
    if (call === undefined || command.args[call.mcp + 1] === 'shim') return undefined;
    if (startsInWorkspace(entry) || command.cwd !== undefined || namedWorkspace(entry) !== undefined) return undefined;
    const word = workspaceWord(entry, setup);
    const isVariable = word !== undefined && word === file.place.workspaceVariable;
    return {
      message: `"${entry.entry.name}" ${entry.startsIn === undefined ? 'may' : 'does'} not know its project: ${whereItStarts(entry, setup)}, and the entry names no folder.`,
      hint:
        word !== undefined
          ? `Add "--workspace" to its arguments, and behind it ${pathToWrite(setup, word)}.`
          : isPersonal(file)
            ? 'Run "snap tools configure" inside the project, or add "--workspace" and its full path to the arguments.'
            : `This file is shared, and ${client.name} has no variable for the project. Set the server up in your user file.`,
      fix:
        word === undefined
          ? undefined
          : {
              kind: isVariable ? 'safe' : 'confirm',
              says: `add --workspace ${pathForMessage(setup, word)}`,
              edit: withWorkspace(entry, word),
            },
    };
  },
});

function whereItStarts({ client, startsIn }: EntryFacts, setup: Setup): string {
  if (startsIn === undefined) return `${client.name} does not document that it starts servers there`;
  return `${client.name} starts it in ${pathForMessage(setup, startsIn)}`;
}
