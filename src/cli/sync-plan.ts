import { display, formOf, literalSecrets, ownFields, translateServer, type Where } from '../clients/index.ts';
import { placed, serverMatrix, type MatrixCell, type MatrixColumn, type MatrixRow, type ServerMatrix } from '../machine/index.ts';
import { planEntry, type PlannedStep } from '../changes/index.ts';
import { type ClientFacts } from '../machine/index.ts';
import { plain } from './ui.ts';

/** A server of the source that is copied nowhere, and why. */
export interface LeftOut {
  readonly name: string;
  readonly reason: string;
}

/** What copying comes to, before anything is written. */
export interface SyncPlan {
  readonly matrix: ServerMatrix;
  readonly leftOut: readonly LeftOut[];
  readonly steps: readonly PlannedStep[];
}

/** What is copied, and where. */
export interface SyncOptions {
  readonly source: MatrixColumn;
  /** With their column in the scope that is meant; without one the client lacks it. */
  readonly targets: readonly { readonly found: ClientFacts; readonly column: MatrixColumn | undefined }[];
  /** Only these servers; all of the source without a name. */
  readonly names: readonly string[];
  /** The clients were named, not found. */
  readonly named: boolean;
  readonly force: boolean;
  readonly withSecrets: boolean;
  readonly where: Where;
}

/** What it takes for the targets to say what the source says. Nothing that only a target has is touched. */
export async function planSync(options: SyncOptions): Promise<SyncPlan> {
  const { names, source, targets } = options;
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
      const step = await stepFor(row, found, column, cell, options);
      steps.push(step);
      // Of a client that is set up by hand, or lacks the scope, one word is enough.
      if (step.kind === 'manual' || column === undefined) break;
    }
  }
  return { matrix, leftOut, steps };
}

function reasonToLeaveOut({ name, ours, reference: { column, entry } }: MatrixRow, names: readonly string[]): string | undefined {
  if (ours) return 'Our own entry differs from assistant to assistant on purpose; "snap tools configure" writes it.';
  if (entry.server.kind === 'other') return `It is no server that another assistant could have: ${entry.server.says}.`;
  if (!entry.enabled && !names.includes(name))
    return `It is switched off in ${column.client.name}. To copy it all the same, where it will be on, name it with --server.`;
  return undefined;
}

async function stepFor(
  row: MatrixRow,
  found: ClientFacts,
  column: MatrixColumn | undefined,
  cell: MatrixCell | undefined,
  { force, named, source, where, withSecrets }: SyncOptions,
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
      message: `${display(cell.file.path, where)}: there is a server of this name, and it says something else.`,
      hint: "Replace it with --force (the entry's other fields stay).",
    };
  }
  const own = ownFields(formOf(from), row.reference.entry.value);
  const notCopied = `Not copied, as it is ${source.client.name}'s own: ${own.map(plain).join(', ')}.`;
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
        const secrets = withSecrets ? [] : literalSecrets(translated.server);
        if (secrets.length === 0) return own.length === 0 ? translated : { ...translated, warning: notCopied };
        return {
          kind: 'refused',
          message: `${source.client.name} has a secret as plain text in this entry (${secrets.join(', ')}); copying would spread it to one more file.`,
          hint: 'Put it into an environment variable, or copy it all the same with --with-secrets.',
        };
      },
    },
    { named, where },
  );
}
