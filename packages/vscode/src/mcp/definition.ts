// The one server that this editor gets from the extension. Pure: facts about the daemon in, the definition for the editor out.

/** What decides about the definition. */
export interface DefinitionFacts {
  /** Whether the person agreed that the assistant of this editor uses snap. */
  readonly isWanted: boolean;
  /** Whether every gate before the connection is open. */
  readonly isReady: boolean;
  /** Where the daemon listens for HTTP. */
  readonly port: number | undefined;
  /** Which daemon it is: changes with its build, which decides about the tools, and with each start, which makes a new token. */
  readonly daemon: string | undefined;
  /** The folder in which snap works for this window. */
  readonly folder: string | undefined;
}

/** What the editor is told. Without the token, which is added when the editor connects. */
export interface Definition {
  readonly label: 'snap';
  readonly url: string;
  readonly version: string;
}

/** At most one definition; none while it could not be connected to, or while the person has not asked for it. */
export function definitionOf({ daemon, folder, isReady, isWanted, port }: DefinitionFacts): Definition | undefined {
  if (!isWanted || !isReady || port === undefined || daemon === undefined || folder === undefined) return undefined;
  const url = `http://127.0.0.1:${port}/mcp`;
  return { label: 'snap', url: isPlain(folder) ? `${url}?workspace=${encodeURIComponent(folder)}` : url, version: daemon };
}

/** Names the workspace where its address cannot: bytes of UTF-8, as the front of the daemon reads a header. */
export function workspaceHeader(folder: string): Readonly<Record<string, string>> {
  return isPlain(folder) ? {} : { 'X-Snap-Workspace': Buffer.from(folder, 'utf8').toString('latin1') };
}

/**
 * The editor decodes the address of a server before it asks it, so a folder whose name has a character with a meaning in an address would be another one:
 * https://github.com/microsoft/vscode/blob/main/src/vs/workbench/api/common/extHostMcp.ts (2026-11-22)
 */
function isPlain(folder: string): boolean {
  return /^[\w\-./:\\~@, ()]*$/.test(folder);
}

export function isSameDefinition(one: Definition | undefined, other: Definition | undefined): boolean {
  return one?.url === other?.url && one?.version === other?.version;
}
