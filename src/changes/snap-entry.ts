import { isOursByShape, type Client, type ConfigPlace, type NewServer } from '../clients/index.ts';
import type { System } from '../system/index.ts';
import type { ClientFacts, Workspace } from '../machine/index.ts';

/** What snap's own entry starts: absolute paths, without links. */
export interface SnapProgram {
  readonly node: string;
  readonly file: string;
}

export interface SnapEntryOptions {
  readonly program: SnapProgram;
  readonly workspace: Workspace;
  readonly surface: 'default' | 'full';
  /** Whether the person named the workspace. An entry that is fixed to one that was not named says so. */
  readonly isWorkspaceNamed: boolean;
  /** Whether this client finds the command `snap-mcp` on its PATH. */
  readonly isOnPath: (client: Client) => boolean;
}

/** The server to write, or why it cannot be written. `warning` is printed after writing. */
export type EntryChoice =
  | { readonly kind: 'server'; readonly server: NewServer; readonly warning?: string | undefined }
  | {
      readonly kind: 'refused';
      readonly message: string;
      readonly hint: string;
      /** What an answer of the person could still give. */
      readonly needs?: 'workspace';
    };

/**
 * snap's own entry for one file of one client.
 *
 * User files name node and the program by absolute paths, because GUI clients do not see the shell's PATH. Project files are
 * committed and shared, so they name only the command, without a path of one machine.
 */
export function snapEntry(client: Client, place: ConfigPlace, options: SnapEntryOptions): EntryChoice {
  const isShared = place.scope === 'project';
  if (!isShared && isTemporary(options.program.file)) {
    return {
      kind: 'refused',
      message: `snap runs from npm's temporary cache (${options.program.file}); an entry that names it would stop working.`,
      hint: 'Install snap permanently ("npm install -g ." in its clone), then run this again.',
    };
  }
  const workspace = workspaceArgs(client, place, options);
  if (workspace.kind === 'refused') return workspace;
  const args = ['mcp', '--stdio', ...workspace.args];
  const env = new Map(options.surface === 'full' ? [['SVC_MCP_INTELLIGENCE_SURFACE', 'full']] : []);
  const server: NewServer = isShared
    ? { kind: 'command', command: 'snap-mcp', args, env }
    : { kind: 'command', command: options.program.node, args: [options.program.file, ...args], env };
  const warnings = [
    ...(workspace.warning === undefined ? [] : [workspace.warning]),
    ...(isShared && !options.isOnPath(client)
      ? [
          `${client.name} does not find "snap-mcp" on its PATH yet. Each member of the team has to install it once: npm install -g . (in the clone of snap).`,
        ]
      : []),
  ];
  return { kind: 'server', server, warning: warnings.length === 0 ? undefined : warnings.join(' ') };
}

type WorkspaceArgs =
  | { readonly kind: 'args'; readonly args: readonly string[]; readonly warning?: string | undefined }
  | { readonly kind: 'refused'; readonly message: string; readonly hint: string; readonly needs: 'workspace' };

/** How the server learns its workspace: by a variable, by its start directory, or by a fixed path. */
function workspaceArgs(client: Client, place: ConfigPlace, { workspace, isWorkspaceNamed }: SnapEntryOptions): WorkspaceArgs {
  if (place.workspaceVariable !== undefined) return { kind: 'args', args: ['--workspace', place.workspaceVariable] };
  if (place.startsIn === 'workspace') return { kind: 'args', args: [] };
  if (place.scope === 'project' && place.startsIn === 'file') return { kind: 'args', args: ['--workspace', upToProject(place)] };
  if (place.scope === 'project') {
    return {
      kind: 'args',
      args: [],
      warning: `${client.name} starts servers outside the project and has no variable for the project; the server cannot know this workspace.`,
    };
  }
  if (workspace.isProject) {
    const warning = isWorkspaceNamed ? undefined : fixedNoteWithCure(client, workspace);
    return { kind: 'args', args: ['--workspace', workspace.path], warning };
  }
  return {
    kind: 'refused',
    message: `${client.name} starts its servers outside the project, so the entry has to name the project.`,
    hint: 'Run this inside a project, or add --workspace <dir>.',
    needs: 'workspace',
  };
}

/** What an entry for all projects means that names one of them. */
function fixedNote(client: Client, { path }: Workspace): string {
  return `${client.name} does not tell a server which project is open, so snap works in ${path} whichever is open.`;
}

function fixedNoteWithCure(client: Client, workspace: Workspace): string {
  const note = fixedNote(client, workspace);
  return hasProjectFile(client) ? `${note} For this project alone: snap tools configure --${client.id} --scope project.` : note;
}

/** Whether a project can have a file of this client's own from which a server learns the project. */
export function hasProjectFile({ files }: Client): boolean {
  return files.some(
    ({ scope, write, startsIn, workspaceVariable }) =>
      scope === 'project' && write !== 'never' && (workspaceVariable !== undefined || startsIn === 'workspace' || startsIn === 'file'),
  );
}

/** From the folder of a project's file to the project. */
function upToProject({ at }: ConfigPlace): string {
  const path = 'from' in at ? at.path : '';
  return path
    .split('/')
    .slice(1)
    .map(() => '..')
    .join('/');
}

/**
 * What to say when snap is in another scope of the same client too. The two cannot be spelled alike: a person's file needs full paths,
 * a project's file must not have them.
 */
export function otherScopeNote({ client, files }: ClientFacts, place: ConfigPlace, name: string): string | undefined {
  const other = files.find(
    (file) =>
      file.scope !== place.scope && !file.ignored && file.servers.some((entry) => entry.name === name && isOursByShape(entry.server)),
  );
  if (other === undefined || other.place.write === 'never') return undefined;
  return `"${name}" is in the ${other.scope} scope too, where it is spelled differently, so ${client.name} may warn that the two differ. One is enough: snap tools remove --${client.id} --scope ${other.scope}.`;
}

/** npm runs packages that are not installed from `_npx` in its cache, which it may empty at any time. */
function isTemporary(file: string): boolean {
  return /[\\/]_npx[\\/]/.test(file);
}

/** Directories whose `node` keeps its path when Node is upgraded. */
const stableDirectories = ['/opt/homebrew/bin', '/usr/local/bin', '/usr/bin', '/home/linuxbrew/.linuxbrew/bin'];

/** The running Node by a path that is still valid after an upgrade, if there is one (Homebrew's Cellar has the version in its paths). */
export async function stableNode(system: System, execPath: string): Promise<string> {
  for (const directory of stableDirectories) {
    const path = `${directory}/node`;
    if (path === execPath) return path;
    if ((await system.look(path))?.target === execPath) return path;
  }
  return execPath;
}
