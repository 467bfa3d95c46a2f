import { defineDiagnostic, type FileFacts, type Setup } from '../diagnostic.ts';
import { readersByPath } from '../judging/files/file-readers.ts';
import { quotedPath } from '../judging/wording.ts';
import { directoryOf } from '../../machine/index.ts';

/** A linked file is written at its target. */
export default defineDiagnostic({
  id: 'not-writable',
  severity: 'warning',
  summary: 'The config file is read-only.',
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
          message: `The file comes from the Nix store, which is read-only: neither ${client.name} nor snap can change its servers here.`,
          hint: 'Change the servers in your Nix or home-manager configuration. "snap tools print" shows an entry for that.',
        };
      } else if (!file.writable) {
        yield {
          file,
          // A project file is often read-only on purpose, and its client only reads it.
          severity: file.scope === 'project' ? 'info' : 'warning',
          message: `You may read this file but not write it: neither ${client.name} nor snap can change its servers.`,
          hint: whoMayWrite(setup, real),
        };
      } else if (setup.seen.get(directoryOf(real, setup.facts.platform))?.writable === false) {
        yield {
          file,
          severity: 'info',
          message: `You may not write to the directory of this file: a program that saves by replacing the file, as ${client.name} may do, fails.`,
          hint: whoMayWrite(setup, directoryOf(real, setup.facts.platform)),
        };
      }
    }
  },
});

/** Existing files that their client, or snap, would write. */
function isOwn({ place, scope, onDisk, ignored, state }: FileFacts): boolean {
  return !ignored && place.write !== 'never' && scope !== 'managed' && onDisk?.kind === 'file' && state !== 'unreadable';
}

/** https://nix.dev/manual/nix/latest/store/ */
function isGenerated(path: string): boolean {
  return path.startsWith('/nix/store/');
}

function whoMayWrite(setup: Setup, path: string): string {
  const shown = quotedPath(setup, path);
  if (shown === undefined) return 'If that is not intended: give yourself permission to write it.';
  if (setup.facts.platform === 'win32') return `If that is not intended: attrib -R ${shown}, or give yourself permission with icacls.`;
  return `If that is not intended: chmod u+w ${shown}. If the file is not yours, first: sudo chown "$USER" ${shown}`;
}
