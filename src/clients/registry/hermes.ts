import type { Row } from '../row.ts';
import { commandArgsEnv, enabled, urlHeaders, words } from './shapes.ts';

const page = 'https://github.com/NousResearch/hermes-agent/blob/main/website/docs/reference/mcp-config-reference.md';

export default {
  id: 'hermes',
  name: 'Hermes Agent',
  kind: 'terminal',
  format: 'yaml',
  tolerance: 'strict',
  layout: { kind: 'map', at: ['mcp_servers'] },
  entry: {
    typeKey: 'transport',
    stdio: commandArgsEnv,
    http: urlHeaders,
    sse: { type: 'sse', ...urlHeaders },
    untypedUrl: 'http',
    switch: enabled,
    timeout: { key: 'timeout', unit: 's' },
    startTimeout: { key: 'connect_timeout', unit: 's' },
    fields: words(
      'timeout connect_timeout protocol supports_parallel_tool_calls skip_preflight keepalive_interval ' +
        'idle_timeout_seconds max_lifetime_seconds lifecycle tools auth oauth sampling elicitation trust ssl_verify ' +
        'client_cert client_key',
    ),
  },
  files: [{ at: ['~/.hermes/config.yaml', '$HERMES_HOME/config.yaml'], workspaceVariable: '${workspaceFolder}' }],
  detect: [{ program: 'hermes' }, { path: ['~/.hermes', '$HERMES_HOME'] }],
  // A variable that is not set keeps its text.
  variables: ['${NAME}', '${env:NAME}', '${userHome}', '${workspaceFolder}', '${workspaceFolderBasename}', '${pathSeparator}', '${/}'],
  environmentFiles: [{ at: ['~/.hermes/.env', '$HERMES_HOME/.env'], as: 'lines' }],
  reload: 'Type "/reload-mcp" in Hermes, or start it again.',
  limits: { start: { seconds: 60 } },
  toolPrefix: 'mcp__{server}__',
  signIn: 'Give the entry "auth: oauth", then run "hermes mcp login {server}".',
  sources: { read: '2026-11-22', row: page },
  unverified: [
    'That HERMES_HOME moves the file.',
    'Which directory a server starts in.',
    'What a server gets of the environment of Hermes.',
  ],
} as const satisfies Row;
