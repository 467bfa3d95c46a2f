import { defineStartDiagnostic } from '../judging/programs/command-entries.ts';
import { argumentNode } from '../edit.ts';
import {
  ownCall,
  isNamedByVariable,
  namedWorkspace,
  replaceWorkspace,
  startsInWorkspace,
  withWorkspace,
} from '../judging/programs/own-entry.ts';
import { pathForMessage } from '../judging/wording.ts';
import { isAbsolutePath } from '../../machine/index.ts';

/** One entry for every window and every project that names one of them. */
export default defineStartDiagnostic({
  id: 'one-workspace-for-all-windows',
  severity: 'warning',
  summary: "One folder is named in snap's own entry for all projects, although the assistant would start it in each project.",
  judge(entry, setup) {
    const { client, file } = entry;
    const { workspaceVariable } = file.place;
    // When only a fixed folder is possible, it is intended.
    if (file.scope !== 'global' || ownCall(entry) === undefined || (!startsInWorkspace(entry) && workspaceVariable === undefined))
      return undefined;
    const named = namedWorkspace(entry);
    if (named === undefined || isNamedByVariable(entry, named) || !isAbsolutePath(named.written, setup.facts.platform)) return undefined;
    // A missing folder has its own finding.
    if (named.onDisk?.kind !== 'directory') return undefined;
    const span = named.index === undefined ? undefined : argumentNode(entry, named.index);
    const fix =
      workspaceVariable === undefined
        ? ({ kind: 'confirm', says: 'remove --workspace', edit: withWorkspace(entry, undefined) } as const)
        : replaceWorkspace(entry, named, workspaceVariable, setup);
    return {
      message: `"${entry.entry.name}" works in ${pathForMessage(setup, named.written)} in every window of ${client.name}, whatever project is open there.`,
      hint:
        workspaceVariable === undefined
          ? `Remove --workspace: ${client.name} starts the server in the open project.`
          : `Write "${workspaceVariable}" instead; ${client.name} replaces it with the open project.`,
      span,
      fix,
    };
  },
});
