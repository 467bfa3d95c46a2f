import type { Client } from '../client.ts';
import { gemini } from './families/gemini.ts';
import { mcpServers } from './shapes.ts';

export default {
  id: 'tabnine',
  name: 'Tabnine Agent',
  kind: 'extension',
  setup: 'automatic',
  format: 'json',
  tolerance: 'unknown',
  byteOrderMark: 'unknown',
  layout: mcpServers,
  entry: gemini,
  files: [
    {
      scope: 'project',
      at: { from: 'workspace', path: '.tabnine/agent/settings.json' },
      write: 'create',
      startsIn: 'unknown',
      note: 'Read only in a trusted workspace.',
    },
    { scope: 'global', at: { from: 'home', path: '.tabnine/agent/settings.json' }, write: 'create', startsIn: 'unknown' },
  ],
  detect: [
    { kind: 'extension', id: 'tabnine.tabnine-vscode' },
    { kind: 'path', at: { from: 'home', path: '.tabnine/agent' } },
  ],
  variables: [],
  variablesUnknown: true,
  path: 'minimal',
  reload: 'Start the Tabnine agent again.',
  docs: 'https://docs.tabnine.com/main/getting-started/tabnine-agent/mcp-intro-and-setup/mcp-server-config',
  sources: {
    row: {
      at: 'https://docs.tabnine.com/main/getting-started/tabnine-agent/mcp-intro-and-setup/mcp-server-config',
      read: '2026-11-01',
      by: 'others',
    },
  },
  unverified: [
    'Whether comments and trailing commas are accepted.',
    'That entries are spelled exactly as in Gemini CLI.',
    'Which directory a server starts in.',
  ],
} as const satisfies Client;
