import type { Client } from '../client.ts';
import { fastmcp } from './families/fastmcp.ts';
import { mcpServers } from './shapes.ts';

const source = { at: 'https://github.com/MoonshotAI/kimi-cli/blob/main/src/kimi_cli/cli/mcp.py', read: '2026-11-22' } as const;

export default {
  id: 'kimi-cli',
  name: 'Kimi CLI (old)',
  kind: 'terminal',
  setup: 'automatic',
  format: 'json',
  tolerance: 'strict',
  byteOrderMark: 'rejected',
  layout: mcpServers,
  entry: fastmcp,
  files: [
    {
      scope: 'global',
      at: { from: 'home', path: '.kimi/mcp.json', override: [{ env: 'KIMI_SHARE_DIR', path: 'mcp.json' }] },
      write: 'create',
      startsIn: 'workspace',
      note: 'Kimi Code, its successor, reads ~/.kimi-code/mcp.json.',
    },
  ],
  // Both have a program "kimi".
  detect: [{ kind: 'path', at: { from: 'home', path: '.kimi', override: [{ env: 'KIMI_SHARE_DIR', path: '' }] } }],
  variables: [],
  path: 'shell',
  onBrokenFile: 'refuses to start',
  reload: 'Start Kimi CLI again.',
  signIn: 'Give the entry "auth": "oauth", then run "kimi mcp auth {server}".',
  docs: source.at,
  sources: { row: source, start: 'none' },
  unverified: ['Which directory a server starts in.', 'That no variables are replaced.'],
} as const satisfies Client;
