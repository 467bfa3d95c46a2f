// The section of docs/clients.md about the real assistants, made of the recorded run of `npm run bench -- assistants --record`.
import { readFile } from 'node:fs/promises';

/** What each column of the recorded table means, for people. */
const meanings = {
  user: 'Servers that snap wrote into the user file start.',
  unapproved: 'Servers of the project file, before anybody approved them: they start, or they wait and `snap mcp validate` says so.',
  approved: 'The same after the approval that the finding names.',
  ownUser: "snap's own entry in the user file starts and works in the open project.",
  ownProject: "snap's own entry in the project file, the same.",
  env: 'An environment variable of the entry reaches the server.',
  header: 'A header of the entry reaches the server.',
  sse: 'A server of the older SSE transport is reached.',
  disabled: '`snap mcp disable` keeps the server from starting, `snap mcp enable` lets it start.',
  itsSwitch: "What the assistant's own switch turned off is off in snap too, and `snap mcp enable` turns it on.",
  itself: "Entries that the assistant's own command wrote are read right by `snap mcp scan`.",
  list: "The assistant's own list says the same of each server as `snap mcp validate`.",
  listAfter: 'The same after the approval.',
};

/** Lines of Markdown. Fails for a column that has no meaning here. */
export async function proofLines(path) {
  const { columns, rows } = JSON.parse(await readFile(path, 'utf8'));
  const keys = Object.keys(columns);
  const unknown = keys.find((key) => meanings[key] === undefined);
  if (unknown !== undefined) throw new Error(`${path}: the column "${unknown}" has no meaning in scripts/docs-proofs.mjs.`);
  const mismatches = rows.flatMap((row) => row.mismatches.map((text) => `- ${row.name} ${row.version}: ${text}`));
  return [
    '## Proved with the real assistants',
    '',
    'These versions were installed, each with an empty home and a fresh project. snap wrote the entries, the assistant itself started the servers, and',
    'both accounts were compared: `npm run bench -- assistants --record`. Nobody was signed in. *run* is the day, and the commit of snap.',
    '',
    ...keys.map((key) => `- *${columns[key]}*: ${meanings[key]}`),
    '',
    `| assistant | version | ${keys.map((key) => columns[key]).join(' | ')} | run |`,
    `|---|---|---|${keys.map(() => '---').join('|')}|`,
    ...rows.map(
      (row) =>
        `| ${row.name} | ${row.version} | ${keys.map((key) => row.cells[key]?.value ?? '').join(' | ')} | ${row.date}, ${row.commit} |`,
    ),
    '',
    ...(mismatches.length === 0 ? ['No mismatch was left.'] : ['Mismatches that were left:', '', ...mismatches]),
  ];
}
