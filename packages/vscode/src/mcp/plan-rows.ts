// The rows of the list in which a person chooses what is set up. Pure.

/** What would become of one assistant. */
export interface PlannedRow {
  readonly client: { readonly id: string; readonly name: string };
  readonly action: string;
  readonly path?: string | undefined;
  readonly message?: string | undefined;
  readonly doubts?: readonly string[] | undefined;
  readonly hint?: string | undefined;
}

/** A row of the list. */
export interface PlanRow {
  readonly id: string;
  readonly label: string;
  readonly description: string;
  readonly detail: string;
  /** Whether choosing it changes anything. */
  readonly isWritten: boolean;
  readonly isPicked: boolean;
}

const words: Readonly<Record<string, string>> = { created: 'Adds', updated: 'Updates' };

/** Those that would be written come first, in the order of the registry. @param short a path as people see it. */
export function planRows(planned: readonly PlannedRow[], short: (path: string) => string): readonly PlanRow[] {
  const rows = planned.map((row) => toRow(row, short));
  return [...rows.filter(({ isWritten }) => isWritten), ...rows.filter(({ isWritten }) => !isWritten)];
}

function toRow({ action, client, doubts = [], hint, message, path }: PlannedRow, short: (path: string) => string): PlanRow {
  const row = { id: client.id, label: client.name, isPicked: false };
  const said = [message, ...doubts, hint].filter((text) => text !== undefined).join(' ');
  const verb = words[action];
  if (verb !== undefined)
    return {
      ...row,
      description: path === undefined ? '' : short(path),
      // A list shows one line of it: what to know before ticking it stands first. The change itself is shown before it is written.
      detail: [said, `${verb} the server "snap".`].filter((text) => text !== '').join(' '),
      isWritten: true,
    };
  const description = { unchanged: 'snap is set up', manual: 'is set up by hand', refused: 'cannot be set up' }[action] ?? action;
  return { ...row, description, detail: action === 'unchanged' && path !== undefined ? short(path) : said, isWritten: false };
}
