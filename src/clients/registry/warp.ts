import type { Client } from '../client.ts';
import { commandArgsEnv, mcpServers, plain } from './shapes.ts';

export default {
  id: 'warp',
  name: 'Warp',
  kind: 'desktop app',
  setup: 'automatic',
  format: 'json',
  tolerance: 'unknown',
  byteOrderMark: 'unknown',
  layout: mcpServers,
  entry: { ...plain, stdio: { ...commandArgsEnv, cwd: 'working_directory' } },
  files: [
    { scope: 'project', at: { from: 'workspace', path: '.warp/.mcp.json' }, write: 'create', startsIn: 'unknown' },
    { scope: 'global', at: { from: 'home', path: '.warp/.mcp.json' }, write: 'create', startsIn: 'unknown' },
  ],
  detect: [
    { kind: 'path', at: { darwin: { from: 'applications', path: 'Warp.app' } } },
    { kind: 'program', name: 'warp-terminal' },
    { kind: 'path', at: { from: 'home', path: '.warp' } },
  ],
  variables: [],
  variablesUnknown: true,
  path: 'minimal',
  reload: 'Nothing to do: Warp picks the change up by itself.',
  docs: 'https://docs.warp.dev/agent-platform/capabilities/mcp/',
  sources: { row: { at: 'https://docs.warp.dev/agent-platform/capabilities/mcp/', read: '2026-11-01' } },
  unverified: [
    'Whether comments and trailing commas are accepted.',
    'Which variables are replaced.',
    'Which directory a server starts in.',
  ],
} as const satisfies Client;
