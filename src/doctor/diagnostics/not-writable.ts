import { defineDiagnostic } from '../diagnostic.ts';
import { readersByPath } from '../judging/files/file-readers.ts';
import { quotedPath } from '../judging/wording/paths-for-people.ts';
import { directoryOf } from '../../machine/index.ts';
import type { FileFacts, Setup } from '../setup.ts';

/** A file reached through a link is written where it really stands. */
export default defineDiagnostic({
  id: 'not-writable',
  severity: 'warning',
  summary: 'The config file can be read and not changed.',
  *looks({ files, facts }) {
    for (const file of files) if (isOwn(file)) yield directoryOf(file.target ?? file.path, facts.platform);
  },
  *detect(setup) {
    for (const [file] of readersByPath(setup.files.filter(isOwn))) {
      const { path, target, client } = file;
      const real = target ?? path;
      if (isGenerated(real)) {
        yield {
          file,
          severity: 'info',
          message: `The file comes from the Nix store, which nobody can write: neither ${client.name} nor snap can change its servers here.`,
          hint: 'Change the servers where your Nix or home-manager configuration names them. "snap tools print" shows an entry for that.',
        };
      } else if (!file.writable) {
        yield {
          file,
          // In a project a file is often kept read-only on purpose, and its client only reads it.
          severity: file.scope === 'project' ? 'info' : 'warning',
          message: `You may read this file and not change it: neither ${client.name} nor snap can write its servers.`,
          hint: whoMayWrite(setup, real),
        };
      } else if (setup.seen.get(directoryOf(real, setup.facts.platform))?.writable === false) {
        yield {
          file,
          severity: 'info',
          message: `The directory of this file is closed to writing: a program that saves by replacing the file, as ${client.name} may do, cannot.`,
          hint: whoMayWrite(setup, directoryOf(real, setup.facts.platform)),
        };
      }
    }
  },
});

/** Files that are there and that their client, or snap, would write. */
function isOwn({ place, scope, onDisk, ignored, state }: FileFacts): boolean {
  return !ignored && place.write !== 'never' && scope !== 'managed' && onDisk?.kind === 'file' && state !== 'unreadable';
}

/** https://nix.dev/manual/nix/latest/store/ */
function isGenerated(path: string): boolean {
  return path.startsWith('/nix/store/');
}

function whoMayWrite(setup: Setup, path: string): string {
  const shown = quotedPath(setup, path);
  if (shown === undefined) return 'If it is not meant to be so: give yourself the right to write it.';
  if (setup.facts.platform === 'win32') return `If it is not meant to be so: attrib -R ${shown}, or give yourself the right with icacls.`;
  return `If it is not meant to be so: chmod u+w ${shown}, and where it is not yours first: sudo chown "$USER" ${shown}`;
}
