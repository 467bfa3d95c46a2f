import { findMember, findNode, parseJson, type Member, type Node } from '../../formats/index.ts';
import { looksLikeServer } from '../../clients/index.ts';
import { defineDiagnostic, type Sighting, entrySeverity, type FileFacts, type Setup } from '../diagnostic.ts';
import { isServerAmongServers, serversIn } from '../judging/entries/server-shape.ts';
import { pathForMessage, quotedNames } from '../judging/wording.ts';
import { joinPath } from '../../machine/index.ts';

/**
 * VS Code moves `mcp.servers` of the user's settings to mcp.json when it starts, and reports an error when they are there later:
 * https://github.com/microsoft/vscode/blob/main/src/vs/workbench/contrib/mcp/browser/mcpMigration.ts
 */
export default defineDiagnostic({
  id: 'servers-in-settings',
  severity: 'warning',
  summary: 'Servers are in the settings of the editor, which keeps them in a file of their own.',
  restsOn: ['places'],
  *reads(setup) {
    for (const file of settingsOfProject(setup)) yield file.path;
  },
  *detect(setup) {
    for (const file of setup.files) {
      if (file.place.outdated !== true || file.ignored) continue;
      yield* readEntries(setup, file);
      yield* otherKeys(setup, file, file.root, { file });
    }
    for (const { client, path } of settingsOfProject(setup)) {
      const parsed = parseJson(setup.texts.get(path) ?? '', 'comments-and-commas');
      if (parsed.kind !== 'tree') continue;
      const own = findNode(parsed.root, ['mcp', 'servers']);
      const right = rightFile(setup, client, 'project');
      if (right === undefined) continue;
      const about = { path, client: client.client };
      if (own !== undefined)
        yield* lost(setup, right, serversIn(own, isServerAmongServers), '"mcp" of the settings of this project', about);
      yield* otherKeys(setup, right, parsed.root, about);
    }
  },
});

/** One reader for each file of settings, the installed client first. */
function settingsOfProject(setup: Pick<Setup, 'facts' | 'files'>): readonly { readonly client: FileFacts; readonly path: string }[] {
  const { platform, workspace } = setup.facts;
  const [client] = setup.files
    .filter(({ place, installed }) => place.outdated === true && installed)
    .toSorted((a, b) => Number(b.state !== 'absent') - Number(a.state !== 'absent'));
  if (client === undefined || !workspace.isProject) return [];
  return [
    {
      client,
      path: joinPath(workspace.path, platform === 'win32' ? String.raw`.vscode\settings.json` : '.vscode/settings.json', platform),
    },
  ];
}

/** Servers that older versions of the client read here. */
function* readEntries(setup: Setup, file: FileFacts): Generator<Sighting> {
  const right = rightFile(setup, file, file.scope);
  for (const entry of setup.entries) {
    if (entry.file !== file || right === undefined) continue;
    const isThere = right.servers.some(({ name }) => name === entry.entry.name);
    const to = pathForMessage(setup, right.path);
    yield {
      entry,
      severity: isThere ? 'info' : entrySeverity(entry, 'warning'),
      message: isThere
        ? `"${entry.entry.name}" is in settings.json and in ${to}: ${file.client.name} uses the second one, and reports that servers should no longer be in the settings.`
        : `"${entry.entry.name}" is in settings.json, where ${file.client.name} no longer keeps servers: it moves them when it starts, or reports that they should not be there, and does not start them from here.`,
      hint: isThere ? 'It can be removed from settings.json.' : `Move it to "servers" in ${to}, and remove "mcp" from settings.json.`,
    };
  }
}

/** Keys that no version reads: a block of another client, a name with a dot. */
function* otherKeys(
  setup: Setup,
  right: FileFacts,
  root: Node | undefined,
  about: Pick<Sighting, 'file' | 'path' | 'client'>,
): Generator<Sighting> {
  const at = about.file === undefined ? right : rightFile(setup, right, right.scope);
  if (at === undefined) return;
  for (const key of ['mcp.servers', 'mcpServers', 'mcp.mcpServers']) {
    const node = findMember(root, key)?.value ?? (key === 'mcp.mcpServers' ? findNode(root, ['mcp', 'mcpServers']) : undefined);
    yield* lost(
      setup,
      at,
      serversIn(node, isServerAmongServers).filter(({ value }) => looksLikeServer(value)),
      `"${key}" of settings.json`,
      about,
    );
  }
}

function* lost(
  setup: Setup,
  right: FileFacts,
  servers: readonly Member[],
  where: string,
  about: Pick<Sighting, 'file' | 'path' | 'client'>,
): Generator<Sighting> {
  const names = servers.map(({ key }) => key).filter((name) => !right.servers.some((one) => one.name === name));
  const [first] = servers;
  if (names.length === 0 || first === undefined) return;
  yield {
    ...about,
    ...(about.file === undefined ? {} : { span: first.keySpan }),
    detail: where,
    severity: 'warning',
    message: `${quotedNames(names)} ${names.length === 1 ? 'is' : 'are'} under ${where}, where ${right.client.name} does not read servers, so ${names.length === 1 ? 'it does' : 'they do'} not start.`,
    hint: `Move ${names.length === 1 ? 'it' : 'them'} to "servers" in ${pathForMessage(setup, right.path)}.`,
  };
}

/** The file in which the same client keeps servers of this scope. */
function rightFile(setup: Pick<Setup, 'files'>, { client }: Pick<FileFacts, 'client'>, scope: FileFacts['scope']): FileFacts | undefined {
  return setup.files.find((other) => other.client === client && other.scope === scope && other.place.write === 'create' && !other.ignored);
}
