import { locate, type Client } from '../../../clients/index.ts';
import { findNode, parseJson, type Node } from '../../../formats/index.ts';
import { clientPath, joinPath } from '../../../machine/index.ts';
import type { Setup } from '../../setup.ts';
import { onlyNamedClients, whereOf } from '../files/file-readers.ts';
import { candidates } from './program-search.ts';

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
export interface Extension {
  readonly client: Client;
  readonly title: string;
  /** A bare name. */
  readonly command: string;
  /** The oldest version of Python that it names, with three numbers. */
  readonly python: string | undefined;
  readonly isOff: boolean;
}

/** The directories of extensions of the clients that are here; to be listed. */
export function extensionsIn(setup: Around): readonly ExtensionPlace[] {
  return setup.facts.clients.flatMap(({ client, installed }) =>
    client.extensionsIn === undefined || (!installed && !onlyNamedClients(setup))
      ? []
      : locate(client.extensionsIn, whereOf(setup)).map((path) => ({ client, path })),
  );
}

/** The manifests below such a directory; to be read. */
export function manifestsIn({ client, path }: ExtensionPlace, { facts, listings }: Around & Pick<Setup, 'listings'>): readonly Manifest[] {
  return (listings.get(path) ?? []).map((id) => ({
    client,
    id,
    path: joinPath(joinPath(path, id, facts.platform), 'manifest.json', facts.platform),
    settings: settingsOf(path, id, facts.platform),
  }));
}

/** `Claude Extensions Settings/<id>.json` beside `Claude Extensions`. */
export function settingsOf(path: string, id: string, platform: Setup['facts']['platform']): string {
  return joinPath(`${path} Settings`, `${id}.json`, platform);
}

/** What it starts on this platform, when that is a bare name that the client has to find. Node is a part of the client. */
export function interpreterOf(
  { client, id, path, settings }: Manifest,
  { facts, texts }: Pick<Setup, 'facts' | 'texts'>,
): Extension | undefined {
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
export function placesOfExtension(client: Client, name: string, { env, facts, home }: Around): readonly string[] {
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
