import { defineDiagnostic } from '../diagnostic.ts';
import { readersByPath } from '../judging/files/file-readers.ts';
import { pathForMessage } from '../judging/wording.ts';

/** The registry says which clients save that way (`replacesLinks`). */
export default defineDiagnostic({
  id: 'linked-config',
  severity: 'info',
  summary: 'The config file is a symbolic link, which the assistant replaces by a plain file when it saves.',
  *detect(setup) {
    for (const group of readersByPath(setup.files)) {
      for (const file of group) {
        const { client, onDisk } = file;
        if (client.replacesLinks !== true || onDisk?.kind !== 'file' || onDisk.target === undefined) continue;
        yield {
          file,
          message: `The file is a symbolic link to ${pathForMessage(setup, onDisk.target)}. When ${client.name} saves its settings, it replaces the link by a plain file, and later changes no longer reach your original.`,
          hint: `After changing settings in ${client.name}, check whether the link still exists. snap keeps links when it writes.`,
        };
      }
    }
  },
});
