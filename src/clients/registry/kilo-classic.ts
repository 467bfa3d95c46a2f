import type { Client } from '../client.ts';
import { roo } from './families/roo.ts';
import { mcpServers } from './shapes.ts';

/** The program of 7.x goes by the names "kilo" and "kilocode": "bin" of https://www.npmjs.com/package/@kilocode/cli/v/7.8.1 (read 2026-11-23). */
const successors = [
  { kind: 'extension', id: 'kilocode.kilo-code', from: 7 },
  { kind: 'program', name: 'kilo' },
] as const;

export default {
  id: 'kilo-classic',
  name: 'Kilo Code (classic)',
  kind: 'extension',
  setup: 'automatic',
  format: 'json',
  tolerance: 'strict',
  byteOrderMark: 'rejected',
  layout: mcpServers,
  entry: roo,
  files: [
    {
      scope: 'project',
      at: { from: 'workspace', path: '.kilocode/mcp.json' },
      write: 'create',
      workspaceVariable: '${workspaceFolder}',
      startsIn: 'workspace',
    },
    {
      scope: 'global',
      at: { from: 'vscodeUser', path: 'globalStorage/kilocode.kilo-code/settings/mcp_settings.json' },
      write: 'create',
      workspaceVariable: '${workspaceFolder}',
      startsIn: 'workspace',
    },
    {
      scope: 'global',
      at: { from: 'home', path: '.kilocode/cli/global/settings/mcp_settings.json' },
      write: 'existing',
      startsIn: 'workspace',
      note: 'The CLI.',
    },
  ],
  detect: [
    // 7.0 is the first with the new configuration: https://github.com/Kilo-Org/kilocode/issues/6481 (2026-02-28), and its program 7.7.9.
    { kind: 'extension', id: 'kilocode.kilo-code', before: 7 },
    { kind: 'program', name: 'kilocode', unless: successors },
    { kind: 'path', at: { from: 'home', path: '.kilocode' }, unless: successors },
  ],
  variables: ['${env:NAME}', '${workspaceFolder}'],
  path: 'shell',
  inherits: 'basics',
  windowsLaunchers: 'started',
  reload: 'Nothing to do: Kilo Code watches the file.',
  limits: { toolName: 64 },
  toolPrefix: 'mcp--{server}--',
  longToolNames: 'cut',
  docs: 'https://kilo.ai/docs/automate/mcp/using-in-kilo-code',
  sources: {
    row: {
      at: 'https://github.com/Kilo-Org/kilocode/blob/0fc86cec2299b333cb21da87b649003b19319ecc/src/services/mcp/McpHub.ts',
      read: '2026-11-22',
    },
    places: { at: 'https://kilo.ai/docs/automate/mcp/using-in-cli', read: '2026-11-22' },
    limits: { at: 'https://kilo.ai/docs/automate/mcp/using-in-kilo-code', read: '2026-11-01' },
  },
  unverified: [],
} as const satisfies Client;
