import type { Row } from '../row.ts';
import { plain } from './shapes.ts';

const page = 'https://www.jetbrains.com/help/air/mcp-servers.html';

export default {
  id: 'jetbrains-air',
  name: 'JetBrains Air',
  kind: 'desktop app',
  entry: { ...plain, unsure: ['http', 'sse', 'untyped'] },
  files: [
    {
      scope: 'local',
      at: './.air/mcp.json',
      note: 'Called "Local" in Air. Servers for all projects are kept in the settings of Air, not in a file of their own.',
    },
    { at: './.mcp.json', note: 'Read only while "Launch workspace MCP servers" is on.' },
  ],
  detect: [{ path: { darwin: '<applications>/Air.app' } }, { path: './.air' }],
  variablesUnknown: true,
  switchElsewhere: 'Air stores this outside the config file: open Settings > AI > MCP Servers.',
  precedence: 'unknown',
  reload: 'Open Settings > AI > MCP Servers in Air; for .mcp.json "Launch workspace MCP servers" has to be on.',
  afterRemoval: 'If Air still offers the tools of the server, start Air again.',
  sources: { read: '2026-11-22', row: page, entry: 'none', tolerance: 'none', variables: 'none', start: 'none' },
  unverified: [
    'How an entry is spelled; the page shows none.',
    'Whether comments and trailing commas are accepted.',
    'Which entry wins when two files name the same server.',
    'Which directory a server starts in.',
  ],
} as const satisfies Row;
