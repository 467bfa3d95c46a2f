import type { Client } from '../client.ts';
import { serverUrl } from './families/codeium.ts';
import { mcpServers } from './shapes.ts';

export default {
  id: 'devin-local',
  name: 'Devin Local',
  kind: 'terminal',
  setup: 'automatic',
  format: 'json',
  tolerance: 'unknown',
  byteOrderMark: 'unknown',
  layout: mcpServers,
  entry: serverUrl,
  files: [
    { scope: 'local', at: { from: 'workspace', path: '.devin/mcp_config.local.json' }, write: 'create', startsIn: 'workspace' },
    { scope: 'project', at: { from: 'workspace', path: '.devin/mcp_config.json' }, write: 'create', startsIn: 'workspace' },
    { scope: 'global', at: { from: 'home', path: '.config/devin/mcp_config.json' }, write: 'create', startsIn: 'workspace' },
  ],
  detect: [
    { kind: 'program', name: 'devin' },
    { kind: 'path', at: { from: 'home', path: '.config/devin' } },
  ],
  variables: [],
  variablesUnknown: true,
  path: 'shell',
  precedence: 'unknown',
  reload: 'Start Devin again.',
  docs: 'https://docs.devin.ai/cli/extensibility/mcp/configuration',
  sources: { row: { at: 'https://docs.devin.ai/cli/extensibility/mcp/configuration', read: '2026-11-01' } },
  unverified: [
    'Whether comments and trailing commas are accepted.',
    'Which scope wins when two files name the same server.',
    'Where the global file is on Windows.',
  ],
} as const satisfies Client;
