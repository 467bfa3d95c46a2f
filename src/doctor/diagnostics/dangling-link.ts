import { listed } from '../../system/index.ts';
import { defineDiagnostic } from '../diagnostic.ts';
import { readersByPath } from '../judging/files/file-readers.ts';
import { quotedPath, pathForMessage } from '../judging/wording.ts';

export default defineDiagnostic({
  id: 'dangling-link',
  severity: 'error',
  summary: 'The config file is a symbolic link to a file that does not exist.',
  whenWritten: 'doubt',
  *detect(setup) {
    for (const group of readersByPath(setup.files)) {
      const readers = group.filter(({ onDisk }) => onDisk?.kind === 'dangling-link');
      for (const file of readers) {
        const word = quotedPath(setup, file.path);
        const target = file.onDisk?.target;
        yield {
          file,
          severity: file.place.write === 'never' ? 'info' : 'error',
          message: `${listed(readers.map(({ client }) => client.name))} finds no file here: this is a symbolic link to ${target === undefined ? 'a file' : pathForMessage(setup, target)}, which does not exist.`,
          hint: `Put the file back where the link points (is your dotfiles folder checked out?), or remove the link${word === undefined ? '' : `: ${setup.facts.platform === 'win32' ? 'del' : 'rm'} ${word}`}.`,
        };
      }
    }
  },
});
