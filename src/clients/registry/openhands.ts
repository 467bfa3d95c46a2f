import type { Client } from '../client.ts';
import { fastmcp } from './families/fastmcp.ts';
import { enabled, mcpServers } from './shapes.ts';

const source = { at: 'https://github.com/OpenHands/OpenHands-CLI/blob/main/openhands_cli/mcp/mcp_utils.py', read: '2026-11-22' } as const;

export default {
  id: 'openhands',
  name: 'OpenHands CLI',
  kind: 'terminal',
  setup: 'automatic',
  format: 'json',
  tolerance: 'strict',
  byteOrderMark: 'unknown',
  layout: mcpServers,
  entry: { ...fastmcp, switch: enabled },
  files: [
    {
      scope: 'global',
      at: { from: 'home', path: '.openhands/mcp.json', override: [{ env: 'OPENHANDS_PERSISTENCE_DIR', path: 'mcp.json' }] },
      write: 'create',
      startsIn: 'workspace',
      note: 'Versions before 1.0 read lists in config.toml instead; snap does not read those.',
    },
  ],
  detect: [
    { kind: 'program', name: 'openhands' },
    { kind: 'path', at: { from: 'home', path: '.openhands', override: [{ env: 'OPENHANDS_PERSISTENCE_DIR', path: '' }] } },
  ],
  variables: [],
  variablesUnknown: true,
  path: 'shell',
  onBrokenFile: 'starts no session and names the file',
  reload: 'Start a new session of OpenHands.',
  docs: 'https://docs.openhands.dev/openhands/usage/cli/mcp-servers',
  sources: { row: source, start: 'none', variables: 'none' },
  unverified: ['Which variables are replaced.', 'Which directory a server starts in.'],
} as const satisfies Client;
