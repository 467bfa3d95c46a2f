// What scripts/new-client.mjs writes.

const layouts = {
  json: 'mcpServers',
  yaml: 'mcpServers',
  toml: "{ kind: 'map', at: ['mcp_servers'] }",
};

/** A row with every key that a row must have, in the order in which the facts are found out. Guesses are marked with TODO. */
export function rowText(id, format, today) {
  const name = id
    .split('-')
    .map((word) => `${word[0].toUpperCase()}${word.slice(1)}`)
    .join(' ');
  const directory = `.${id}`;
  return `import type { Client } from '../client.ts';
import { ${format === 'toml' ? '' : 'mcpServers, '}plain } from './shapes.ts';

export default {
  id: '${id}',
  // TODO: as the vendor spells it.
  name: '${name}',
  // TODO: 'desktop app', 'editor', 'extension' or 'terminal'.
  kind: 'terminal',
  setup: 'automatic',
  format: '${format}',
  // TODO: ${format === 'json' ? "'strict', 'comments' or 'comments-and-commas'; 'unknown' where no source says it." : "leave 'strict'; only JSON has variants."}
  tolerance: '${format === 'json' ? 'unknown' : 'strict'}',
  byteOrderMark: 'unknown',
  // TODO: the keys that lead to the servers.
  layout: ${layouts[format]},
  // TODO: how one entry is spelled, see EntryForm in ../entry-form.ts; shapes.ts has the usual forms.
  entry: plain,
  // TODO: every file it reads, the one that wins first. startsIn: 'workspace' if servers start in the open folder.
  files: [
    { scope: 'project', at: { from: 'workspace', path: '${directory}/mcp.${format}' }, write: 'create', startsIn: 'unknown' },
    { scope: 'global', at: { from: 'home', path: '${directory}/mcp.${format}' }, write: 'create', startsIn: 'unknown' },
  ],
  // TODO: the program, the app or the directory that shows that it is installed.
  detect: [
    { kind: 'program', name: '${id}' },
    { kind: 'path', at: { from: 'home', path: '${directory}' } },
  ],
  // TODO: the variables it replaces, as it spells them; then delete variablesUnknown.
  variables: [],
  variablesUnknown: true,
  // TODO: 'minimal' for an app with a window: it does not see the PATH of the shell.
  path: 'shell',
  // TODO: what a person does after a change.
  reload: 'Start ${name} again.',
  // TODO: the vendor's page about its config file.
  docs: 'https://example.com/TODO',
  // TODO: where you read it. A group of facts with another source gets its own line (see ../sources.ts); by: 'others' where it is not the vendor.
  sources: { row: { at: 'https://example.com/TODO', read: '${today.toISOString().slice(0, 10)}' } },
  // TODO: one sentence for each fact above that no source of the vendor confirms: "Whether …." or "That ….".
  unverified: ['Whether comments and trailing commas are accepted.'],
} as const satisfies Client;
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
