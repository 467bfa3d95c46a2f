import { defineDiagnostic } from '../diagnostic.ts';
import { holdsSecret } from '../judging/secrets/plain-secrets.ts';
import { quotedPath } from '../judging/wording.ts';

/** Read permission for the group or for everybody. */
const readableByOthers = 0o044;

/** Other accounts should not read a person's own file with a secret. */
export default defineDiagnostic({
  id: 'secret-readable-by-others',
  severity: 'warning',
  summary: 'Other accounts on this machine can read a file that holds a secret.',
  *detect(setup) {
    const { entries, facts, files } = setup;
    // Windows keeps permissions in access lists, which a mode does not show.
    if (facts.platform === 'win32') return;
    const reported = new Set<string>();
    for (const file of files) {
      const { path, scope, onDisk } = file;
      const isPersonal = scope === 'global' || scope === 'local';
      if (!isPersonal || onDisk?.kind !== 'file' || (onDisk.mode & readableByOthers) === 0) continue;
      // Files of a project are shared with the project.
      const key = `${file.client.id} ${path}`;
      if (reported.has(key) || (facts.workspace.isProject && path.startsWith(`${facts.workspace.path}/`)) || !holdsSecret(entries, file))
        continue;
      reported.add(key);
      const word = quotedPath(setup, path);
      yield {
        file,
        message: 'The file holds a secret, and other accounts on this machine can read it.',
        hint: word === undefined ? 'Remove the read permission for group and others.' : `Run: chmod 600 ${word}`,
      };
    }
  },
});
