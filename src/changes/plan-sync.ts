import {
  formOf,
  literalSecrets,
  ownFields,
  translateServer,
  type Client,
  type Scope,
  type TranslatedServer,
  type Where,
} from '../clients/index.ts';
import {
  columnFor,
  placed,
  serverMatrix,
  type ClientFacts,
  type MatrixCell,
  type MatrixColumn,
  type MatrixRow,
  type ServerMatrix,
} from '../machine/index.ts';
import { displayPath, SnapError } from '../system/index.ts';
import { defaultScope, planEntry, type PlannedStep } from './plan.ts';
import type { Targets } from './targets.ts';
import { namesHint } from './server-names.ts';

/** A server of the source that is not copied, and why. */
export interface LeftOut {
  readonly name: string;
  readonly reason: string;
}

/** What is copied, and where. */
export interface SyncRequest {
  readonly from: Client;
  /** Empty: every other assistant that is installed. */
  readonly to: readonly Client[];
  /** Undefined: the default scope of each assistant. */
  readonly scope: Scope | undefined;
  /** Only these servers; all of the source when empty. */
  readonly names: readonly string[];
  /** Replace servers of the same name that differ. */
  readonly force: boolean;
  /** Copy also entries that hold a secret as plain text. */
  readonly withSecrets: boolean;
}

/** The result of planning a copy, before anything is written. */
export interface SyncPlan {
  readonly source: MatrixColumn;
  readonly matrix: ServerMatrix;
  readonly leftOut: readonly LeftOut[];
  readonly steps: readonly PlannedStep[];
  /** Whether there is any assistant to copy to. */
  readonly hasTargets: boolean;
}

/** A step is planned with the source and the request at hand. */
type SyncOptions = SyncRequest & { readonly source: MatrixColumn; readonly where: Where };

/** One target; without a column it has no such scope. */
interface SyncTarget {
  readonly found: ClientFacts;
  readonly column: MatrixColumn | undefined;
}

/**
 * What it takes for the targets to have the servers of the source. Servers that only a target has are not touched.
 * @throws SnapError `refused` when the source has no such scope or server, or cannot be read.
 */
export async function planSync({ facts, where }: Targets, request: SyncRequest): Promise<SyncPlan> {
  const { from, names, scope, to } = request;
  const source = requireSource(
    facts.clients.find(({ client }) => client === from),
    from,
    scope ?? defaultScope(from),
  );
  requireNames(names, source);
  const targets = facts.clients
    .filter((found) => found.client !== from && (to.length > 0 || found.installed))
    .map((found): SyncTarget => ({ found, column: columnFor(found, scope ?? defaultScope(found.client)) }));
  const columns = targets.flatMap(({ column }) => column ?? []);
  const whole = serverMatrix(columns, source);
  const matrix = { ...whole, rows: whole.rows.filter((row) => names.length === 0 || names.includes(row.name)) };
  const leftOut = matrix.rows.flatMap((row): readonly LeftOut[] => {
    const reason = reasonToLeaveOut(row, names);
    return reason === undefined ? [] : [{ name: row.name, reason }];
  });
  const rows = matrix.rows.filter((row) => !leftOut.some(({ name }) => name === row.name));
  const steps: PlannedStep[] = [];
  for (const { found, column } of targets) {
    for (const row of rows) {
      const cell = column === undefined ? undefined : row.cells[columns.indexOf(column)];
      if (cell?.state === 'same') continue;
      const step = await stepFor(row, found, column, cell, { ...request, source, where });
      steps.push(step);
      // One message is enough for a client that is set up by hand or lacks the scope.
      if (step.kind === 'manual' || column === undefined) break;
    }
  }
  return { source, matrix, leftOut, steps, hasTargets: targets.length > 0 };
}

function requireSource(found: ClientFacts | undefined, from: Client, scope: Scope): MatrixColumn {
  const column = found === undefined ? undefined : columnFor(found, scope);
  if (found === undefined || column === undefined) throw new SnapError('refused', `${from.name} has no ${scope} scope.`);
  const broken = column.files.find((file) => file.error !== undefined && file.state !== 'absent');
  if (broken?.error !== undefined) {
    const at = broken.error.line === undefined ? '' : `:${broken.error.line}:${broken.error.column ?? 1}`;
    throw new SnapError('refused', `${broken.path}${at}: ${broken.error.message}.`, {
      hint: 'Nothing was copied. Fix the file and run this again.',
    });
  }
  if (column.files.every((file) => file.servers.length === 0)) {
    const others = otherScopes(found);
    throw new SnapError('refused', `${from.name} has no server in its ${scope} scope.`, {
      hint:
        others.length === 0
          ? '"snap mcp scan" shows every file.'
          : `Its servers are in another scope: add --scope ${others.join(' or --scope ')}.`,
    });
  }
  return column;
}

function otherScopes({ files }: ClientFacts): readonly Scope[] {
  return [...new Set(files.filter((file) => file.servers.length > 0 && !file.ignored).map((file) => file.scope))];
}

function requireNames(names: readonly string[], { client, files }: MatrixColumn): void {
  const known = files.flatMap((file) => file.servers.map((server) => server.name));
  const missing = names.find((name) => !known.includes(name));
  if (missing === undefined) return;
  throw new SnapError('refused', `${client.name} has no server "${missing}" there.`, { hint: namesHint(missing, known) });
}

function reasonToLeaveOut({ name, ours, reference: { column, entry } }: MatrixRow, names: readonly string[]): string | undefined {
  if (ours) return `snap's own entry differs between assistants on purpose; "snap tools configure" writes it.`;
  if (entry.server.kind === 'other') return `Only ${column.client.name} can have it: ${entry.server.says}.`;
  if (!entry.enabled && !names.includes(name))
    return `It is switched off in ${column.client.name}. To copy it anyway, switched on, name it with --server.`;
  return undefined;
}

async function stepFor(
  row: MatrixRow,
  found: ClientFacts,
  column: MatrixColumn | undefined,
  cell: MatrixCell | undefined,
  { force, to, source, where, withSecrets }: SyncOptions,
): Promise<PlannedStep> {
  const { client } = found;
  const { name } = row;
  const from = placed(row.reference, row.reference.column.client);
  if (cell?.state === 'cannot') return { ...cell.why, name, client };
  if (cell?.state === 'different' && !force) {
    return {
      kind: 'refused',
      name,
      client,
      path: cell.file.path,
      message: `${displayPath(cell.file.path, where)}: there is a different server with this name.`,
      hint: 'Replace it with --force (other fields of the entry are kept).',
    };
  }
  const own = ownFields(formOf(from), row.reference.entry.value);
  return planEntry(
    found,
    {
      action: 'set',
      name,
      scope: column?.scope ?? source.scope,
      force,
      exact: force,
      choose: (_, place) => {
        const translated = translateServer(name, from, { client, place });
        if (translated.kind === 'refused') return { hint: `See ${client.docs}.`, ...translated };
        const credentials = own.filter((field) => formOf(from).credentials?.includes(field) === true);
        if (credentials.length > 0 && formOf({ client, place }) !== formOf(from))
          return {
            kind: 'refused',
            message: `The copy could not sign in: ${source.client.name} takes the credentials from ${credentials.map((field) => `"${field}"`).join(', ')}, which ${client.name} does not have.`,
            hint: `Add the server to ${client.name} by hand, with a header that it fills in.`,
          };
        const secrets = withSecrets ? [] : literalSecrets(translated.server);
        if (secrets.length === 0) return { ...translated, warning: notCopied(own, translated.lost, source.client, client) };
        return {
          kind: 'refused',
          message: `${source.client.name} has a secret as plain text in this entry (${secrets.join(', ')}); copying would spread it to one more file.`,
          hint: 'Put it into an environment variable, or copy it anyway with --with-secrets.',
        };
      },
    },
    { named: to.length > 0, where },
  );
}

/** What the copy lacks, and what follows from that. */
function notCopied(own: readonly string[], lost: LostLimits, from: Client, to: Client): string | undefined {
  const says = [
    ...(own.length === 0 ? [] : [`Not copied, because only ${from.name} knows these fields: ${own.join(', ')}.`]),
    ...(lost === undefined || lost.says.length === 0
      ? []
      : [`Not copied, because ${to.name} has no field for it: ${lost.says.join(', ')}.`]),
    ...(lost?.allowsMore === true ? [`There the server offers more tools than in ${from.name}.`] : []),
  ];
  return says.length === 0 ? undefined : says.join(' ');
}

type LostLimits = Extract<TranslatedServer, { kind: 'server' }>['lost'];
