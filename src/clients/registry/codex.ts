import type { Row } from '../row.ts';
import { commandArgsEnvCwd, enabled, words } from './shapes.ts';

export default {
  id: 'codex',
  name: 'Codex',
  kind: 'terminal',
  format: 'toml',
  tolerance: 'strict',
  // Seen with 0.169.0 (2026-11-22), and so were the refused fields.
  byteOrderMark: 'read',
  layout: { kind: 'map', at: ['mcp_servers'] },
  entry: {
    typeKey: 'type',
    stdio: commandArgsEnvCwd,
    http: { url: 'url', headers: 'http_headers', bearerFrom: 'bearer_token_env_var', headersFrom: 'env_http_headers' },
    untypedUrl: 'http',
    strict: 'file',
    // The tables of all layers are merged: codex-rs/core/src/config_loader (merge_toml_values).
    withoutStart: { merges: true },
    commandAndUrl: 'rejected',
    // Each of them fails the whole configuration: TryFrom<RawMcpServerConfig>
    refuses: {
      stdio: ['http_headers', 'env_http_headers', 'bearer_token_env_var', 'bearer_token', 'oauth', 'oauth_resource'],
      url: ['args', 'env', 'env_vars', 'cwd', 'bearer_token'],
    },
    envNames: 'env_vars',
    fields: words(
      'bearer_token_env_var env_http_headers oauth oauth_resource scopes required startup_timeout_ms tool_timeout_sec ' +
        'enabled_tools disabled_tools default_tools_approval_mode tools supports_parallel_tool_calls ' +
        'experimental_environment name',
    ),
    switch: enabled,
    toolLists: { only: 'enabled_tools', without: 'disabled_tools' },
    timeout: { key: 'tool_timeout_sec', unit: 's' },
    startTimeout: { key: 'startup_timeout_sec', unit: 's', also: { key: 'startup_timeout_ms', unit: 'ms' } },
  },
  startsIn: 'workspace',
  files: [
    {
      scope: 'managed',
      at: { darwin: '/etc/codex/managed_config.toml', linux: '/etc/codex/managed_config.toml' },
      write: 'never',
      note: 'It overrides every other file; it is being phased out.',
    },
    { at: './.codex/config.toml', upward: 'repository', note: 'Read only in a trusted project.' },
    { at: ['~/.codex/config.toml', '$CODEX_HOME/config.toml'] },
    {
      scope: 'managed',
      at: { darwin: '/etc/codex/config.toml', linux: '/etc/codex/config.toml', win32: '<programData>/OpenAI/Codex/config.toml' },
      write: 'never',
      note: 'Every other file overrides it.',
    },
  ],
  detect: [{ program: 'codex' }, { path: ['~/.codex', '$CODEX_HOME'] }],
  // Nothing is filled in inside strings: secrets are named in env_vars, bearer_token_env_var, env_http_headers.
  inherits: 'basics',
  // decision_for_dir in https://github.com/openai/codex/blob/main/codex-rs/config/src/loader/mod.rs (read 2026-11-22): the folder, the
  // project root and the repository, each by its whole path; without a record the project's file is loaded but disabled.
  trust: {
    as: 'words',
    in: ['~/.codex/config.toml', '$CODEX_HOME/config.toml'],
    at: ['projects'],
    key: 'trust_level',
    trusted: ['trusted'],
    refused: ['untrusted'],
    reach: 'repository',
    worktrees: true,
    stops: 'project',
    otherwise: 'untrusted',
    says: 'Start "codex" in the project and answer its question about trust.',
  },
  onBrokenFile: 'refuses to start',
  reload: 'Start Codex again.',
  names: {
    // It becomes part of the names of the tools.
    pattern: '^[A-Za-z0-9_-]+$',
    says: 'Codex accepts letters, digits, "-" and "_".',
  },
  // 10 s up to 0.101: codex-rs/codex-mcp/src/rmcp_client.rs
  limits: { toolName: 64, start: { seconds: 30, proved: '0.169.0' } },
  toolPrefix: 'mcp__{server}__',
  withoutDots: { clientNames: ['codex', 'openai'], source: 'https://github.com/openai/codex/issues/8174' },
  longToolNames: 'shortened',
  signIn: 'Run "codex mcp login {server}".',
  docs: 'https://developers.openai.com/codex/mcp',
  sources: {
    read: '2026-11-22',
    row: 'https://github.com/openai/codex/blob/main/codex-rs/config/src/mcp_types.rs',
    places: 'https://github.com/openai/codex/blob/main/codex-rs/config/src/loader/README.md',
    start: 'https://github.com/openai/codex/blob/main/codex-rs/rmcp-client/src/utils.rs',
    limits: 'https://github.com/openai/codex/blob/main/codex-rs/codex-mcp/src/tools.rs',
    signIn: { at: 'https://developers.openai.com/codex/mcp', read: '2026-11-01' },
    switches: 'https://github.com/openai/codex/blob/main/codex-rs/config/src/loader/mod.rs',
  },
  unverified: ['That every version puts "mcp__" before the name of a tool.'],
} as const satisfies Row;
