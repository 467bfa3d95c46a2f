import { defineStartDiagnostic, isPersonal, worksInClient, type CommandEntry } from '../judging/programs/command-entries.ts';
import { isOursByShape } from '../../clients/index.ts';
import type { Fix, ProgramFound, Setup } from '../diagnostic.ts';
import { commandNode, replaceValues } from '../edit.ts';
import { isPermanentInstall, ownCall, startThisProgram } from '../judging/programs/own-entry.ts';
import { pathForMessage } from '../judging/wording.ts';
import { programName } from '../../machine/index.ts';

/** On Ubuntu `snap` is the package manager: https://snapcraft.io/docs/installing-snapd */
export default defineStartDiagnostic({
  id: 'snap-is-snapd',
  severity: 'error',
  summary: 'In snap\'s own entry, the command "snap" starts Ubuntu\'s package manager, which has the same name.',
  whenWritten: 'doubt',
  judge(entry, setup) {
    const { command, entry: written } = entry;
    if (!isOursByShape(written.server) || programName(command.command) !== 'snap' || worksInClient(entry)) return undefined;
    const found = command.inClient ?? command.inShell;
    if (found === undefined || !isSnapd(found)) return undefined;
    const span = commandNode(entry);
    const fix = fixFor(entry, setup);
    return {
      message: `"${written.name}" starts ${pathForMessage(setup, found.path)}, which is Ubuntu's package manager and not an MCP server: ${entry.client.name} gets an error from it.`,
      hint: isPersonal(entry.file)
        ? `Write the full path of this program: "${pathForMessage(setup, setup.program.node)}", "${pathForMessage(setup, setup.program.file)}".`
        : 'Use its other name, "snap-mcp", which no other program has.',
      span,
      fix,
    };
  },
});

/** snap is a script; a compiled program in a system directory is snapd. */
function isSnapd({ isBinary, path, target }: ProgramFound): boolean {
  return isBinary && [path, target].some((one) => /^\/(usr\/)?(bin|lib\/snapd|snap\/bin|snap\/snapd\/.*)\/snap$/.test(one));
}

function fixFor(entry: CommandEntry, setup: Setup): Fix | undefined {
  const call = ownCall(entry);
  if (isPersonal(entry.file)) {
    if (call === undefined || !isPermanentInstall(setup)) return undefined;
    return { kind: 'safe', says: 'start the running snap by its full path', edit: startThisProgram(entry, call, setup) };
  }
  const node = commandNode(entry);
  if (node === undefined) return undefined;
  return { kind: 'safe', says: 'replace "snap" by "snap-mcp"', edit: replaceValues(entry.file, [{ node, value: 'snap-mcp' }]) };
}
