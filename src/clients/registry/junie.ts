import type { Client } from '../client.ts';
import { commandArgsEnv, mcpServers } from './shapes.ts';

export default {
  id: 'junie',
  name: 'JetBrains Junie',
  kind: 'extension',
  setup: 'automatic',
  format: 'json',
  tolerance: 'unknown',
  byteOrderMark: 'unknown',
  layout: mcpServers,
  entry: { typeKey: 'type', stdio: commandArgsEnv, reads: { stdio: ['stdio'] }, untypedUrl: 'dropped' },
  files: [
    { scope: 'project', at: { from: 'workspace', path: '.junie/mcp/mcp.json' }, write: 'create', startsIn: 'unknown' },
    { scope: 'global', at: { from: 'home', path: '.junie/mcp/mcp.json' }, write: 'create', startsIn: 'unknown' },
  ],
  detect: [{ kind: 'path', at: { from: 'home', path: '.junie' } }],
  variables: [],
  // https://www.jetbrains.com/help/junie/model-context-protocol-mcp.html
  switchElsewhere: 'Junie stores this outside the config file: use Settings > Tools > Junie > MCP Settings in the IDE.',
  path: 'minimal',
  reload: 'Open Settings > Tools > Junie > MCP Settings in the IDE and switch the server on.',
  afterRemoval: 'If Junie still offers the tools of the server, start the IDE again.',
  onNoise: 'fails',
  docs: 'https://www.jetbrains.com/help/junie/model-context-protocol-mcp.html',
  sources: {
    row: { at: 'https://www.jetbrains.com/help/junie/model-context-protocol-mcp.html', read: '2026-11-22' },
    places: { at: 'https://vaadin.com/docs/next/agentic-development/mcp/supported-tools/junie', read: '2026-11-22', by: 'others' },
    tolerance: 'none',
    start: 'none',
    limits: 'none',
  },
  unverified: [
    'Whether comments and trailing commas are accepted.',
    'Which directory a server starts in.',
    'That a line on stdout that is not a message ends the connection.',
  ],
} as const satisfies Client;
