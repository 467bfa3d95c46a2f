import { defineDiagnostic } from '../diagnostic.ts';
import { conflictMark, isOthers, mendFix, readersWith } from '../judging/files/unparsable-files.ts';
import { costs } from '../judging/wording/sentences.ts';
import { readersByPath } from '../judging/files/file-readers.ts';

/** Git leaves the marks until somebody has chosen: https://git-scm.com/docs/git-merge#_how_conflicts_are_presented */
export default defineDiagnostic({
  id: 'merge-conflict',
  severity: 'error',
  summary: 'The file holds the marks of a merge that was never finished.',
  *detect(setup) {
    for (const group of readersByPath(setup.files)) {
      const readers = readersWith(group, 'conflict');
      if (readers === undefined) continue;
      const span = conflictMark(readers[0].text ?? '');
      const fix = mendFix(setup, readers);
      for (const reader of readers) {
        yield {
          file: reader,
          ...(span === undefined ? {} : { span }),
          severity: isOthers(readers) && reader.client.onBrokenFile === undefined ? 'warning' : 'error',
          message: `The file holds the marks of an unfinished merge ("<<<<<<<"), so it does not parse. ${costs(readers)}`,
          hint:
            fix === undefined
              ? 'Decide which side stays, delete the other one and the lines with the marks, and save.'
              : `"snap mcp repair" shows how to ${fix.says}, and writes it if you say yes.`,
          ...(fix === undefined ? {} : { fix }),
        };
      }
    }
  },
});
