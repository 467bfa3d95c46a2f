import { defineDiagnostic, type Sighting, type FileFacts, type Setup } from '../diagnostic.ts';
import { quotedNames, pathForMessage } from '../judging/wording.ts';
import { isOneOfMany } from '../judging/files/file-readers.ts';
import { serverNamesIn } from '../judging/entries/server-shape.ts';
import { directoriesOfClients, placesOfDirectories, unreadFiles, type UnreadFile } from '../judging/files/unread-files.ts';
import { directoryOf, nameOf } from '../../machine/index.ts';
import { listed } from '../../system/index.ts';

/** The registry has the paths that are often confused with config files (`strays`, `ignoredWhile`). */
export default defineDiagnostic({
  id: 'file-nobody-reads',
  severity: 'warning',
  summary: 'A file that no assistant reads has servers in it.',
  *lists(setup) {
    yield* placesOfDirectories(setup);
    for (const stray of unreadFiles(setup)) if (stray.pattern !== undefined) yield directoryOf(stray.path, setup.facts.platform);
  },
  listsBelow: directoriesOfClients,
  *looks(setup) {
    for (const { path } of unreadFiles(setup)) yield path;
  },
  *reads(setup) {
    for (const { path } of unreadFiles(setup)) yield path;
  },
  *detect(setup) {
    yield* strayFiles(setup);
    yield* ignoredFiles(setup);
    yield* filesOfAnotherInstallation(setup);
  },
});

function* strayFiles(setup: Setup): Generator<Sighting> {
  const read = new Set(setup.facts.clients.flatMap(({ files }) => files.flatMap(({ path, target }) => [path, target ?? path])));
  for (const stray of unreadFiles(setup)) {
    const names = serverNamesIn(setup.texts.get(stray.path) ?? '');
    const target = setup.seen.get(stray.path)?.target ?? stray.path;
    if (names.length === 0 || read.has(stray.path) || read.has(target)) continue;
    yield { path: stray.path, client: stray.client, ...judged(setup, stray, names) };
  }
}

function judged(
  setup: Setup,
  { client, path, isInProject }: UnreadFile,
  names: readonly string[],
): Pick<Sighting, 'message' | 'hint' | 'severity'> {
  const holds = `${names.length === 1 ? 'The server' : 'The servers'} ${quotedNames(names)}`;
  if (client === undefined) {
    const likely = setup.files
      .filter(({ scope, place, ignored }) => scope === 'project' && place.write === 'create' && !ignored)
      .toSorted((a, b) => Number(b.installed) - Number(a.installed))
      .slice(0, 3);
    return {
      message: `${holds} in "${nameOf(path)}" ${names.length === 1 ? 'is' : 'are'} not started: no assistant reads a file of this name in the root of a project.`,
      hint:
        likely.length === 0
          ? 'Move them to a file that your assistant reads: .cursor/mcp.json, .vscode/mcp.json, .mcp.json.'
          : `${listed(likely.map((file) => `${file.client.name} reads ${pathForMessage(setup, file.path)}`))}.`,
    };
  }
  const files = setup.facts.clients.find((found) => found.client === client)?.files ?? [];
  const wanted = files.filter(
    ({ place, ignored, state }) => !ignored && (place.write === 'create' || (place.write === 'existing' && state !== 'absent')),
  );
  const home = wanted.find(({ scope }) => (scope === 'project') === isInProject) ?? wanted[0];
  const known = new Set(wanted.flatMap(({ servers }) => servers.map(({ name }) => name)));
  const isLeftover = names.every((name) => known.has(name));
  return {
    severity: isLeftover ? 'info' : 'warning',
    message: `${client.name} does not read this file: ${holds.charAt(0).toLowerCase()}${holds.slice(1)} in it ${names.length === 1 ? 'is' : 'are'} ignored${isLeftover ? `, and ${names.length === 1 ? 'is' : 'are'} in the right one too` : ''}.`,
    hint: isLeftover
      ? 'It can be deleted.'
      : `Move ${names.length === 1 ? 'it' : 'them'} to ${home === undefined ? 'the file that is read' : pathForMessage(setup, home.path)}, in the form that ${client.name} reads.`,
  };
}

/** A file that the client ignores because another one exists. */
function* ignoredFiles(setup: Setup): Generator<Sighting> {
  for (const file of setup.files) {
    if (!file.ignored || file.servers.length === 0) continue;
    const readers = setup.files.filter(
      (other) => other.client === file.client && !other.ignored && other.place.write !== 'never' && other.scope === file.scope,
    );
    yield passedOver(setup, file, readers, `${file.client.name} does not read this file while its other file exists`);
  }
}

/** The servers are in the file of another build of the program than the installed one. */
function* filesOfAnotherInstallation(setup: Setup): Generator<Sighting> {
  for (const file of setup.files) {
    if (file.ignored || file.servers.length === 0 || file.place.write !== 'create' || isOneOfMany(file, setup.facts.platform)) continue;
    const other = setup.files.find(
      (one) =>
        one.client === file.client &&
        one.scope === file.scope &&
        one.state === 'absent' &&
        one.place.write === 'create' &&
        isOneOfMany(one, setup.facts.platform),
    );
    if (other === undefined) continue;
    yield passedOver(setup, file, [other], `The ${file.client.name} that is installed here reads another file`);
  }
}

function passedOver(setup: Setup, file: FileFacts, readers: readonly FileFacts[], why: string): Sighting {
  const known = new Set(readers.flatMap(({ servers }) => servers.map(({ name }) => name)));
  const lost = file.servers.map(({ name }) => name).filter((name) => !known.has(name));
  const right = readers[0] === undefined ? 'the file that is read' : pathForMessage(setup, readers[0].path);
  return {
    file,
    severity: lost.length === 0 ? 'info' : 'warning',
    message:
      lost.length === 0
        ? `${why}. Its servers are in ${right} too.`
        : `${why}: ${quotedNames(lost)} in it ${lost.length === 1 ? 'is' : 'are'} ignored.`,
    hint: lost.length === 0 ? 'It can be deleted.' : `Move ${lost.length === 1 ? 'it' : 'them'} to ${right}.`,
  };
}
