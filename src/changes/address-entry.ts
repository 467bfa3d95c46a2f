import {
  inexpressible,
  understands,
  variablesIn,
  type Client,
  type ConfigPlace,
  type EntryForm,
  type NewServer,
} from '../clients/index.ts';
import { shellQuoted } from '../system/index.ts';
import type { EntryChoice, SnapEntryOptions } from './snap-entry.ts';

/** How an assistant reaches snap's daemon instead of starting a server of its own. */
export interface DaemonAddress {
  readonly transport: 'http' | 'sse';
  readonly port: number;
  /** The file with the token of that port, which is there while the daemon listens, and a new one each time. */
  readonly tokenFile: string;
  /** The token that is valid now; `undefined` while the daemon does not listen at that port. */
  readonly token: string | undefined;
}

export type AddressEntryOptions = Omit<SnapEntryOptions, 'isOnPath'> & { readonly daemon: DaemonAddress };

/** The header that names the workspace of a connection. */
export const workspaceHeader = 'X-Snap-Workspace';

/**
 * The entry with which a client calls the daemon. A reference to the token (a file, a command that prints it) is written where the client has
 * one: it stays right when the daemon starts again. Elsewhere the token itself is, in the person's own files alone.
 */
export function addressEntry(client: Client, place: ConfigPlace, options: AddressEntryOptions): EntryChoice {
  const { daemon, surface, workspace, isWorkspaceNamed } = options;
  const form = place.entry ?? client.entry;
  if (place.scope === 'project')
    return {
      kind: 'refused',
      message: 'A file of the project is shared, and the token of the daemon is of this machine alone.',
      hint: client.files.some(({ scope }) => scope === 'global')
        ? 'Add --scope global, or leave out --transport: stdio needs no token.'
        : 'Leave out --transport: stdio needs no token.',
    };
  if (form[daemon.transport]?.headers === undefined)
    return { kind: 'refused', hint: 'Leave out --transport: stdio works everywhere.', ...whyNot(client, form, daemon) };
  const path = daemon.transport === 'sse' ? 'events' : 'mcp';
  const address = new URL(`http://127.0.0.1:${daemon.port}/${path}`);
  const headers = new Map<string, string>();
  const byVariable = workspaceByVariable(client, place);
  if (byVariable !== undefined) headers.set(workspaceHeader, byVariable);
  else if (workspace.isProject && isPlain(workspace.path)) headers.set(workspaceHeader, workspace.path);
  else if (workspace.isProject) address.searchParams.set('workspace', workspace.path);
  else
    return {
      kind: 'refused',
      message: `${client.name} fills in no variable with the open project in this file, so the entry has to name the project.`,
      hint: 'Run this inside a project, or add --workspace <dir>.',
      needs: 'workspace',
    };
  if (surface === 'full') headers.set('X-Snap-Surface', 'full');
  const server: NewServer = { kind: 'url', transport: daemon.transport, url: address.href, headers };
  const withToken = addToken(server, client, form, options);
  if (withToken === undefined)
    return {
      kind: 'refused',
      message: `The token that ${client.name} has to send is not there: the daemon makes it when it listens at port ${daemon.port}.`,
      hint: 'Run "snap daemon start", then this again.',
    };
  const isFixed = byVariable === undefined && !isWorkspaceNamed && place.scope === 'global';
  const notes = [
    ...(withToken.headers.get('Authorization') === `Bearer ${daemon.token}`
      ? ['The entry holds the token of the daemon, which is a new one after each start; "snap daemon start" writes it into the entry.']
      : []),
    ...(isFixed ? [`The entry names ${workspace.path}, so snap works there, whichever project is open in ${client.name}.`] : []),
  ];
  return { kind: 'server', server: withToken, warning: notes.length === 0 ? undefined : notes.join(' ') };
}

/** Which part of an entry with an address and a header this client has no member for. */
function whyNot(client: Client, form: EntryForm, { transport }: DaemonAddress): ReturnType<typeof inexpressible> {
  return inexpressible(client, form, { kind: 'url', transport, url: '', headers: new Map([['Authorization', '']]) });
}

/** The client's own spelling of the open project, where it fills that in in headers of this file. */
function workspaceByVariable(client: Client, place: ConfigPlace): string | undefined {
  const text = place.workspaceVariable;
  const [variable] = text === undefined ? [] : variablesIn(text);
  return variable !== undefined && understands(client, variable, place, 'header') ? text : undefined;
}

function addToken(
  server: NewServer & { readonly kind: 'url' },
  client: Client,
  form: EntryForm,
  { daemon, program }: AddressEntryOptions,
): typeof server | undefined {
  if (form[server.transport]?.headersCommand !== undefined)
    return {
      ...server,
      headersCommand: [program.node, program.file, 'daemon', 'headers', '--port', String(daemon.port)].map(shellQuoted).join(' '),
    };
  const reference = fileReference(client, daemon.tokenFile);
  const token = reference ?? daemon.token;
  return token === undefined ? undefined : { ...server, headers: new Map([...server.headers, ['Authorization', `Bearer ${token}`]]) };
}

/** Whether a header can hold it; an address can hold any path, but nobody can read it there. */
function isPlain(path: string): boolean {
  return /^[\x20-\x7e]*$/.test(path);
}

/**
 * The content of a file, as this client spells it in a header. Not opencode's `{file:…}`: the file is gone while the daemon does not listen, and
 * opencode then refuses its whole config file ("bad file reference … does not exist").
 * https://github.com/anomalyco/opencode/blob/dev/packages/opencode/src/config/paths.ts (2026-11-23)
 */
function fileReference(client: Client, path: string): string | undefined {
  const text = `\${file:${path}}`;
  const [variable] = variablesIn(text);
  return variable?.spelling === text && understands(client, variable, undefined, 'header') ? text : undefined;
}
