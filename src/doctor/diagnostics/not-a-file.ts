import { defineDiagnostic } from '../diagnostic.ts';
import { readersByPath } from '../judging/files/file-readers.ts';
import { quotedPath } from '../judging/wording.ts';
import { nameOf } from '../../machine/index.ts';
import { listed } from '../../system/index.ts';

export default defineDiagnostic({
  id: 'not-a-file',
  severity: 'error',
  summary: 'The path of the config file is something that cannot be read as a file.',
  *detect(setup) {
    for (const group of readersByPath(setup.files)) {
      const readers = group.filter(({ state }) => state === 'not-a-file');
      for (const file of readers) {
        const move = setup.facts.platform === 'win32' ? 'ren' : 'mv';
        const from = quotedPath(setup, file.path);
        const to = setup.facts.platform === 'win32' ? `"${nameOf(file.path)}.old"` : quotedPath(setup, `${file.path}.old`);
        const words = from === undefined || to === undefined ? 'rename it' : `${move} ${from} ${to}`;
        yield {
          file,
          severity: file.place.write === 'never' ? 'info' : 'error',
          message: `${listed(readers.map(({ client }) => client.name))} cannot read its servers: ${file.error?.message ?? 'it is not a file'}.`,
          hint:
            file.onDisk?.kind === 'directory'
              ? `Check what is in it, and move it away: ${words}. Docker creates such a directory when it mounts a file that does not exist.`
              : `Find out where it comes from, and move it away: ${words}.`,
        };
      }
    }
  },
});
