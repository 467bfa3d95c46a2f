import { defineDiagnostic } from '../diagnostic.ts';
import { joinWithAnd } from '../judging/wording/sentences.ts';
import { readersByPath } from '../judging/files/file-readers.ts';
import { quotedPath } from '../judging/wording/paths-for-people.ts';

export default defineDiagnostic({
  id: 'not-readable',
  severity: 'error',
  summary: 'The config file cannot be opened.',
  *detect(setup) {
    const { facts, files } = setup;
    for (const group of readersByPath(files)) {
      // Bytes that were read and are no text are another matter.
      const readers = group.filter(({ state, path }) => state === 'unreadable' && facts.contents.get(path) === undefined);
      for (const file of readers) {
        const path = quotedPath(setup, file.path);
        const isClosed = file.onDisk === undefined || file.onDisk.kind === 'unreachable' || !file.onDisk.readable;
        yield {
          file,
          severity: file.scope === 'managed' || file.place.write === 'never' ? 'info' : 'error',
          message: `${joinWithAnd(readers.map(({ client }) => client.name))} cannot open this file, and neither can snap: ${file.error?.message ?? 'it is closed to you'}.`,
          hint: !isClosed
            ? 'Is it on a drive, or in a cloud folder, that is not there at the moment?'
            : whoOpens(path, facts.platform, file.onDisk?.kind),
        };
      }
    }
  },
});

function whoOpens(path: string | undefined, platform: string, kind: string | undefined): string {
  if (path === undefined)
    return kind === 'unreachable'
      ? 'A directory on the way is closed to you: open it.'
      : 'Give yourself the right to read and write this file.';
  if (platform === 'win32')
    return `Give yourself the right to it: icacls ${path} /grant "%USERNAME%:F" (a command run as administrator may have made it).`;
  if (kind === 'unreachable') return `A directory on the way is closed to you. Find it with: namei -l ${path}`;
  return `A command run with sudo may have made it. Make it yours: sudo chown "$USER" ${path} && chmod u+rw ${path}`;
}
