import { defineDiagnostic, type Severity, type Sighting } from '../diagnostic.ts';
import { extensionsIn, interpreterOf, manifestsIn, placesOfExtension, type Extension } from '../judging/programs/app-extensions.ts';
import { inUsualPlace, usualPlaces, isLower } from '../judging/programs/usual-places.ts';
import { pathForMessage } from '../judging/wording/paths-for-people.ts';
import { maskText } from '../../secrets/index.ts';
import type { Setup } from '../setup.ts';

/** The oldest Python that the MCP SDK runs on: https://github.com/modelcontextprotocol/python-sdk/blob/main/pyproject.toml */
const needed = '3.10.0';

/** The programs that are looked for: manifests are read later than paths are looked at. */
const judged: readonly string[] = ['python3', 'python', 'uv', 'uvx', 'npx', 'docker'];

/**
 * An extension brings its server, but not the Python that runs it: https://github.com/anthropics/mcpb/blob/main/MANIFEST.md
 * Seen in https://github.com/awslabs/mcp/issues/2038
 */
export default defineDiagnostic({
  id: 'extension-interpreter',
  severity: 'error',
  summary: 'An extension of the assistant starts its server with a program that is missing or too old.',
  *lists(setup) {
    const places = extensionsIn(setup);
    for (const { path } of places) yield path;
    if (places.length > 0 && setup.facts.platform === 'darwin') yield* applePythonPlaces;
  },
  *looks(setup) {
    for (const extension of allManifests(setup)) yield extension.path;
    if (allManifests(setup).length === 0) return;
    // The names are only known once the manifests are read.
    for (const name of judged) {
      for (const { client } of extensionsIn(setup)) yield* placesOfExtension(client, name, setup);
      yield* usualPlaces(name, setup);
    }
  },
  *reads(setup) {
    for (const { path, settings } of allManifests(setup)) {
      yield path;
      yield settings;
    }
  },
  *detect(setup) {
    for (const found of allManifests(setup)) {
      const extension = interpreterOf(found, setup);
      const sighting = extension === undefined ? undefined : judge(extension, setup);
      if (extension !== undefined && sighting !== undefined)
        yield { client: found.client, path: found.path, detail: found.id, ...sighting };
    }
  },
});

function allManifests(setup: Pick<Setup, 'facts' | 'home' | 'env' | 'listings'>): ReturnType<typeof manifestsIn> {
  return extensionsIn(setup).flatMap((place) => manifestsIn(place, setup));
}

function judge(extension: Extension, setup: Setup): Omit<Sighting, 'path' | 'client'> | undefined {
  const { client, command, isOff, python, title } = extension;
  if (!judged.includes(command)) return undefined;
  const places = placesOfExtension(client, command, setup);
  const found = places.find((path) => setup.seen.get(path)?.kind === 'file');
  const most = (severity: Severity): Severity => (isOff ? 'info' : severity);
  const elsewhere = 'in the manifest ("server", "mcp_config", "command"), or add the server by hand to the config file with that path';
  if (found === undefined) {
    if (places.length === 0) return undefined;
    const other = inUsualPlace(command, setup);
    const third = command === 'python' && setup.facts.platform !== 'win32' ? ' Where only "python3" exists, name that.' : '';
    return {
      severity: most(other === undefined || client.path !== 'shell' ? 'error' : 'warning'),
      message: `The extension "${maskText(title)}" of ${client.name} cannot start its server: there is no program "${maskText(command)}" on its PATH${other === undefined ? '' : `; it is at ${pathForMessage(setup, other.path)}`}.`,
      hint:
        other === undefined
          ? `Install ${command === 'uv' || command === 'uvx' ? 'uv (https://docs.astral.sh/uv)' : `"${maskText(command)}"`}, then start ${client.name} again.${third}`
          : `Name ${pathForMessage(setup, other.path)} ${elsewhere}.`,
    };
  }
  if (setup.facts.platform !== 'darwin' || !/^python3?$/.test(command) || !setup.seen.has('/usr/bin/python3')) return undefined;
  const version = applePython(setup);
  const wanted = python ?? needed;
  if (version === undefined || !isLower(version, wanted)) return undefined;
  const better = [...places, ...usualPlaces('python3', setup)].find(
    (path) => path !== '/usr/bin/python3' && setup.seen.get(path)?.executable === true,
  );
  return {
    severity: most('warning'),
    message: `The extension "${maskText(title)}" of ${client.name} starts "${maskText(command)}" without a path. That may be /usr/bin/python3, the Python ${version.replace(/\.0$/, '')} of Apple's developer tools; its server needs ${wanted.replace(/\.0$/, '')} or newer, and compiled modules fit one version only.`,
    hint:
      better === undefined
        ? `Install a newer Python (https://www.python.org/downloads), and name its full path ${elsewhere}.`
        : `Name ${pathForMessage(setup, better)} ${elsewhere}.`,
  };
}

/** The directories that Apple's developer tools name by the version of their Python, which /usr/bin/python3 starts; to be listed. */
const applePythonPlaces: readonly string[] = [
  '/Library/Developer/CommandLineTools/Library/Frameworks/Python3.framework/Versions',
  '/Applications/Xcode.app/Contents/Developer/Library/Frameworks/Python3.framework/Versions',
];

/** The version of /usr/bin/python3, with three numbers; `undefined` where the tools are not installed. */
function applePython({ listings }: Pick<Setup, 'listings'>): string | undefined {
  for (const path of applePythonPlaces) {
    const version = (listings.get(path) ?? []).find((name) => /^\d+\.\d+$/.test(name));
    if (version !== undefined) return `${version}.0`;
  }
  return undefined;
}
