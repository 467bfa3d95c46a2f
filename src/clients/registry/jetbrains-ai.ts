import type { Row } from '../row.ts';
import { plain } from './shapes.ts';

export default {
  id: 'jetbrains-ai',
  name: 'JetBrains AI Assistant',
  kind: 'extension',
  entry: plain,
  files: [{ at: './.ai/mcp/mcp.json' }, { at: '~/.ai/mcp/mcp.json' }],
  detect: [{ path: '~/.ai/mcp' }],
  // https://www.jetbrains.com/help/ai-assistant/mcp.html
  switchElsewhere: 'AI Assistant stores this outside the config file: use Settings > Tools > AI Assistant > MCP in the IDE.',
  reload: 'Open Settings > Tools > AI Assistant > MCP in the IDE and apply.',
  sources: {
    read: '2026-11-01',
    row: 'https://www.jetbrains.com/help/ai-assistant/mcp.html',
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
} as const satisfies Row;
