import { defineDiagnostic, type FileFacts } from '../diagnostic.ts';
import { isReadOnlyForAll, textFix, readersWithFailure, readersByPath } from '../judging/files/file-readers.ts';
import { brokenFileEffects } from '../judging/wording.ts';

/** The registry says what a client does with such a file (`onBrokenFile`). */
export default defineDiagnostic({
  id: 'unparsable',
  severity: 'error',
  summary: 'The file breaks the rules of its format, so nothing in it can be read.',
  *detect(setup) {
    for (const group of readersByPath(setup.files)) {
      const readers = readersWithFailure(group, 'syntax');
      if (readers === undefined) continue;
      const [{ error }] = readers;
      const fix = textFix(setup, readers);
      for (const reader of readers) {
        yield {
          // The tolerance of clients differs; all findings use place and words of the first one.
          file: error === undefined ? reader : { ...reader, error },
          severity: isReadOnlyForAll(readers) && reader.client.onBrokenFile === undefined ? 'warning' : 'error',
          message: `The file does not parse: ${error?.message ?? 'it has a syntax error'}. ${brokenFileEffects(readers)}`,
          hint: fix === undefined ? byHand(readers[0]) : `"snap mcp repair" can ${fix.says}. It asks before it writes.`,
          fix,
        };
      }
    }
  },
});

function byHand({ error, reading }: FileFacts): string {
  if (reading.format === 'json') return 'Fix this by hand: snap cannot tell what was meant.';
  const place = error?.line === undefined ? 'to the place' : `to line ${error.line}, column ${error.column ?? 1},`;
  return `Go ${place} and write what is expected there. snap does not change a ${reading.format.toUpperCase()} file that does not parse.`;
}
