import { showServer, type ShownServer } from '../../clients/index.ts';
import type { ClientFacts, ConfigFileFacts, Facts } from '../../machine/index.ts';

/** What `snap mcp scan --json` prints and the text is made from (docs/schemas/scan.json). Holds no value of env or headers. */
export interface ScanReport {
  readonly schemaVersion: 1;
  readonly platform: string;
  readonly workspace: string;
  readonly interrupted: readonly string[];
  readonly clients: readonly ScannedClient[];
}
export interface ScannedClient {
  readonly id: string;
  readonly name: string;
  readonly installed: boolean;
  readonly evidence: readonly string[];
  readonly configured: boolean;
  readonly files: readonly ScannedFile[];
}
export interface ScannedFile {
  readonly scope: string;
  readonly path: string;
  readonly target: string | undefined;
  readonly state: string;
  readonly error: undefined | { readonly message: string; readonly line?: number; readonly column?: number };
  readonly notes: readonly string[];
  /** The client reads another file instead of this one. */
  readonly ignored: boolean;
  readonly servers: readonly ScannedServer[];
}
export interface ScannedServer extends ShownServer {
  readonly name: string;
  readonly enabled: boolean;
  readonly ours: boolean;
  /** It has neither a command nor an address, so nothing is started or called for it. */
  readonly incomplete: boolean;
  /** False where another file of the client has the last word on this name. */
  readonly effective: boolean;
  readonly line: number;
}

/** @param interrupted changes of snap that a killed run left unfinished, one sentence each. */
export function scanReport(facts: Facts, interrupted: readonly string[]): ScanReport {
  return {
    schemaVersion: 1,
    platform: facts.platform,
    workspace: facts.workspace.path,
    interrupted,
    clients: facts.clients.map(scannedClient),
  };
}

function scannedClient({ client, installed, evidence, files }: ClientFacts): ScannedClient {
  return {
    id: client.id,
    name: client.name,
    installed,
    evidence,
    configured: files.some((file) => !file.ignored && file.servers.length > 0),
    files: files.map(scannedFile),
  };
}

function scannedFile(file: ConfigFileFacts): ScannedFile {
  return {
    scope: file.scope,
    path: file.path,
    target: file.target,
    state: file.state,
    error: file.error,
    notes: file.notes,
    ignored: file.ignored,
    servers: file.servers.map(({ name, server, enabled, ours, line }) => ({
      name,
      ...showServer(server),
      enabled,
      ours,
      // Where entries of several files become one, each may hold a part of it.
      incomplete: server.kind === 'other' && server.isIncomplete && file.reading.entry.withoutStart?.merges !== true,
      effective: file.effective.has(name),
      line,
    })),
  };
}
