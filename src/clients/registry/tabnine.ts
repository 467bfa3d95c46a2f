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
      scope: 'managed',
      at: {
        darwin: { from: 'root', path: 'Library/Application Support/TabnineCli/settings.json' },
        linux: { from: 'root', path: 'etc/tabnine-cli/settings.json' },
      },
      write: 'never',
      startsIn: 'unknown',
      note: 'It overrides every other file.',
    },
    {
      scope: 'project',
      at: { from: 'workspace', path: '.tabnine/agent/settings.json' },
      write: 'create',
      startsIn: 'unknown',
      note: 'Read only in a trusted workspace.',
    },
    { scope: 'global', at: { from: 'home', path: '.tabnine/agent/settings.json' }, write: 'create', startsIn: 'unknown' },
    {
      scope: 'managed',
      at: {
        darwin: { from: 'root', path: 'Library/Application Support/TabnineCli/system-defaults.json' },
        linux: { from: 'root', path: 'etc/tabnine-cli/system-defaults.json' },
      },
      write: 'never',
      startsIn: 'unknown',
      note: 'Every other file overrides it.',
      // The page says "sibling to system settings" without a name; this is Gemini CLI's, of which it is made.
      source: {
        at: 'https://github.com/google-gemini/gemini-cli/blob/main/packages/cli/src/config/settings.ts',
        read: '2026-11-22',
        by: 'others',
      },
    },
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
    row: { at: 'https://docs.tabnine.com/main/getting-started/tabnine-agent/mcp-intro-and-setup/mcp-server-config', read: '2026-11-22' },
    tolerance: 'none',
    variables: 'none',
    start: 'none',
    limits: 'none',
  },
  unverified: [
    'Whether comments and trailing commas are accepted.',
    'Which variables are replaced.',
    'Which directory a server starts in.',
    'What the file with the defaults of the system is called.',
  ],
} as const satisfies Client;
