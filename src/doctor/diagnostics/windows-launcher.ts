import { defineDiagnostic, type Fix } from '../diagnostic.ts';
import { commandNode } from '../edit.ts';
import {
  commandEntries,
  hasUnfilledVariables,
  isPersonal,
  startSeverity,
  worksInClient,
  type CommandEntry,
} from '../judging/programs/command-entries.ts';
import { startWith } from '../judging/programs/start-with.ts';
import { programName } from '../../machine/index.ts';

/** Launchers that package managers install as command scripts. uvx, uv, bun, deno, node and docker are programs. */
const launchers = ['npx', 'npm', 'pnpm', 'pnpx', 'yarn', 'corepack'];

/** A plain start on Windows finds no program `npx`, and refuses `npx.cmd`: https://nodejs.org/en/blog/vulnerability/april-2024-security-releases-2 */
export default defineDiagnostic({
  id: 'windows-launcher',
  severity: 'warning',
  summary: 'On Windows, npx and similar launchers are command scripts, which some assistants cannot start directly.',
  restsOn: ['start'],
  *detect(setup) {
    if (setup.facts.platform !== 'win32') return;
    for (const entry of commandEntries(setup)) {
      const { client, command } = entry;
      const name = programName(command.command);
      // For other clients this is only known for some versions, and most start it: no finding.
      if (client.windowsLaunchers !== 'needs-cmd' || worksInClient(entry) || hasUnfilledVariables(command.command)) continue;
      if (!launchers.includes(name) || /\.(exe|ps1)$/i.test(command.command)) continue;
      if (command.inClient !== undefined && /\.exe$/i.test(command.inClient.target)) continue;
      const span = commandNode(entry);
      const fix = isPersonal(entry.file) ? fixFor(entry, name) : undefined;
      yield {
        entry,
        // A shared file has no form that works everywhere, and newer versions of the client start this one too.
        severity: isPersonal(entry.file) ? startSeverity(entry, 'warning') : 'info',
        message: `On Windows ${client.name} may fail to start "${entry.entry.name}" (ENOENT, EINVAL, "connection closed"): "${command.command}" is a command script, not a program.`,
        hint: isPersonal(entry.file)
          ? `Start it through the command processor: "command": "cmd", "args": ["/c", "${name}", …].`
          : `This file is shared, and "cmd" is not there on other systems. If the server does not start here, add it to your user file with "cmd", "/c", "${name}".`,
        span,
        fix,
      };
    }
  },
});

function fixFor(entry: CommandEntry, name: string): Fix {
  const { args, command } = entry.command;
  // The command processor would change characters that are special to it.
  const isPlain = args.every((arg) => !/[&|<>^%"!()\s]/.test(arg));
  const word = /[\\/]/.test(command) ? command : name;
  return {
    kind: isPlain && word === name ? 'safe' : 'confirm',
    says: `start "${name}" through "cmd /c"`,
    edit: startWith(entry, { command: 'cmd', before: ['/c', word] }),
  };
}
