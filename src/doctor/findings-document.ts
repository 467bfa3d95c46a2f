import { defaultStart } from '../clients/index.ts';
import type { ConfigFinding } from './diagnostic.ts';
import type { EntryFacts, LiveFacts, Setup } from './setup.ts';

/** A finding as scripts get it; absent values are `null`. `fix` says whether snap can fix it, and whether it asks first. */
export function findingDocument(finding: ConfigFinding) {
  const { id, severity, client, alsoClients, scope, path, line, column, server, message, hint, fix, fingerprint } = finding;
  return {
    id,
    severity,
    client: client?.id ?? null,
    alsoClients: alsoClients.map((other) => other.id),
    scope: scope ?? null,
    path: path ?? null,
    line: line ?? null,
    column: column ?? null,
    server: server ?? null,
    message,
    hint: hint ?? null,
    fix: fix?.kind ?? 'none',
    fingerprint,
  };
}

/** How many findings of each severity there are, and how much was judged. */
export interface Summary {
  readonly errors: number;
  readonly warnings: number;
  readonly infos: number;
  /** Findings with a fix. */
  readonly fixable: number;
  readonly clients: number;
  readonly files: number;
  readonly servers: number;
}

/** Counts of the findings and of what was judged. */
export function summaryOf(findings: readonly ConfigFinding[], setup: Setup): Summary {
  const of = (severity: ConfigFinding['severity']): number => findings.filter((finding) => finding.severity === severity).length;
  const there = setup.files.filter((file) => file.state !== 'absent');
  return {
    errors: of('error'),
    warnings: of('warning'),
    infos: of('info'),
    fixable: findings.filter(({ fix }) => fix !== undefined).length,
    clients: new Set([...there, ...setup.files.filter((file) => file.installed)].map((file) => file.client.id)).size,
    files: new Set(there.map(({ path }) => path)).size,
    servers: new Set(setup.entries.map(({ file, entry }) => JSON.stringify([file.path, entry.at.path, entry.name]))).size,
  };
}

/** What the called servers answered, in one shape for every kind of answer; absent values are `null`. */
export function callDocuments({ entries }: Setup) {
  return entries.flatMap((entry) => entry.live.map(({ as, answer }) => callDocument(entry, as, answer)));
}

function callDocument({ client, file, entry }: EntryFacts, as: LiveFacts['as'], answer: LiveFacts['answer']) {
  const has = { milliseconds: null, message: null, noise: null, stderr: null, status: null, ...answer };
  const answered = answer.kind === 'answered' ? answer : undefined;
  return {
    client: client.id,
    path: file.path,
    server: entry.name,
    as,
    kind: answer.kind,
    milliseconds: has.milliseconds,
    limitSeconds: defaultStart(client, entry.server)?.seconds ?? null,
    transport: answered?.transport ?? null,
    protocolVersion: answered?.protocolVersion ?? null,
    serverName: answered?.serverName ?? null,
    serverVersion: answered?.serverVersion ?? null,
    tools: answered?.tools ?? null,
    tokens: answered?.tokens ?? null,
    status: has.status,
    message: has.message,
    noise: has.noise ?? null,
    stderr: has.stderr,
  };
}
