import { defineDiagnostic, type FileFacts, type Setup } from '../diagnostic.ts';
import { quotedNames, quotedPath } from '../judging/wording.ts';
import { serverNamesFor } from '../judging/entries/server-shape.ts';
import { directoryOf, joinPath, nameOf } from '../../machine/index.ts';

type Listed = Pick<Setup, 'files' | 'facts' | 'listings'>;

/** A client that cannot read its file, or two that write it at once, may leave a file without servers and a copy beside it. */
export default defineDiagnostic({
  id: 'file-was-reset',
  severity: 'warning',
  summary: 'The config file has no servers, but a copy beside it has some.',
  *lists({ files, facts }) {
    for (const file of files) if (isSuspect(file)) yield directoryOf(file.path, facts.platform);
  },
  *reads(setup) {
    for (const file of setup.files) if (isSuspect(file)) yield* copiesOf(file, setup);
  },
  *detect(setup) {
    const reported = new Set<string>();
    for (const file of setup.files) {
      // Servers of another scope in the same file were not lost.
      const readings = setup.files.filter((other) => other.path === file.path && other.client === file.client);
      if (!isSuspect(file) || reported.has(file.path) || readings.some(({ servers }) => servers.length > 0)) continue;
      const [best] = copiesOf(file, setup)
        .map((path) => ({
          path,
          names: [...new Set(readings.flatMap(({ reading }) => serverNamesFor(setup.texts.get(path) ?? '', reading)))],
        }))
        .filter(({ names }) => names.length > 0)
        .toSorted((a, b) => weightOf(b.path) - weightOf(a.path) || b.names.length - a.names.length);
      if (best === undefined) continue;
      reported.add(file.path);
      const [from, to] = [quotedPath(setup, best.path), quotedPath(setup, file.path)];
      const words =
        from === undefined || to === undefined
          ? ''
          : ` (${setup.facts.platform === 'win32' ? 'copy' : 'cp'} ${from} ${to} copies the whole file)`;
      yield {
        file,
        span: { start: 0, end: 0 },
        // A valid file, or one without such a copy, may be intended.
        severity:
          weightOf(best.path) === 3 || (isBare(file) && (file.state !== 'absent' || weightOf(best.path) === 2)) ? 'warning' : 'info',
        message: `${file.client.name} has no servers here${file.state === 'absent' ? ': the file does not exist' : ''}. The copy "${nameOf(best.path)}" beside it has ${best.names.length === 1 ? 'one' : best.names.length}: ${quotedNames(best.names)}.`,
        hint: `If you miss them: quit ${file.client.name}, compare the two files, and copy the servers back${words}.`,
      };
    }
  },
});

/** A person's own file that parses and has no servers, or does not exist. */
function isSuspect({ ignored, place, scope, servers, state, reading }: FileFacts): boolean {
  const isReset = state === 'absent' || state === 'empty' || (state === 'ok' && servers.length === 0);
  return !ignored && (scope === 'global' || scope === 'local') && place.write !== 'never' && isReset && reading.format === 'json';
}

/** Whether the file has nothing but the map of servers. */
function isBare({ state, root, reading }: FileFacts): boolean {
  if (state !== 'ok') return true;
  return root?.kind === 'map' && root.members.every(({ key }) => key === reading.layouts[0].path[0] || key === '$schema');
}

/** Copies that clients make of a file before they write it, or because they cannot read it; the newest last. */
function copiesOf(file: FileFacts, { facts, listings }: Listed): readonly string[] {
  const directory = directoryOf(file.path, facts.platform);
  const name = nameOf(file.path);
  const copies = (listings.get(directory) ?? []).filter(
    (other) => other.startsWith(`${name}.`) && kindOf(other.slice(name.length)) !== undefined,
  );
  return copies.slice(-mostCopies).map((copy) => joinPath(directory, copy, facts.platform));
}

const mostCopies = 4;

/** 3: moved because it could not be read; 2: a copy that programs make regularly; 1: one that people make. */
function kindOf(ending: string): 1 | 2 | 3 | undefined {
  if (/^\.corrupt(ed)?(\.|$)/.test(ending)) return 3;
  if (/^\.backup(\.|-|$)/.test(ending)) return 2;
  return /^\.(bak|old)(\.|-|$)/.test(ending) ? 1 : undefined;
}

function weightOf(copy: string): number {
  const ending = /\.(corrupt|corrupted|backup|bak|old)([.-][^\\/]*)?$/.exec(nameOf(copy))?.[0];
  return kindOf(ending ?? '') ?? 0;
}
