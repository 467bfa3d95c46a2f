import type { Client } from '../client.ts';
import { mcpServers, plain } from './shapes.ts';

export default {
  id: 'jetbrains-ai',
  name: 'JetBrains AI Assistant',
  kind: 'extension',
  setup: 'automatic',
  format: 'json',
  tolerance: 'unknown',
  byteOrderMark: 'unknown',
  layout: mcpServers,
  entry: plain,
  files: [
    { scope: 'project', at: { from: 'workspace', path: '.ai/mcp/mcp.json' }, write: 'create', startsIn: 'unknown' },
    { scope: 'global', at: { from: 'home', path: '.ai/mcp/mcp.json' }, write: 'create', startsIn: 'unknown' },
  ],
  detect: [{ kind: 'path', at: { from: 'home', path: '.ai/mcp' } }],
  variables: [],
  // https://www.jetbrains.com/help/ai-assistant/mcp.html
  switchElsewhere: 'AI Assistant stores this outside the config file: use Settings > Tools > AI Assistant > MCP in the IDE.',
  path: 'minimal',
  reload: 'Open Settings > Tools > AI Assistant > MCP in the IDE and apply.',
  docs: 'https://www.jetbrains.com/help/ai-assistant/mcp.html',
  sources: {
    row: { at: 'https://www.jetbrains.com/help/ai-assistant/mcp.html', read: '2026-11-01' },
    // The page names the settings and no file.
    places: 'none',
    tolerance: 'none',
    start: 'none',
  },
  unverified: [
    'That .ai/mcp/mcp.json is read; the vendor names the settings only.',
    'Whether comments and trailing commas are accepted.',
    'Which directory a server starts in.',
  ],
} as const satisfies Client;
