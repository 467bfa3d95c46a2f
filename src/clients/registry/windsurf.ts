import type { Client } from '../client.ts';
import { serverUrl } from './families/codeium.ts';
import { disabled, mcpServers } from './shapes.ts';

export default {
  id: 'windsurf',
  name: 'Windsurf',
  kind: 'editor',
  setup: 'automatic',
  format: 'json',
  tolerance: 'unknown',
  byteOrderMark: 'unknown',
  layout: mcpServers,
  entry: { ...serverUrl, switch: disabled, fields: ['disabledTools', 'alwaysAllow'], toolLists: { without: 'disabledTools' } },
  files: [
    { scope: 'global', at: { from: 'home', path: '.codeium/windsurf/mcp_config.json' }, write: 'create', startsIn: 'unknown' },
    {
      scope: 'global',
      at: { from: 'home', path: '.codeium/windsurf-next/mcp_config.json' },
      write: 'existing',
      startsIn: 'unknown',
      note: 'Windsurf Next.',
    },
    {
      scope: 'global',
      at: { from: 'home', path: '.codeium/mcp_config.json' },
      write: 'existing',
      startsIn: 'unknown',
      note: 'The plugin for JetBrains IDEs.',
    },
  ],
  detect: [
    { kind: 'program', name: 'windsurf' },
    { kind: 'path', at: { darwin: { from: 'applications', path: 'Windsurf.app' } } },
    { kind: 'path', at: { from: 'home', path: '.codeium/windsurf' } },
  ],
  strays: [
    { from: 'workspace', path: '.windsurf/mcp_config.json' },
    { from: 'home', path: '.windsurf/mcp.json' },
  ],
  variables: ['${env:NAME}', '${file:/path}'],
  path: 'minimal',
  reload: 'Press the refresh button in the MCP panel of Windsurf.',
  limits: { tools: 100 },
  signIn: 'Press the refresh button in the MCP panel of Windsurf and sign in in the browser.',
  docs: 'https://docs.windsurf.com/windsurf/cascade/mcp',
  sources: { row: { at: 'https://docs.windsurf.com/windsurf/cascade/mcp', read: '2026-11-01' } },
  unverified: [
    'Whether comments and trailing commas are accepted.',
    'That this is the file of Windsurf Next.',
    'That "disabled" switches a server off; it was only seen in files of users.',
  ],
} as const satisfies Client;
