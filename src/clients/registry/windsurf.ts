import type { Row } from '../row.ts';
import { devin, devinUserFile, serverUrl } from './families/codeium.ts';
import { disabled } from './shapes.ts';

export default {
  id: 'windsurf',
  // Renamed on 2 June 2026; the old name is in many guides.
  name: 'Devin Desktop (Windsurf)',
  kind: 'editor',
  entry: { ...serverUrl, switch: disabled, fields: ['disabledTools', 'alwaysAllow'], toolLists: { without: 'disabledTools' } },
  files: [
    { at: devinUserFile, entry: devin, note: 'The file of Devin Local, the only agent since 3.9.19, and of the last versions of Cascade.' },
    {
      at: '~/.codeium/windsurf/mcp_config.json',
      write: 'existing',
      note: 'The file of Windsurf, read by Cascade in versions before September 2026.',
    },
    { at: '~/.codeium/windsurf-next/mcp_config.json', write: 'existing', note: 'Windsurf Next.' },
    { at: '~/.codeium/mcp_config.json', write: 'existing', note: 'The plugin for JetBrains IDEs.' },
  ],
  detect: [{ program: 'windsurf' }, { path: { darwin: '<applications>/Windsurf.app' } }, { path: '~/.codeium/windsurf' }],
  strays: ['./.windsurf/mcp_config.json', '~/.windsurf/mcp.json'],
  variables: ['${env:NAME}', '${file:/path}'],
  precedence: 'unknown',
  reload: 'Press the refresh button in the MCP panel.',
  limits: { tools: 100 },
  signIn: 'Press the refresh button in the MCP panel and sign in in the browser.',
  sources: {
    read: '2026-11-22', // As several others quote it in September and October 2026; the copies that could be read themselves are older.
    row: 'https://docs.devin.ai/desktop/cascade/mcp',
    // Only seen in files of users and in pages of servers.
    switches: 'none',
  },
  unverified: [
    'Which of the two files a version reads; snap looks at both.',
    'Whether comments and trailing commas are accepted.',
    'That this is the file of Windsurf Next.',
    'That "disabled" switches a server off; it was only seen in files of users.',
  ],
} as const satisfies Row;
