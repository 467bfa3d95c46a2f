import { showServer, type ServerEntry, type ShownServer } from '../../clients/index.ts';
import { closedGates, type ClientFacts, type ClosedGate, type ConfigFileFacts, type Decisions, type Facts } from '../../machine/index.ts';

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
  /** What it is where the entry names neither a command nor an address on purpose (`built into goose`); null for all others. */
  readonly builtIn: string | null;
  /** Why it does not run although its entry is switched on; null when nothing is known that stops it. */
  readonly stopped: ScannedStop | null;
  /** False where another file of the client has the last word on this name. */
  readonly effective: boolean;
  readonly line: number;
}

/** What stops a server from outside of its entry. */
export interface ScannedStop {
  readonly kind: ClosedGate['kind'];
  readonly reason: string;
  /** Whether somebody decided so; otherwise nobody was asked yet. */
  readonly decided: boolean;
  /** The file that decides, or would. */
  readonly path: string;
  readonly advice: string;
}

/** @param interrupted changes of snap that a killed run left unfinished, one sentence each. */
export function scanReport(facts: Facts, decisions: Decisions, interrupted: readonly string[]): ScanReport {
  return {
    schemaVersion: 1,
    platform: facts.platform,
    workspace: facts.workspace.path,
    interrupted,
    clients: facts.clients.map((found) => scannedClient(found, decisions)),
  };
}

function scannedClient(found: ClientFacts, decisions: Decisions): ScannedClient {
  const { client, evidence, files, installed } = found;
  return {
    id: client.id,
    name: client.name,
    installed,
    evidence,
    configured: files.some((file) => !file.ignored && file.servers.length > 0),
    files: files.map((file) => scannedFile(file, found, decisions)),
  };
}

function scannedFile(file: ConfigFileFacts, found: ClientFacts, decisions: Decisions): ScannedFile {
  return {
    scope: file.scope,
    path: file.path,
    target: file.target,
    state: file.state,
    error: file.error,
    notes: file.notes,
    ignored: file.ignored,
    servers: file.servers.map((entry) => scannedServer(entry, file, found, decisions)),
  };
}

function scannedServer(entry: ServerEntry, file: ConfigFileFacts, found: ClientFacts, decisions: Decisions): ScannedServer {
  const { name, server, enabled, ours, line } = entry;
  return {
    name,
    ...showServer(server),
    enabled,
    ours,
    // Where entries of several files become one, each may hold a part of it.
    incomplete: server.kind === 'other' && server.isIncomplete && file.reading.entry.withoutStart?.merges !== true,
    builtIn: server.kind === 'other' && !server.isIncomplete ? server.says : null,
    stopped: enabled ? stopOf(closedGates(decisions, found, file, entry)) : null,
    effective: file.effective.has(name),
    line,
  };
}

function stopOf([closed]: readonly ClosedGate[]): ScannedStop | null {
  if (closed === undefined) return null;
  const { because, command, isDecided, kind, path, says } = closed;
  const advice = [command === undefined ? '' : `Run: ${command}.`, says].join(' ').trim();
  return { kind, reason: because, decided: isDecided, path, advice };
}
