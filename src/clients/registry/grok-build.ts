import type { Row } from '../row.ts';
import { commandArgsEnv, enabled, urlHeaders, words } from './shapes.ts';

export default {
  id: 'grok-build',
  name: 'Grok Build',
  kind: 'terminal',
  format: 'toml',
  tolerance: 'strict',
  layout: { kind: 'map', at: ['mcp_servers'] },
  entry: {
    typeKey: 'type',
    stdio: commandArgsEnv,
    http: { ...urlHeaders, bearerFrom: 'bearer_token_env_var' },
    sse: { type: 'sse', ...urlHeaders },
    reads: { stdio: ['stdio'], http: ['http', 'streamable-http'], url: ['urlTemplate', 'url_template'] },
    untypedUrl: 'http',
    fields: words(
      'bearer_token_env_var oauth oauth_client_id oauth_client_secret_env_var oauth_scopes setup tool_timeouts expose_image_base64',
    ),
    switch: enabled,
    timeout: { key: 'tool_timeout_sec', unit: 's' },
    startTimeout: { key: 'startup_timeout_sec', unit: 's' },
  },
  startsIn: 'workspace',
  files: [
    {
      at: './.grok/config.toml',
      upward: 'repository',
      note: 'Grok also has the servers of Claude Code and Cursor, where none of its own has the name.',
    },
    { at: ['~/.grok/config.toml', '$GROK_HOME/config.toml'] },
  ],
  detect: [{ program: 'grok' }, { path: ['~/.grok', '$GROK_HOME'] }],
  variables: ['${NAME}', '${NAME:-default}'],
  // `disabled_mcp_servers`: docs/user-guide/07-mcp-servers.md of crates/codegen/xai-grok-pager in https://github.com/xai-org/grok-build (read 2026-11-22).
  gates: [
    { in: ['~/.grok/config.toml', '$GROK_HOME/config.toml'], at: [], off: 'disabled_mcp_servers', says: 'Run: grok mcp enable {server}' },
  ],
  // crates/codegen/xai-grok-workspace/src/trust.rs and folder_trust.rs of https://github.com/xai-org/grok-build (read 2026-11-22): on by
  // default, the longest folder decides, and a record about the home directory is ignored.
  trust: {
    as: 'words',
    in: ['~/.grok/trusted_folders.toml', '$GROK_HOME/trusted_folders.toml'],
    at: ['folders'],
    key: 'trusted',
    trusted: [true],
    refused: [false],
    reach: 'below',
    notHome: true,
    stops: 'project',
    otherwise: 'untrusted',
    setting: { at: ['folder_trust', 'enabled'], otherwise: true },
    variables: [
      { name: 'GROK_FOLDER_TRUST', value: '0', means: 'trusted' },
      { name: 'GROK_FOLDER_TRUST', value: 'false', means: 'trusted' },
    ],
    says: 'Start "grok" in the folder and answer its question, or run: grok --trust',
  },
  reload: 'Start Grok Build again; "grok mcp doctor" checks the server.',
  afterRemoval: 'Start Grok Build again.',
  windowsLaunchers: 'started',
  limits: { start: { seconds: 30 }, startVariable: 'MCP_TIMEOUT' },
  toolPrefix: '{server}__',
  signIn: 'Type "/mcps" in Grok Build, choose {server} and press "i".',
  docs: 'https://docs.x.ai/build/features/mcp-servers',
  sources: {
    read: '2026-11-22',
    row: 'https://github.com/xai-org/grok-build/blob/main/crates/codegen/xai-grok-pager/docs/user-guide/07-mcp-servers.md',
    entry: 'https://github.com/xai-org/grok-build/blob/main/crates/codegen/xai-grok-config-types/src/mcp.rs',
    switches: 'https://github.com/xai-org/grok-build/blob/main/crates/codegen/xai-grok-workspace/src/trust.rs',
  },
  unverified: ['That every variable of the shell is passed on to a server.'],
} as const satisfies Row;
