import { defineDiagnostic } from '../diagnostic.ts';

/** A file that a team shares is shared by git; this one stays on the machine it was written on. */
export default defineDiagnostic({
  id: 'project-file-ignored',
  severity: 'info',
  summary: "A project's file is left out by git, so nobody else gets its servers.",
  *detect({ files }) {
    for (const file of files) {
      if (file.scope !== 'project' || file.ignoredByGit !== true || file.ignored || file.servers.length === 0) continue;
      yield {
        file,
        message: `git ignores this file, so the servers in it are yours alone: ${file.client.name} of anybody else who opens the project does not get them.`,
        hint: 'Nothing to do if that is meant. To share them, take it out of .gitignore and commit it.',
      };
    }
  },
});
