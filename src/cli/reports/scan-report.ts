import { showServer, type ServerEntry } from '../../clients/index.ts';
import { closedGates, type ClientFacts, type ClosedGate, type ConfigFileFacts, type Decisions, type Facts } from '../../machine/index.ts';

/**
 * What `snap mcp scan --json` prints and the text is made from (docs/schemas/scan.json). Holds no value of env or headers.
 * @param interrupted changes of snap that a killed run left unfinished, one sentence each.
 */
export function scanReport(facts: Facts, decisions: Decisions, interrupted: readonly string[]) {
  return {
    schemaVersion: 1 as const,
    platform: facts.platform,
    workspace: facts.workspace.path,
    interrupted,
    clients: facts.clients.map((found) => scannedClient(found, decisions)),
  };
}

function scannedClient(found: ClientFacts, decisions: Decisions) {
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

function scannedFile(file: ConfigFileFacts, found: ClientFacts, decisions: Decisions) {
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

function scannedServer(entry: ServerEntry, file: ConfigFileFacts, found: ClientFacts, decisions: Decisions) {
  const { name, server, enabled, ours, line } = entry;
  return {
    name,
    ...showServer(server),
    enabled,
    ours,
    // Neither a command nor an address, so nothing is started or called. Where entries of several files become one, each may hold a part of it.
    incomplete: server.kind === 'other' && server.isIncomplete && file.reading.entry.withoutStart?.merges !== true,
    // Where the entry names neither on purpose (`built into goose`).
    builtIn: server.kind === 'other' && !server.isIncomplete ? server.says : null,
    // Why it does not run although its entry is switched on.
    stopped: enabled ? stopOf(closedGates(decisions, found, file, entry)) : null,
    // False where another file of the client has the last word on this name.
    effective: file.effective.has(name),
    line,
  };
}

/** What stops a server from outside of its entry. `decided`: somebody did; otherwise nobody was asked yet. `path`: the file that decides, or would. */
function stopOf([closed]: readonly ClosedGate[]) {
  if (closed === undefined) return null;
  const { because, command, isDecided, kind, path, says } = closed;
  const advice = [command === undefined ? '' : `Run: ${command}.`, says].join(' ').trim();
  return { kind, reason: because, decided: isDecided, path, advice };
}

export type ScanReport = ReturnType<typeof scanReport>;
export type ScannedClient = ReturnType<typeof scannedClient>;
export type ScannedFile = ReturnType<typeof scannedFile>;
export type ScannedServer = ReturnType<typeof scannedServer>;
