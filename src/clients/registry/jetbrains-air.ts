import type { Client } from '../client.ts';
import { mcpServers, plain } from './shapes.ts';

const page = { at: 'https://www.jetbrains.com/help/air/mcp-servers.html', read: '2026-11-22' } as const;

export default {
  id: 'jetbrains-air',
  name: 'JetBrains Air',
  kind: 'desktop app',
  setup: 'automatic',
  format: 'json',
  tolerance: 'unknown',
  byteOrderMark: 'unknown',
  layout: mcpServers,
  entry: { ...plain, unsure: ['http', 'sse', 'untyped'] },
  files: [
    {
      scope: 'local',
      at: { from: 'workspace', path: '.air/mcp.json' },
      write: 'create',
      startsIn: 'unknown',
      note: 'Called "Local" in Air. Servers for all projects are kept in the settings of Air, not in a file of their own.',
    },
    {
      scope: 'project',
      at: { from: 'workspace', path: '.mcp.json' },
      write: 'create',
      startsIn: 'unknown',
      note: 'Read only while "Launch workspace MCP servers" is on.',
    },
  ],
  detect: [
    { kind: 'path', at: { darwin: { from: 'applications', path: 'Air.app' } } },
    { kind: 'path', at: { from: 'workspace', path: '.air' } },
  ],
  variables: [],
  variablesUnknown: true,
  switchElsewhere: 'Air stores this outside the config file: open Settings > AI > MCP Servers.',
  path: 'minimal',
  precedence: 'unknown',
  reload: 'Open Settings > AI > MCP Servers in Air; for .mcp.json "Launch workspace MCP servers" has to be on.',
  afterRemoval: 'If Air still offers the tools of the server, start Air again.',
  docs: page.at,
  sources: { row: page, entry: 'none', tolerance: 'none', variables: 'none', start: 'none' },
  unverified: [
    'How an entry is spelled; the page shows none.',
    'Whether comments and trailing commas are accepted.',
    'Which entry wins when two files name the same server.',
    'Which directory a server starts in.',
  ],
} as const satisfies Client;
