import { defineDiagnostic, type Severity, type Sighting, type Setup } from '../diagnostic.ts';
import { inUsualPlace, usualPlaces, isLower, candidates } from '../judging/programs/program-search.ts';
import { pathForMessage } from '../judging/wording.ts';
import { maskText } from '../../secrets/index.ts';
import { locate, type Client } from '../../clients/index.ts';
import { findNode, parseJson, type Node } from '../../formats/index.ts';
import { clientPath, joinPath } from '../../machine/index.ts';
import { onlyNamedClients, whereOf } from '../judging/files/file-readers.ts';

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

type Around = Pick<Setup, 'facts' | 'home' | 'env'>;

/** The directory of extensions of one client. */
interface ExtensionPlace {
  readonly client: Client;
  readonly path: string;
}

/** One extension by its manifest. */
interface Manifest extends ExtensionPlace {
  /** The name of its directory. */
  readonly id: string;
  /** The file in which the client keeps whether it is switched on. */
  readonly settings: string;
}

/** What an extension starts. */
interface Extension {
  readonly client: Client;
  readonly title: string;
  /** A bare name. */
  readonly command: string;
  /** The oldest version of Python that it names, with three numbers. */
  readonly python: string | undefined;
  readonly isOff: boolean;
}

/** The directories of extensions of the clients that are here; to be listed. */
function extensionsIn(setup: Around): readonly ExtensionPlace[] {
  return setup.facts.clients.flatMap(({ client, installed }) =>
    client.extensionsIn === undefined || (!installed && !onlyNamedClients(setup))
      ? []
      : locate(client.extensionsIn, whereOf(setup)).map((path) => ({ client, path })),
  );
}

/** The manifests below such a directory; to be read. */
function manifestsIn({ client, path }: ExtensionPlace, { facts, listings }: Around & Pick<Setup, 'listings'>): readonly Manifest[] {
  return (listings.get(path) ?? []).map((id) => ({
    client,
    id,
    path: joinPath(joinPath(path, id, facts.platform), 'manifest.json', facts.platform),
    settings: settingsOf(path, id, facts.platform),
  }));
}

/** `Claude Extensions Settings/<id>.json` beside `Claude Extensions`. */
function settingsOf(path: string, id: string, platform: Setup['facts']['platform']): string {
  return joinPath(`${path} Settings`, `${id}.json`, platform);
}

/** What it starts on this platform, when that is a bare name that the client has to find. Node is a part of the client. */
function interpreterOf({ client, id, path, settings }: Manifest, { facts, texts }: Pick<Setup, 'facts' | 'texts'>): Extension | undefined {
  const root = rootOf(texts.get(path));
  if (root === undefined || ['uv', 'node'].includes(text(root, 'server', 'type') ?? '')) return undefined;
  const command =
    text(root, 'server', 'mcp_config', 'platform_overrides', facts.platform, 'command') ?? text(root, 'server', 'mcp_config', 'command');
  if (command === undefined || command === 'node' || /[\\/$]/.test(command)) return undefined;
  const python = /(\d+)\.(\d+)(?:\.(\d+))?/.exec(text(root, 'compatibility', 'runtimes', 'python') ?? '');
  return {
    client,
    title: text(root, 'display_name') ?? text(root, 'name') ?? id,
    command,
    python: python === null ? undefined : `${python[1]}.${python[2]}.${python[3] ?? '0'}`,
    isOff: /"isEnabled"\s*:\s*false/.test(texts.get(settings) ?? ''),
  };
}

/** Where the client looks for a program; to be inspected. */
function placesOfExtension(client: Client, name: string, { env, facts, home }: Around): readonly string[] {
  const path = clientPath(client, { env, home, platform: facts.platform });
  const endings = facts.platform === 'win32' && !/\.\w+$/.test(name) ? ['.exe', '.cmd', '.bat'] : [''];
  return endings.flatMap((ending) => candidates(`${name}${ending}`, path, { facts }));
}

function rootOf(manifest: string | undefined): Node | undefined {
  const parsed = manifest === undefined ? undefined : parseJson(manifest, 'comments-and-commas');
  return parsed?.kind === 'tree' ? parsed.root : undefined;
}

function text(root: Node, ...path: readonly string[]): string | undefined {
  const node = findNode(root, path);
  return node?.kind === 'scalar' && typeof node.value === 'string' ? node.value : undefined;
}
