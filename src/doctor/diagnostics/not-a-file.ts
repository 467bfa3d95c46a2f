import { defineDiagnostic } from '../diagnostic.ts';
import { joinWithAnd } from '../judging/wording/sentences.ts';
import { readersByPath } from '../judging/files/file-readers.ts';
import { quotedPath } from '../judging/wording/paths-for-people.ts';
import { nameOf } from '../../machine/index.ts';

export default defineDiagnostic({
  id: 'not-a-file',
  severity: 'error',
  summary: 'Where the config file should be stands something that cannot be read as a file.',
  *detect(setup) {
    for (const group of readersByPath(setup.files)) {
      const readers = group.filter(({ state }) => state === 'not-a-file');
      for (const file of readers) {
        const move = setup.facts.platform === 'win32' ? 'ren' : 'mv';
        const from = quotedPath(setup, file.path);
        const to = setup.facts.platform === 'win32' ? `"${nameOf(file.path)}.old"` : quotedPath(setup, `${file.path}.old`);
        const words = from === undefined || to === undefined ? 'give it another name' : `${move} ${from} ${to}`;
        yield {
          file,
          severity: file.place.write === 'never' ? 'info' : 'error',
          message: `${joinWithAnd(readers.map(({ client }) => client.name))} cannot read its servers: ${file.error?.message ?? 'no file stands there'}.`,
          hint:
            file.onDisk?.kind === 'directory'
              ? `Look what is in it, and move it away: ${words}. Docker makes such a directory when it is told to mount a file that is not there.`
              : `Look where it comes from, and move it away: ${words}.`,
        };
      }
    }
  },
});
