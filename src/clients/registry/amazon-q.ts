import type { Row } from '../row.ts';
import type { EntryForm } from '../entry-form.ts';
import { commandArgsEnv, disabled, plainWithSwitch, urlHeaders } from './shapes.ts';

// crates/chat-cli/src/cli/chat/tools/custom_tool.rs: an unknown word fails the file, and without one the entry starts a program.
const entry: EntryForm = {
  typeKey: 'type',
  stdio: commandArgsEnv,
  http: { type: 'http', ...urlHeaders },
  reads: { stdio: ['stdio'] },
  untypedUrl: 'dropped',
  strict: 'file',
  fields: ['timeout', 'oauth', 'oauthScopes'],
  switch: disabled,
  timeout: { key: 'timeout', unit: 'ms' },
};

export default {
  id: 'amazon-q',
  name: 'Amazon Q Developer',
  kind: 'terminal',
  // serde_json: crates/chat-cli/src/cli/agent/mcp_config.rs
  tolerance: 'strict',
  byteOrderMark: 'rejected',
  entry,
  startsIn: 'workspace',
  files: [
    { at: './.amazonq/cli-agents/*.json', write: 'never', note: 'Servers of one agent of the CLI.' },
    { at: './.amazonq/mcp.json', write: 'existing', note: 'Read by agents with "useLegacyMcpJson": true.' },
    {
      at: '~/.aws/amazonq/agents/default.json',
      write: 'existing',
      startsIn: 'unknown',
      entry: plainWithSwitch,
      note: 'The plugins for VS Code and JetBrains IDEs.',
      source: { at: 'https://docs.aws.amazon.com/amazonq/latest/qdeveloper-ug/qdev-mcp.html', read: '2026-11-01' },
    },
    { at: '~/.aws/amazonq/mcp.json', write: 'existing', note: 'The form of 2025, read by agents with "useLegacyMcpJson": true.' },
    { at: '~/.aws/amazonq/cli-agents/*.json', write: 'never', note: 'Servers of one agent of the CLI.' },
  ],
  detect: [{ program: 'q' }, { extension: 'amazonwebservices.amazon-q-vscode' }, { path: '~/.aws/amazonq' }],
  // substitute_env_vars for the environment and headers, shellexpand for the command: crates/chat-cli/src/mcp_client/client.rs
  variables: ['${env:NAME}'],
  variablesOnlyIn: ['variable', 'header'],
  commandVariables: ['$NAME', '${NAME}', '${NAME:-default}'],
  inherits: 'everything',
  // cmd.envs(get_all_env_vars()) comes after the entry's: crates/chat-cli/src/mcp_client/client.rs
  ownVariablesWin: true,
  expandsTilde: 'command',
  reload: 'Start a new Q session; the CLI is now called Kiro CLI.',
  docs: 'https://docs.aws.amazon.com/amazonq/latest/qdeveloper-ug/qdev-mcp.html',
  sources: {
    read: '2026-11-22',
    row: 'https://github.com/aws/amazon-q-developer-cli/blob/main/crates/chat-cli/src/cli/chat/tools/custom_tool.rs',
    places: 'https://github.com/aws/amazon-q-developer-cli/blob/main/docs/agent-file-locations.md',
    tolerance: 'https://github.com/aws/amazon-q-developer-cli/blob/main/crates/chat-cli/src/cli/agent/mcp_config.rs',
    variables: 'https://github.com/aws/amazon-q-developer-cli/blob/main/crates/chat-cli/src/mcp_client/client.rs',
    start: 'https://github.com/aws/amazon-q-developer-cli/blob/main/crates/chat-cli/src/mcp_client/client.rs',
  },
  unverified: ['That the file of the plugins is spelled as that of the CLI of 2025 was.'],
} as const satisfies Row;
