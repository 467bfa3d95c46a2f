import { defineDiagnostic, type Setup } from '../diagnostic.ts';
import { commandEntries, startSeverity, worksInClient, type CommandEntry } from '../judging/programs/command-entries.ts';
import { behindCmd } from '../judging/programs/known-programs.ts';
import { pathForMessage } from '../judging/wording.ts';
import { joinPath, programName } from '../../machine/index.ts';

/** npx first looks into npm's directory for global packages, and stops when it does not exist. */
export default defineDiagnostic({
  id: 'appdata-npm-missing',
  severity: 'warning',
  summary: "On Windows, npm's directory for global packages does not exist, so npx may stop.",
  restsOn: ['start'],
  *looks(setup) {
    if (setup.facts.platform === 'win32') yield npmDirectory(setup);
  },
  *detect(setup) {
    if (setup.facts.platform !== 'win32' || setup.seen.has(npmDirectory(setup))) return;
    // One finding for the directory, at the first entry that needs it.
    const [entry] = [...commandEntries(setup)].filter((one) => usesNpm(one) && one.entry.enabled && !worksInClient(one));
    if (entry === undefined) return;
    const directory = pathForMessage(setup, npmDirectory(setup));
    yield {
      entry,
      severity: startSeverity(entry, 'warning'),
      message: `${directory} does not exist. Without it npx may stop with "ENOENT: no such file or directory, lstat …\\npm", and ${entry.client.name} only reports a closed connection.`,
      hint: 'mkdir "%APPDATA%\\npm"',
    };
  },
});

function npmDirectory({ env, facts, home }: Pick<Setup, 'env' | 'facts' | 'home'>): string {
  const appData =
    Object.entries(env).find(([name]) => name.toUpperCase() === 'APPDATA')?.[1] ?? joinPath(home, 'AppData\\Roaming', facts.platform);
  return joinPath(appData, 'npm', facts.platform);
}

/** Directly, or through the command processor. */
function usesNpm({ command }: CommandEntry): boolean {
  const [word = ''] = behindCmd([command.command, ...command.args]);
  return ['npx', 'npm'].includes(programName(word)) && command.inClient !== undefined;
}
