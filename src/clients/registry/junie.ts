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
  entry: { typeKey: 'type', stdio: commandArgsEnv, reads: { stdio: ['stdio'] }, untypedUrl: 'dropped', unsure: ['http', 'sse'] },
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
  onNoise: 'fails',
  docs: 'https://www.jetbrains.com/help/junie/model-context-protocol-mcp.html',
  sources: { row: { at: 'https://www.jetbrains.com/help/junie/model-context-protocol-mcp.html', read: '2026-11-01' } },
  unverified: ['Whether comments and trailing commas are accepted.', 'Whether remote servers work.', 'Which directory a server starts in.'],
} as const satisfies Client;
