import { defineDiagnostic, type Fix, type Sighting, type Setup } from '../diagnostic.ts';
import { argumentNode, commandNode, replaceArguments, replaceValues } from '../edit.ts';
import { commandEntries, isPersonal, startSeverity, worksInClient, type CommandEntry } from '../judging/programs/command-entries.ts';
import { foreignPaths, hasTwoSides, wslMark, type ForeignPath } from '../judging/programs/paths.ts';
import { pathForMessage } from '../judging/wording.ts';
import { startWith } from '../judging/programs/start-with.ts';

/** A Windows app that is to run a Linux program, or the other way round. Shared files are judged by windows-only-in-project. */
export default defineDiagnostic({
  id: 'wsl-path-mismatch',
  severity: 'error',
  summary: 'An entry names a Windows path on Linux, or a Linux path on Windows.',
  *looks(setup) {
    for (const entry of commandEntries(setup)) {
      for (const { path } of foreignPaths(entry, setup)) yield* [here(path, setup) ?? path, wslMark];
    }
  },
  *detect(setup) {
    if (!hasTwoSides(setup)) return;
    for (const entry of commandEntries(setup)) {
      if (worksInClient(entry)) continue;
      for (const found of foreignPaths(entry, setup)) yield sighting(entry, found, setup);
    }
  },
});

/** The same path by its name on this side: `/mnt/c/x` is `C:\x`. */
function here(path: string, { facts }: Pick<Setup, 'facts'>): string | undefined {
  if (facts.platform === 'win32') {
    const [, drive, rest] = /^\/mnt\/([a-z])\/(.+)$/.exec(path) ?? [];
    return drive === undefined || rest === undefined ? undefined : `${drive.toUpperCase()}:\\${rest.replaceAll('/', '\\')}`;
  }
  const [, drive, rest] = /^([A-Za-z]):[\\/](.+)$/.exec(path) ?? [];
  return drive === undefined || rest === undefined ? undefined : `/mnt/${drive.toLowerCase()}/${rest.replaceAll('\\', '/')}`;
}

function sighting(entry: CommandEntry, found: ForeignPath, setup: Setup): Sighting {
  const { index, path } = found;
  const { client, file } = entry;
  const isWindows = setup.facts.platform === 'win32';
  const span = index === undefined ? commandNode(entry) : argumentNode(entry, index);
  const fix = isPersonal(file) ? fixFor(entry, found, setup) : undefined;
  const side = isWindows ? 'runs on Windows, where the Linux path' : 'runs in WSL, where the Windows path';
  return {
    entry,
    severity: startSeverity(entry, isPersonal(file) ? 'error' : 'warning'),
    message: `${client.name} ${side} ${pathForMessage(setup, path)} of "${entry.entry.name}" does not exist.`,
    hint: isWindows
      ? `Install the server on Windows, or start it in WSL: "command": "wsl.exe", "args": ["--exec", "${pathForMessage(setup, path)}", …].`
      : 'Install the server in WSL and write its path there.',
    span,
    fix,
    detail: index === undefined ? 'command' : 'script',
  };
}

function fixFor(entry: CommandEntry, { index, path }: ForeignPath, setup: Setup): Fix | undefined {
  const same = here(path, setup);
  const node = commandNode(entry);
  if (same !== undefined && setup.seen.get(same)?.kind === 'file') {
    const says = `write it as ${pathForMessage(setup, same)}`;
    if (index !== undefined) return { kind: 'safe', says, edit: replaceArguments(entry, new Map([[index, same]])) };
    return node === undefined ? undefined : { kind: 'safe', says, edit: replaceValues(entry.file, [{ node, value: same }]) };
  }
  if (setup.facts.platform !== 'win32' || index !== undefined || /^\/(Users|Applications)\//.test(path)) return undefined;
  return {
    kind: 'confirm',
    says: 'start it in WSL ("wsl.exe --exec")',
    edit: startWith(entry, { command: 'wsl.exe', before: ['--exec', path] }),
  };
}
