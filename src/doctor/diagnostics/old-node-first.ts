import { defineStartDiagnostic, commandEntries, worksInClient, type CommandEntry } from '../judging/programs/command-entries.ts';
import type { Setup } from '../diagnostic.ts';
import { commandNode } from '../edit.ts';
import { exitCause } from '../judging/answers/exit-patterns.ts';
import { searchPath, startsOthers, isLower, newestFirst } from '../judging/programs/program-search.ts';
import { pathForMessage, pathToWrite } from '../judging/wording.ts';
import { addedDirectories, directoryOf, programName } from '../../machine/index.ts';

/** The version from which the MCP SDK for Node runs: https://github.com/modelcontextprotocol/typescript-sdk#installation */
const needed = 'v18.0.0';

/**
 * Claude Desktop puts every version that nvm has on its PATH: https://github.com/punkpeye/mcp-remote/issues/83. Only users say so, so it is
 * never an error and never the reason for a fix.
 */
export default defineStartDiagnostic({
  id: 'old-node-first',
  severity: 'warning',
  summary: 'The assistant finds an old version of Node.js before the one you use.',
  restsOn: ['start'],
  *lists(setup) {
    for (const entry of commandEntries(setup)) for (const { parent } of versionDirectories(entry, setup)) yield parent;
  },
  *looks(setup) {
    for (const entry of commandEntries(setup)) {
      for (const { path } of versionsOf(entry, setup)) {
        yield path;
        yield `${directoryOf(path, setup.facts.platform)}/node`;
      }
    }
  },
  judge(entry, setup) {
    if (worksInClient(entry)) return undefined;
    const all = versionsOf(entry, setup).filter(({ path }) => setup.seen.get(path)?.executable === true);
    const [newest, oldest] = [all[0], all.at(-1)];
    if (newest === undefined || oldest === undefined) return undefined;
    const isSeen = failsFromAge(entry);
    if (!isLower(oldest.version, needed) && !(isSeen && all.length > 1)) return undefined;
    const { client, command } = entry;
    const name = programName(command.command);
    const other = newest.version === oldest.version ? undefined : newest;
    return {
      span: commandNode(entry),
      message: `${client.name} puts every version of nvm on its PATH, the oldest first: "${entry.entry.name}" runs with Node.js ${oldest.version}${isSeen ? ', and ends with an error of a Node.js that is too old' : isLower(oldest.version, needed) ? `, and servers need ${needed.slice(0, 3)} or newer` : ''}.`,
      hint:
        other === undefined
          ? `Install a newer Node.js, and remove this one: nvm uninstall ${oldest.version}`
          : `Remove the old version (nvm uninstall ${oldest.version}), or ${
              name === 'node'
                ? `write ${pathToWrite(setup, other.path)} as the command`
                : `give the entry a "PATH" in its environment that begins with ${pathForMessage(setup, directoryOf(other.path, setup.facts.platform))}`
            }.`,
    };
  },
});

interface Versioned {
  readonly version: string;
  /** Of the program of that version. */
  readonly path: string;
}

/** The directories of versions that the client itself puts on its PATH. */
function versionDirectories(
  entry: CommandEntry,
  setup: Pick<Setup, 'facts' | 'home' | 'env'>,
): readonly { readonly parent: string; readonly below: string }[] {
  const { client, command } = entry;
  const { platform } = setup.facts;
  if (platform === 'win32' || client.path === 'shell' || /[\\/]/.test(command.command)) return [];
  const name = programName(command.command);
  if (name !== 'node' && !startsOthers(name)) return [];
  // A PATH of the entry is used instead.
  if (searchPath(entry, setup) !== searchPath(withoutPath(entry), setup)) return [];
  return addedDirectories(client, { platform, home: setup.home, env: setup.env }).flatMap((pattern) => {
    const at = /^(.*)\/\*(\/.*)$/.exec(pattern);
    return at?.[1] === undefined || at[2] === undefined ? [] : [{ parent: at[1], below: at[2] }];
  });
}

function withoutPath(entry: CommandEntry): CommandEntry {
  const { server } = entry.entry;
  return server.kind === 'command' ? { ...entry, entry: { ...entry.entry, server: { ...server, env: new Map() } } } : entry;
}

/** The newest first. */
function versionsOf(
  entry: CommandEntry,
  setup: Pick<Setup, 'facts' | 'home' | 'env'> & Partial<Pick<Setup, 'listings'>>,
): readonly Versioned[] {
  const name = programName(entry.command.command);
  return versionDirectories(entry, setup).flatMap(({ below, parent }) =>
    newestFirst(setup.listings?.get(parent) ?? []).map((version) => ({ version, path: `${parent}/${version}${below}/${name}` })),
  );
}

function failsFromAge({ live }: CommandEntry): boolean {
  return live.some(({ answer, as }) => as === 'client' && answer.kind === 'exited' && exitCause(answer.stderr)?.id === 'node-too-old');
}
