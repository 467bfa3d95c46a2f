import type { Client } from '../client.ts';
import type { Place } from '../place.ts';
import { disabled, mcpServers, typed, urlHeaders } from './shapes.ts';

const dataDirectory: Place = {
  from: 'home',
  path: '.cline/data',
  override: [
    { env: 'CLINE_MCP_SETTINGS_PATH', path: '' },
    { env: 'CLINE_DATA_DIR', path: '' },
    { env: 'CLINE_DIR', path: 'data' },
  ],
};

export default {
  id: 'cline',
  name: 'Cline',
  kind: 'extension',
  setup: 'automatic',
  format: 'json',
  tolerance: 'strict',
  byteOrderMark: 'rejected',
  layout: mcpServers,
  entry: {
    ...typed,
    http: { type: 'streamableHttp', ...urlHeaders },
    reads: { typeKeys: ['transportType'] },
    untypedUrl: 'sse',
    strict: 'file',
    nested: 'transport',
    fields: ['autoApprove', 'timeout', 'oauth', 'oauthClient', 'metadata', 'remoteConfigured'],
    switch: disabled,
    timeout: { key: 'timeout', unit: 's' },
    // The limit of "initialize" too.
    startTimeout: { key: 'timeout', unit: 's' },
  },
  files: [
    {
      scope: 'global',
      at: {
        from: 'home',
        path: '.cline/data/settings/cline_mcp_settings.json',
        override: [
          { env: 'CLINE_MCP_SETTINGS_PATH', path: '' },
          { env: 'CLINE_DATA_DIR', path: 'settings/cline_mcp_settings.json' },
          { env: 'CLINE_DIR', path: 'data/settings/cline_mcp_settings.json' },
        ],
      },
      write: 'create',
      startsIn: 'unknown',
    },
    {
      scope: 'global',
      at: { from: 'vscodeUser', path: 'globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json' },
      write: 'existing',
      ignoredWhile: dataDirectory,
      startsIn: 'unknown',
      note: 'The file of versions before mid-2026; newer ones import it once.',
    },
    {
      scope: 'global',
      at: { from: 'home', path: 'Documents/Cline/MCP/cline_mcp_settings.json' },
      write: 'existing',
      ignoredWhile: dataDirectory,
      startsIn: 'unknown',
      note: 'The file of still older versions; newer ones import it once.',
    },
  ],
  detect: [
    { kind: 'extension', id: 'saoudrizwan.claude-dev' },
    { kind: 'program', name: 'cline' },
    { kind: 'path', at: { from: 'home', path: '.cline', override: [{ env: 'CLINE_DIR', path: '' }] } },
  ],
  strays: [{ from: 'home', path: '.cline/mcp.json' }],
  variables: ['${env:NAME}'],
  inherits: 'basics',
  path: 'shell',
  windowsLaunchers: 'started',
  commandLine: {
    program: 'cline',
    name: 'the Cline CLI',
    variables: [],
    start: { seconds: 3, proved: '3.0.65' },
    source: { at: 'https://github.com/cline/cline/blob/main/sdk/packages/core/src/extensions/mcp/client.ts', read: '2026-11-22' },
  },
  limits: { start: { seconds: 60 } },
  lock: '<file>.lock',
  onBrokenFile: 'loads no server at all',
  reload: 'Nothing to do: Cline watches the file.',
  signIn: 'Sign in with the button beside the server in the MCP view of Cline.',
  docs: 'https://github.com/cline/cline/blob/main/docs/mcp/mcp-overview.mdx',
  sources: { row: { at: 'https://github.com/cline/cline/blob/main/apps/vscode/src/services/mcp/McpHub.ts', read: '2026-11-22' } },
  unverified: [],
} as const satisfies Client;
