import type { Row } from '../row.ts';
import { commandArgsEnv } from './shapes.ts';

export default {
  id: 'junie',
  name: 'JetBrains Junie',
  kind: 'extension',
  entry: { typeKey: 'type', stdio: commandArgsEnv, reads: { stdio: ['stdio'] }, untypedUrl: 'dropped' },
  files: [{ at: './.junie/mcp/mcp.json' }, { at: '~/.junie/mcp/mcp.json' }],
  detect: [{ path: '~/.junie' }],
  // https://www.jetbrains.com/help/junie/model-context-protocol-mcp.html
  switchElsewhere: 'Junie stores this outside the config file: use Settings > Tools > Junie > MCP Settings in the IDE.',
  reload: 'Open Settings > Tools > Junie > MCP Settings in the IDE and switch the server on.',
  afterRemoval: 'If Junie still offers the tools of the server, start the IDE again.',
  onNoise: 'fails',
  sources: {
    read: '2026-11-22',
    row: 'https://www.jetbrains.com/help/junie/model-context-protocol-mcp.html',
    places: { at: 'https://vaadin.com/docs/next/agentic-development/mcp/supported-tools/junie', by: 'others' },
    tolerance: 'none',
    start: 'none',
    limits: 'none',
  },
  unverified: [
    'Whether comments and trailing commas are accepted.',
    'Which directory a server starts in.',
    'That a line on stdout that is not a message ends the connection.',
  ],
} as const satisfies Row;
