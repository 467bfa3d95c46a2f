import { defineDiagnostic } from '../diagnostic.ts';

/** A team shares files through git; an ignored file stays on this machine. */
export default defineDiagnostic({
  id: 'project-file-ignored',
  severity: 'info',
  summary: 'A project file is ignored by git, so other people do not get its servers.',
  *detect({ files }) {
    for (const file of files) {
      if (file.scope !== 'project' || file.ignoredByGit !== true || file.ignored || file.servers.length === 0) continue;
      yield {
        file,
        message: `git ignores this file, so only you have its servers: other people who open the project in ${file.client.name} do not get them.`,
        hint: 'Nothing to do if that is intended. To share them, remove the file from .gitignore and commit it.',
      };
    }
  },
});
