import { defineStartDiagnostic, isPersonal, worksInClient } from '../judging/programs/command-entries.ts';
import type { Severity } from '../diagnostic.ts';
import { argumentNode } from '../edit.ts';
import { serverPaths } from '../judging/programs/known-programs.ts';
import { pathForMessage } from '../judging/wording.ts';
import { placeholderIn } from '../judging/secrets/placeholder.ts';
import { homeIn } from '../judging/programs/paths.ts';

/** Of well-known servers it is known which arguments are paths, and what they do when one is not there. */
export default defineStartDiagnostic({
  id: 'server-path-missing',
  severity: 'error',
  summary: 'A directory or file that the server is started for does not exist.',
  *judge(entry, setup) {
    const known = serverPaths(entry);
    if (known === undefined || worksInClient(entry)) return;
    // A path to be filled in is "placeholder-left".
    const missing = known.paths.filter(
      ({ onDisk, path, written }) => path !== undefined && onDisk === undefined && placeholderIn(written) === undefined,
    );
    const isAll = missing.length === known.paths.length;
    for (const { index = 0, path = '' } of missing) {
      // Another person's home in a shared file: personal-path-in-project-file.
      if (!isPersonal(entry.file) && homeIn(path) !== undefined) continue;
      const shown = pathForMessage(setup, path);
      const severity: Severity = known.whenMissing === 'makes it' ? 'info' : isAll && isPersonal(entry.file) ? 'error' : 'warning';
      yield {
        severity: severity,
        span: argumentNode(entry, index),
        detail: `argument ${index}`,
        message:
          known.whenMissing === 'makes it'
            ? `The ${known.what} of "${entry.entry.name}" does not exist: ${shown}. The server makes a new, empty one there.`
            : `The ${known.what} that "${entry.entry.name}" is started for does not exist: ${shown}. ${isAll ? 'Without one the server ends, or its tools fail.' : 'The server goes on without it, or ends.'}`,
        hint:
          known.whenMissing === 'makes it'
            ? 'If there should be data in it, correct the path.'
            : `Correct the path, or create the ${known.what}.`,
      };
    }
  },
});
