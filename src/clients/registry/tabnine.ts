import type { Row } from '../row.ts';
import { gemini } from './families/gemini.ts';

export default {
  id: 'tabnine',
  name: 'Tabnine Agent',
  kind: 'extension',
  entry: gemini,
  files: [
    {
      scope: 'managed',
      at: { darwin: '/Library/Application Support/TabnineCli/settings.json', linux: '/etc/tabnine-cli/settings.json' },
      write: 'never',
      note: 'It overrides every other file.',
    },
    { at: './.tabnine/agent/settings.json', note: 'Read only in a trusted workspace.' },
    { at: '~/.tabnine/agent/settings.json' },
    {
      scope: 'managed',
      at: { darwin: '/Library/Application Support/TabnineCli/system-defaults.json', linux: '/etc/tabnine-cli/system-defaults.json' },
      write: 'never',
      note: 'Every other file overrides it.',
      // The page says "sibling to system settings" without a name; this is Gemini CLI's, of which it is made.
      source: { at: 'https://github.com/google-gemini/gemini-cli/blob/main/packages/cli/src/config/settings.ts', by: 'others' },
    },
  ],
  detect: [{ extension: 'tabnine.tabnine-vscode' }, { path: '~/.tabnine/agent' }],
  variablesUnknown: true,
  reload: 'Start the Tabnine agent again.',
  sources: {
    read: '2026-11-22',
    row: 'https://docs.tabnine.com/main/getting-started/tabnine-agent/mcp-intro-and-setup/mcp-server-config',
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
} as const satisfies Row;
