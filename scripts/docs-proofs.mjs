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
  const { columns, rows, starts, trust } = JSON.parse(await readFile(path, 'utf8'));
  const keys = Object.keys(columns);
  const unknown = keys.find((key) => meanings[key] === undefined);
  if (unknown !== undefined) throw new Error(`${path}: the column "${unknown}" has no meaning in scripts/docs-proofs.mjs.`);
  const mismatches = [...rows, ...starts, ...trust].flatMap((row) => row.mismatches.map((text) => `- ${row.name} ${row.version}: ${text}`));
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
    '### How long they let a server start',
    '',
    'Servers that answer `initialize` after half and after twice the time that the registry has (without one: 30 s), over stdio and HTTP:',
    '`npm run bench -- assistants --starts --record`.',
    '',
    '| assistant | version | stdio, half | stdio, twice | HTTP, half | HTTP, twice | run |',
    '|---|---|---|---|---|---|---|',
    ...starts.map((row) => {
      const cells = ['init-half', 'init-twice', 'remote-half', 'remote-twice'].map((key) => row.cells[key]);
      return `| ${row.name} | ${row.version} | ${cells.map(({ seconds, did }) => `${seconds} s: ${did}`).join(' | ')} | ${row.date}, ${row.commit} |`;
    }),
    '',
    '### What they start before and after trust and approval',
    '',
    `${trust.reduce((sum, row) => sum + row.cases.length, 0)} states of trust, approvals and lists, ${trust.length} programs (\`npm run bench -- assistants --trust --record\`): ${trust
      .map((row) => `${row.name} ${row.version} in ${row.cases.length}`)
      .join(', ')}.`,
    '',
    ...(mismatches.length === 0 ? ['No mismatch was left.'] : ['Mismatches that were left:', '', ...mismatches]),
  ];
}
