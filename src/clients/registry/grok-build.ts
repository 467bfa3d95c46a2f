import type { Client } from '../client.ts';
import { commandArgsEnv, enabled, urlHeaders } from './shapes.ts';

export default {
  id: 'grok-build',
  name: 'Grok Build',
  kind: 'terminal',
  setup: 'automatic',
  format: 'toml',
  tolerance: 'strict',
  byteOrderMark: 'unknown',
  layout: { kind: 'map', at: ['mcp_servers'] },
  entry: {
    typeKey: 'type',
    stdio: commandArgsEnv,
    http: { ...urlHeaders, bearerFrom: 'bearer_token_env_var' },
    sse: { type: 'sse', ...urlHeaders },
    reads: { stdio: ['stdio'], http: ['http', 'streamable-http'], url: ['urlTemplate', 'url_template'] },
    untypedUrl: 'http',
    fields: [
      'bearer_token_env_var',
      'oauth',
      'oauth_client_id',
      'oauth_client_secret_env_var',
      'oauth_scopes',
      'setup',
      'tool_timeouts',
      'expose_image_base64',
    ],
    switch: enabled,
    timeout: { key: 'tool_timeout_sec', unit: 's' },
    startTimeout: { key: 'startup_timeout_sec', unit: 's' },
  },
  files: [
    {
      scope: 'project',
      at: { from: 'workspace', path: '.grok/config.toml' },
      write: 'create',
      upward: 'repository',
      startsIn: 'workspace',
      note: 'Grok also has the servers of Claude Code and Cursor, where none of its own has the name.',
    },
    {
      scope: 'global',
      at: { from: 'home', path: '.grok/config.toml', override: [{ env: 'GROK_HOME', path: 'config.toml' }] },
      write: 'create',
      startsIn: 'workspace',
    },
  ],
  detect: [
    { kind: 'program', name: 'grok' },
    { kind: 'path', at: { from: 'home', path: '.grok', override: [{ env: 'GROK_HOME', path: '' }] } },
  ],
  variables: ['${NAME}', '${NAME:-default}'],
  // `disabled_mcp_servers`: docs/user-guide/07-mcp-servers.md of crates/codegen/xai-grok-pager in https://github.com/xai-org/grok-build (read 2026-11-22).
  gates: [
    {
      in: { from: 'home', path: '.grok/config.toml', override: [{ env: 'GROK_HOME', path: 'config.toml' }] },
      at: [],
      off: 'disabled_mcp_servers',
      says: 'Run: grok mcp enable {server}',
    },
  ],
  // crates/codegen/xai-grok-workspace/src/trust.rs and folder_trust.rs of https://github.com/xai-org/grok-build (read 2026-11-22): on by
  // default, the longest folder decides, and a record about the home directory is ignored.
  trust: {
    as: 'words',
    in: { from: 'home', path: '.grok/trusted_folders.toml', override: [{ env: 'GROK_HOME', path: 'trusted_folders.toml' }] },
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
  path: 'shell',
  reload: 'Start Grok Build again; "grok mcp doctor" checks the server.',
  afterRemoval: 'Start Grok Build again.',
  windowsLaunchers: 'started',
  limits: { start: { seconds: 30 }, startVariable: 'MCP_TIMEOUT' },
  toolPrefix: '{server}__',
  signIn: 'Type "/mcps" in Grok Build, choose {server} and press "i".',
  docs: 'https://docs.x.ai/build/features/mcp-servers',
  sources: {
    row: {
      at: 'https://github.com/xai-org/grok-build/blob/main/crates/codegen/xai-grok-pager/docs/user-guide/07-mcp-servers.md',
      read: '2026-11-22',
    },
    entry: { at: 'https://github.com/xai-org/grok-build/blob/main/crates/codegen/xai-grok-config-types/src/mcp.rs', read: '2026-11-22' },
    switches: { at: 'https://github.com/xai-org/grok-build/blob/main/crates/codegen/xai-grok-workspace/src/trust.rs', read: '2026-11-22' },
  },
  unverified: ['That every variable of the shell is passed on to a server.'],
} as const satisfies Client;
