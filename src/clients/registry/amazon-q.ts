import type { Client } from '../client.ts';
import type { EntryForm } from '../entry-form.ts';
import { commandArgsEnv, disabled, mcpServers, plainWithSwitch, urlHeaders } from './shapes.ts';

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
  setup: 'automatic',
  format: 'json',
  // serde_json: crates/chat-cli/src/cli/agent/mcp_config.rs
  tolerance: 'strict',
  byteOrderMark: 'rejected',
  layout: mcpServers,
  entry,
  files: [
    {
      scope: 'project',
      at: { from: 'workspace', path: '.amazonq/cli-agents/*.json' },
      write: 'never',
      startsIn: 'workspace',
      note: 'Servers of one agent of the CLI.',
    },
    {
      scope: 'project',
      at: { from: 'workspace', path: '.amazonq/mcp.json' },
      write: 'existing',
      startsIn: 'workspace',
      note: 'Read by agents with "useLegacyMcpJson": true.',
    },
    {
      scope: 'global',
      at: { from: 'home', path: '.aws/amazonq/agents/default.json' },
      write: 'existing',
      startsIn: 'unknown',
      entry: plainWithSwitch,
      note: 'The plugins for VS Code and JetBrains IDEs.',
      source: { at: 'https://docs.aws.amazon.com/amazonq/latest/qdeveloper-ug/qdev-mcp.html', read: '2026-11-01' },
    },
    {
      scope: 'global',
      at: { from: 'home', path: '.aws/amazonq/mcp.json' },
      write: 'existing',
      startsIn: 'workspace',
      note: 'The form of 2025, read by agents with "useLegacyMcpJson": true.',
    },
    {
      scope: 'global',
      at: { from: 'home', path: '.aws/amazonq/cli-agents/*.json' },
      write: 'never',
      startsIn: 'workspace',
      note: 'Servers of one agent of the CLI.',
    },
  ],
  detect: [
    { kind: 'program', name: 'q' },
    { kind: 'extension', id: 'amazonwebservices.amazon-q-vscode' },
    { kind: 'path', at: { from: 'home', path: '.aws/amazonq' } },
  ],
  // substitute_env_vars for the environment and headers, shellexpand for the command: crates/chat-cli/src/mcp_client/client.rs
  variables: ['${env:NAME}'],
  variablesOnlyIn: ['variable', 'header'],
  commandVariables: ['$NAME', '${NAME}', '${NAME:-default}'],
  inherits: 'everything',
  // cmd.envs(get_all_env_vars()) comes after the entry's: crates/chat-cli/src/mcp_client/client.rs
  ownVariablesWin: true,
  expandsTilde: 'command',
  path: 'shell',
  reload: 'Start a new Q session; the CLI is now called Kiro CLI.',
  docs: 'https://docs.aws.amazon.com/amazonq/latest/qdeveloper-ug/qdev-mcp.html',
  sources: {
    row: {
      at: 'https://github.com/aws/amazon-q-developer-cli/blob/main/crates/chat-cli/src/cli/chat/tools/custom_tool.rs',
      read: '2026-11-22',
    },
    places: { at: 'https://github.com/aws/amazon-q-developer-cli/blob/main/docs/agent-file-locations.md', read: '2026-11-22' },
    tolerance: {
      at: 'https://github.com/aws/amazon-q-developer-cli/blob/main/crates/chat-cli/src/cli/agent/mcp_config.rs',
      read: '2026-11-22',
    },
    variables: {
      at: 'https://github.com/aws/amazon-q-developer-cli/blob/main/crates/chat-cli/src/mcp_client/client.rs',
      read: '2026-11-22',
    },
    start: { at: 'https://github.com/aws/amazon-q-developer-cli/blob/main/crates/chat-cli/src/mcp_client/client.rs', read: '2026-11-22' },
  },
  unverified: ['That the file of the plugins is spelled as that of the CLI of 2025 was.'],
} as const satisfies Client;
