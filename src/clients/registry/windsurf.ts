import type { Client } from '../client.ts';
import { devin, devinUserFile, serverUrl } from './families/codeium.ts';
import { disabled, mcpServers } from './shapes.ts';

export default {
  id: 'windsurf',
  // Renamed on 2 June 2026; the old name is in many guides.
  name: 'Devin Desktop (Windsurf)',
  kind: 'editor',
  setup: 'automatic',
  format: 'json',
  tolerance: 'unknown',
  byteOrderMark: 'unknown',
  layout: mcpServers,
  entry: { ...serverUrl, switch: disabled, fields: ['disabledTools', 'alwaysAllow'], toolLists: { without: 'disabledTools' } },
  files: [
    {
      scope: 'global',
      at: devinUserFile,
      write: 'create',
      entry: devin,
      startsIn: 'unknown',
      note: 'The file of Devin Local, the only agent since 3.9.19, and of the last versions of Cascade.',
    },
    {
      scope: 'global',
      at: { from: 'home', path: '.codeium/windsurf/mcp_config.json' },
      write: 'existing',
      startsIn: 'unknown',
      note: 'The file of Windsurf, read by Cascade in versions before September 2026.',
    },
    {
      scope: 'global',
      at: { from: 'home', path: '.codeium/windsurf-next/mcp_config.json' },
      write: 'existing',
      startsIn: 'unknown',
      note: 'Windsurf Next.',
    },
    {
      scope: 'global',
      at: { from: 'home', path: '.codeium/mcp_config.json' },
      write: 'existing',
      startsIn: 'unknown',
      note: 'The plugin for JetBrains IDEs.',
    },
  ],
  detect: [
    { kind: 'program', name: 'windsurf' },
    { kind: 'path', at: { darwin: { from: 'applications', path: 'Windsurf.app' } } },
    { kind: 'path', at: { from: 'home', path: '.codeium/windsurf' } },
  ],
  strays: [
    { from: 'workspace', path: '.windsurf/mcp_config.json' },
    { from: 'home', path: '.windsurf/mcp.json' },
  ],
  variables: ['${env:NAME}', '${file:/path}'],
  path: 'minimal',
  precedence: 'unknown',
  reload: 'Press the refresh button in the MCP panel.',
  limits: { tools: 100 },
  signIn: 'Press the refresh button in the MCP panel and sign in in the browser.',
  docs: 'https://docs.devin.ai/desktop/cascade/mcp',
  sources: {
    // As several others quote it in September and October 2026; the copies that could be read themselves are older.
    row: { at: 'https://docs.devin.ai/desktop/cascade/mcp', read: '2026-11-22' },
    // Only seen in files of users and in pages of servers.
    switches: 'none',
  },
  unverified: [
    'Which of the two files a version reads; snap looks at both.',
    'Whether comments and trailing commas are accepted.',
    'That this is the file of Windsurf Next.',
    'That "disabled" switches a server off; it was only seen in files of users.',
  ],
} as const satisfies Client;
