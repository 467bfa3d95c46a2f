import type { PlaceText, Row } from '../row.ts';
import { disabled, typed, urlHeaders } from './shapes.ts';

const dataDirectory: PlaceText = ['~/.cline/data', '$CLINE_MCP_SETTINGS_PATH', '$CLINE_DATA_DIR', '$CLINE_DIR/data'];

export default {
  id: 'cline',
  name: 'Cline',
  kind: 'extension',
  tolerance: 'strict',
  byteOrderMark: 'rejected',
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
      at: [
        '~/.cline/data/settings/cline_mcp_settings.json',
        '$CLINE_MCP_SETTINGS_PATH',
        '$CLINE_DATA_DIR/settings/cline_mcp_settings.json',
        '$CLINE_DIR/data/settings/cline_mcp_settings.json',
      ],
    },
    {
      at: '<vscodeUser>/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json',
      write: 'existing',
      ignoredWhile: dataDirectory,
      note: 'The file of versions before mid-2026; newer ones import it once.',
    },
    {
      at: '~/Documents/Cline/MCP/cline_mcp_settings.json',
      write: 'existing',
      ignoredWhile: dataDirectory,
      note: 'The file of still older versions; newer ones import it once.',
    },
  ],
  detect: [{ extension: 'saoudrizwan.claude-dev' }, { program: 'cline' }, { path: ['~/.cline', '$CLINE_DIR'] }],
  strays: ['~/.cline/mcp.json'],
  variables: ['${env:NAME}'],
  inherits: 'basics',
  path: 'shell',
  windowsLaunchers: 'started',
  commandLine: {
    program: 'cline',
    name: 'the Cline CLI',
    variables: [],
    start: { seconds: 3, proved: '3.0.65' },
    source: 'https://github.com/cline/cline/blob/main/sdk/packages/core/src/extensions/mcp/client.ts',
  },
  limits: { start: { seconds: 60 } },
  lock: '<file>.lock',
  onBrokenFile: 'loads no server at all',
  reload: 'Nothing to do: Cline watches the file.',
  signIn: 'Sign in with the button beside the server in the MCP view of Cline.',
  docs: 'https://github.com/cline/cline/blob/main/docs/mcp/mcp-overview.mdx',
  sources: { read: '2026-11-22', row: 'https://github.com/cline/cline/blob/main/apps/vscode/src/services/mcp/McpHub.ts' },
} as const satisfies Row;
