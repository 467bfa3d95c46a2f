// What scripts/new-client.mjs writes.

/** A row with every key that most rows have, in the order in which the facts are found out. Guesses are marked with TODO. */
export function rowText(id, format, today) {
  const name = id
    .split('-')
    .map((word) => `${word[0].toUpperCase()}${word.slice(1)}`)
    .join(' ');
  const directory = `.${id}`;
  const ofFormat = {
    json: "  // TODO: 'strict', 'comments' or 'comments-and-commas'; 'unknown' where no source says it.\n  tolerance: 'unknown',",
    yaml: "  format: 'yaml',\n  // Only JSON has variants.\n  tolerance: 'strict',",
    toml: "  format: 'toml',\n  // Only JSON has variants.\n  tolerance: 'strict',\n  layout: { kind: 'map', at: ['mcp_servers'] },",
  };
  return `import type { Row } from '../row.ts';
import { plain } from './shapes.ts';

// What a row leaves out is in ../row.ts: ${format === 'toml' ? '' : 'servers are in a map "mcpServers", '}the byte order mark is not known.
export default {
  id: '${id}',
  // TODO: as the vendor spells it.
  name: '${name}',
  // TODO: 'desktop app', 'editor', 'extension' or 'terminal'. All but the last: 'path' says whether servers get the PATH of the shell.
  kind: 'terminal',
${ofFormat[format]}
  // TODO: how one entry is spelled, see EntryForm in ../entry-form.ts; shapes.ts has the usual forms.
  entry: plain,
  // TODO: 'workspace' if servers start in the open folder.
  startsIn: 'unknown',
  // TODO: every file it reads, the one that wins first.
  files: [{ at: './${directory}/mcp.${format}' }, { at: '~/${directory}/mcp.${format}' }],
  // TODO: the program, the app or the directory that shows that it is installed.
  detect: [{ program: '${id}' }, { path: '~/${directory}' }],
  // TODO: the variables it replaces, as it spells them; then delete variablesUnknown.
  variables: [],
  variablesUnknown: true,
  // TODO: what a person does after a change.
  reload: 'Start ${name} again.',
  // TODO: the vendor's page about its config file.
  docs: 'https://example.com/TODO',
  // TODO: where you read it, and when. A group of facts with another source gets its own line (see ../sources.ts); by: 'others' where it is not the vendor.
  sources: { read: '${today.toISOString().slice(0, 10)}', row: 'https://example.com/TODO' },
  // TODO: one sentence for each fact above that no source of the vendor confirms: "Whether …." or "That ….".
  unverified: ['Whether comments and trailing commas are accepted.'],
} as const satisfies Row;
`;
}

/** Config files with two servers of other people, which the row above reads as they are. */
export const fixtures = {
  json: `{
  "mcpServers": {
    "files": {
      "command": "npx",
      "args": ["-y", "@modelcontextprotocol/server-filesystem", "/srv/data"]
    },
    "linear": {
      "url": "https://mcp.linear.app/mcp"
    }
  }
}
`,
  yaml: `mcpServers:
  # Read by the whole team.
  files:
    command: npx
    args: ["-y", "@modelcontextprotocol/server-filesystem", /srv/data]
  linear:
    url: https://mcp.linear.app/mcp
`,
  toml: `# Read by the whole team.
[mcp_servers.files]
command = "npx"
args = ["-y", "@modelcontextprotocol/server-filesystem", "/srv/data"]

[mcp_servers.linear]
url = "https://mcp.linear.app/mcp"
`,
};
