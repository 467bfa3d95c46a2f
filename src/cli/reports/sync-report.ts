import { displayPath } from '../../system/index.ts';
import type { Where } from '../../clients/index.ts';
import type { LeftOut } from '../../changes/index.ts';
import type { MatrixCell, MatrixColumn, ServerMatrix } from '../../machine/index.ts';
import { characters, displayWidth, padded } from '../terminal/display-width.ts';
import { plain, type Sign, type Style } from '../terminal/style.ts';

/** What `snap mcp sync --json` reports in addition to what was written (docs/schemas/sync.json). Holds no values of servers. */
export function matrixDocument(matrix: ServerMatrix, source: MatrixColumn | undefined, leftOut: readonly LeftOut[]) {
  return {
    from: source === undefined ? null : { client: source.client.id, scope: source.scope },
    servers: matrix.rows.map(({ cells, name, ours, reference }) => ({
      name,
      ours,
      reference: { client: reference.column.client.id, scope: reference.column.scope, path: reference.file.path },
      cells: cells.map((cell, i) => ({ ...columnDocument(matrix.columns[i]), ...cellDocument(cell) })),
    })),
    leftOut,
  };
}

function columnDocument(column: MatrixColumn | undefined) {
  return column === undefined ? {} : { client: column.client.id, scope: column.scope };
}

function cellDocument(cell: MatrixCell) {
  switch (cell.state) {
    case 'same':
    case 'different':
      return { state: cell.state, path: cell.file.path };
    case 'absent':
      return { state: cell.state };
    case 'cannot':
      return { state: cell.state, reason: cell.why.message };
    default:
      return cell satisfies never;
  }
}

/** The same for a person: a line for each server, a numbered column for each assistant, so that it fits a narrow screen. */
export function matrixText(
  matrix: ServerMatrix,
  source: MatrixColumn | undefined,
  leftOut: readonly LeftOut[],
  style: Style,
  where: Where,
): string {
  const { columns, rows } = matrix;
  if (rows.length === 0) return source === undefined ? 'No servers were found.' : `${titleOf(source)} has no server to copy.`;
  const width = Math.min(24, Math.max(...rows.map(({ name }) => displayWidth(plain(name)))));
  const digits = String(columns.length).length;
  const numbers = columns.map((_, i) => String(i + 1).padStart(digits)).join('  ');
  const heading = source === undefined ? 'Servers by assistant' : `Servers of ${titleOf(source)}`;
  // When servers are copied from a source, every cell is reported afterwards.
  const reasons = (source === undefined ? rows : []).flatMap(({ cells, name }) =>
    cells.flatMap((cell, i) => (cell.state === 'cannot' ? [`${style.sign.bad} ${plain(name)}, ${i + 1}: ${plain(cell.why.message)}`] : [])),
  );
  return [
    style.bold(heading),
    ...columns.map((column, i) => `  ${String(i + 1).padStart(digits)}  ${titleOf(column)}  ${style.dim(pathsOf(column, where))}`),
    '',
    `  ${' '.repeat(width)}  ${style.dim(numbers)}`,
    ...rows.map(
      ({ cells, name }) =>
        `  ${fitted(plain(name), width)}  ${cells.map((cell) => ' '.repeat(digits - 1) + style.sign[signs[cell.state]]).join('  ')}`,
    ),
    '',
    style.dim(`  ${style.mark.good} same  ${style.mark.warn} different  ${style.mark.none} absent  ${style.mark.bad} not possible`),
    ...reasons.map((reason) => `  ${reason}`),
    ...leftOut.map(({ name, reason }) => `  ${style.sign.none} ${plain(name)} is left out. ${plain(reason)}`),
  ].join('\n');
}

function titleOf({ client, scope }: MatrixColumn): string {
  return `${client.name} (${scope})`;
}

/** The files that hold the servers, or would. */
function pathsOf({ files, place }: MatrixColumn, where: Where): string {
  const holding = files.filter((file) => file.servers.length > 0);
  const shown = holding.length > 0 ? holding : files.filter((file) => file.place === place);
  return shown.map((file) => plain(displayPath(file.path, where))).join(', ');
}

function fitted(name: string, width: number): string {
  if (displayWidth(name) <= width) return padded(name, width);
  let cut = '';
  for (const character of characters(name)) {
    if (displayWidth(cut + character) >= width) break;
    cut += character;
  }
  return padded(`${cut}~`, width);
}

const signs = { same: 'good', different: 'warn', absent: 'none', cannot: 'bad' } as const satisfies Readonly<
  Record<MatrixCell['state'], Sign>
>;
