import type { Invocation } from '../command.ts';
import type { ExitCode } from '../exit.ts';
import { answer } from '../print-answer.ts';
import { rowsWith } from './catalogue/catalogue.ts';
import type { CatalogueRow } from './catalogue/row.ts';

/** `snap mcp add --list [word]` */
export function listCatalogue(invocation: Invocation): ExitCode {
  const { positionals, ui } = invocation;
  const rows = rowsWith(positionals);
  return answer(invocation, { servers: rows.map(document) }, () => {
    if (rows.length === 0) return 'No server of the catalogue has these words. "snap mcp add --list" shows all.';
    const width = Math.max(...rows.map(({ id }) => id.length));
    return [
      ...rows.map((row) => {
        const needs = needsOf(row);
        const says = `${row.says}${needs === '' ? '' : ` · needs ${needs}`}`;
        return `${ui.style.bold(row.id.padEnd(width))}  ${says}`;
      }),
      ui.style.dim('Add one: snap mcp add <name> --cursor. Without an assistant: all that are on this machine, after a question.'),
    ];
  });
}

function needsOf({ blanks = [], entries, variables = [] }: CatalogueRow): string {
  const texts = JSON.stringify(entries[0]);
  return [
    ...blanks.map(({ placeholder }) => placeholder),
    ...variables.filter(({ name }) => texts.includes(`\${${name}}`)).map(({ name }) => name),
  ].join(', ');
}

/** docs/schemas/catalogue.json */
function document({ aliases = [], asOf, blanks = [], entries, id, says, sources, variables = [] }: CatalogueRow) {
  return {
    name: id,
    aliases,
    description: says,
    entries: entries.map((entry) =>
      'url' in entry
        ? { url: entry.url, headers: pairs(entry.headers) }
        : { command: entry.command, args: entry.args, env: pairs(entry.env) },
    ),
    variables: variables.map(({ isPublic = false, name, says: about }) => ({ name, description: about, secret: !isPublic })),
    arguments: blanks.map(({ placeholder, says: about }) => ({ placeholder, description: about })),
    sources,
    asOf,
  };
}

function pairs(values: Readonly<Record<string, string>> = {}): readonly { readonly name: string; readonly value: string }[] {
  return Object.entries(values).map(([name, value]) => ({ name, value }));
}
