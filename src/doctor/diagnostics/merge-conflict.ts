import { defineDiagnostic } from '../diagnostic.ts';
import { conflictMark, isReadOnlyForAll, textFix, readersWithFailure, readersByPath } from '../judging/files/file-readers.ts';
import { brokenFileEffects } from '../judging/wording.ts';

/** Git leaves these markers in the file until the conflict is resolved: https://git-scm.com/docs/git-merge#_how_conflicts_are_presented */
export default defineDiagnostic({
  id: 'merge-conflict',
  severity: 'error',
  summary: 'The file has the markers of an unfinished merge.',
  *detect(setup) {
    for (const group of readersByPath(setup.files)) {
      const readers = readersWithFailure(group, 'conflict');
      if (readers === undefined) continue;
      const span = conflictMark(readers[0].text ?? '');
      const fix = textFix(setup, readers);
      for (const reader of readers) {
        yield {
          file: reader,
          span,
          severity: isReadOnlyForAll(readers) && reader.client.onBrokenFile === undefined ? 'warning' : 'error',
          message: `The file has the markers of an unfinished merge ("<<<<<<<"), so it does not parse. ${brokenFileEffects(readers)}`,
          hint:
            fix === undefined
              ? 'Decide which side to keep, delete the other side and the lines with the markers, and save.'
              : `"snap mcp repair" can ${fix.says}. It asks before it writes.`,
          fix,
        };
      }
    }
  },
});
