import { listed, maxReadBytes, sizeWords } from '../../system/index.ts';
import { defineDiagnostic, type Severity, type FileFacts } from '../diagnostic.ts';
import { readersByPath } from '../judging/files/file-readers.ts';
import { quotedPath } from '../judging/wording.ts';

export default defineDiagnostic({
  id: 'not-readable',
  severity: 'error',
  summary: 'The config file cannot be opened.',
  *detect(setup) {
    const { facts, files } = setup;
    for (const group of readersByPath(files)) {
      // A file that was read but is not text is reported by not-utf8.
      const readers = group.filter(({ state, path }) => state === 'unreadable' && facts.contents.get(path) === undefined);
      for (const file of readers) {
        const path = quotedPath(setup, file.path);
        const isClosed = file.onDisk === undefined || file.onDisk.kind === 'unreachable' || !file.onDisk.readable;
        if (file.onDisk?.readable === true && file.onDisk.size > maxReadBytes) {
          yield {
            file,
            severity: severityOf(file),
            message: `This file has ${sizeWords(file.onDisk.size)}, so snap does not read it: ${sizeWords(maxReadBytes)} is the limit.`,
            hint: 'See what is in it. If it is not meant to be so large, move it away, then run the command again.',
          };
          continue;
        }
        yield {
          file,
          severity: severityOf(file),
          message:
            `${listed(readers.map(({ client }) => client.name))} cannot open this file, and neither can snap: ${file.error?.message ?? 'you have no permission'}`.replace(
              /\.?$/,
              '.',
            ),
          hint: !isClosed
            ? 'Is it on a drive or in a cloud folder that is not available at the moment?'
            : whoOpens(path, facts.platform, file.onDisk?.kind),
        };
      }
    }
  },
});

/** Only a note for files that the person cannot change. */
function severityOf({ scope, place }: Pick<FileFacts, 'scope' | 'place'>): Severity {
  return scope === 'managed' || place.write === 'never' ? 'info' : 'error';
}

function whoOpens(path: string | undefined, platform: string, kind: string | undefined): string {
  if (path === undefined)
    return kind === 'unreachable'
      ? 'You have no permission for a parent directory. Grant yourself read access.'
      : 'Give yourself permission to read and write this file.';
  if (platform === 'win32')
    return `Give yourself permission: icacls ${path} /grant "%USERNAME%:F" (a command run as administrator may have created it).`;
  if (kind === 'unreachable') return `You have no permission for a parent directory. Find it with: namei -l ${path}`;
  return `A command run with sudo may have created it. Take ownership: sudo chown "$USER" ${path} && chmod u+rw ${path}`;
}
