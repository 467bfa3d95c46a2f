import { defineDiagnostic } from '../diagnostic.ts';
import { argumentNode, commandNode } from '../edit.ts';
import { commandEntries, startSeverity, worksInClient } from '../judging/programs/command-entries.ts';
import { foreignPaths, hasTwoSides, wslMark } from '../judging/programs/paths.ts';
import { pathForMessage } from '../judging/wording.ts';

const systems = { darwin: 'macOS', linux: 'Linux', win32: 'Windows' } as const;

/** A config file that was copied from a Windows machine. Where both sides are on one machine, it is wsl-path-mismatch. */
export default defineDiagnostic({
  id: 'path-of-other-system',
  severity: 'error',
  summary: 'An entry names a Windows path, and this machine does not run Windows.',
  *looks(setup) {
    if (setup.facts.platform === 'linux' && commandEntries(setup).some((entry) => foreignPaths(entry, setup).length > 0)) yield wslMark;
  },
  *detect(setup) {
    const { platform } = setup.facts;
    if (hasTwoSides(setup)) return;
    for (const entry of commandEntries(setup)) {
      if (worksInClient(entry)) continue;
      for (const { index, path } of foreignPaths(entry, setup)) {
        yield {
          entry,
          severity: startSeverity(entry, 'error'),
          span: index === undefined ? commandNode(entry) : argumentNode(entry, index),
          detail: index === undefined ? 'command' : 'script',
          message: `"${entry.entry.name}" starts ${pathForMessage(setup, path)}, a Windows path. This machine runs ${systems[platform]}, where ${entry.client.name} does not find it.`,
          hint: 'Install the server here and write its path on this machine.',
        };
      }
    }
  },
});
