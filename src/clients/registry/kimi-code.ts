import type { Client } from '../client.ts';
import type { EntryForm, UrlForm } from '../entry-form.ts';
import { commandArgsEnvCwd, enabled, mcpServers, urlHeaders } from './shapes.ts';

const url: UrlForm = { ...urlHeaders, bearerFrom: 'bearerTokenEnvVar' };
const entry: EntryForm = {
  typeKey: 'transport',
  stdio: commandArgsEnvCwd,
  http: { type: 'http', ...url },
  sse: { type: 'sse', ...url },
  reads: { stdio: ['stdio'] },
  untypedUrl: 'http',
  strict: 'file',
  fields: ['auth', 'executor', 'runtime_id', 'startupTimeoutMs', 'toolTimeoutMs', 'enabledTools', 'disabledTools', 'bearerTokenEnvVar'],
  switch: enabled,
  toolLists: { only: 'enabledTools', without: 'disabledTools' },
  timeout: { key: 'toolTimeoutMs', unit: 'ms' },
  startTimeout: { key: 'startupTimeoutMs', unit: 'ms' },
};

export default {
  id: 'kimi-code',
  name: 'Kimi Code',
  kind: 'terminal',
  setup: 'automatic',
  format: 'json',
  tolerance: 'strict',
  byteOrderMark: 'rejected',
  layout: mcpServers,
  entry,
  files: [
    { scope: 'project', at: { from: 'workspace', path: '.kimi-code/mcp.json' }, write: 'create', startsIn: 'workspace' },
    {
      scope: 'project',
      at: { from: 'workspace', path: '.mcp.json' },
      write: 'never',
      startsIn: 'file',
      note: 'In the root of the repository; shared with Claude Code.',
    },
    {
      scope: 'global',
      at: { from: 'home', path: '.kimi-code/mcp.json', override: [{ env: 'KIMI_CODE_HOME', path: 'mcp.json' }] },
      write: 'create',
      startsIn: 'workspace',
    },
  ],
  detect: [
    { kind: 'program', name: 'kimi' },
    { kind: 'path', at: { from: 'home', path: '.kimi-code', override: [{ env: 'KIMI_CODE_HOME', path: '' }] } },
  ],
  variables: [],
  inherits: 'everything',
  // packages/agent-core-v2/src/workspace/workspaceTrust/trustRecord.ts of https://github.com/MoonshotAI/kimi-code and
  // docs/en/customization/mcp.md there (read 2026-11-22).
  trust: {
    as: 'files',
    in: { from: 'home', path: '.kimi-code/workspace-trust', override: [{ env: 'KIMI_CODE_HOME', path: 'workspace-trust' }] },
    at: [],
    key: 'root',
    reach: 'repository',
    stops: 'project',
    otherwise: 'untrusted',
    says: 'Start "kimi" in the folder and choose "Trust this folder".',
  },
  path: 'shell',
  reload: 'Start Kimi Code again.',
  limits: { start: { seconds: 30 }, startVariable: 'KIMI_MCP_STARTUP_TIMEOUT_MS', toolName: 64 },
  toolPrefix: 'mcp__{server}__',
  longToolNames: 'shortened',
  signIn: 'Type "/mcp-config login {server}" in Kimi Code.',
  docs: 'https://moonshotai.github.io/kimi-code/en/customization/mcp.html',
  sources: {
    row: { at: 'https://github.com/MoonshotAI/kimi-code/blob/main/docs/en/customization/mcp.md', read: '2026-11-22' },
    places: {
      at: 'https://github.com/MoonshotAI/kimi-code/blob/main/packages/agent-core-v2/src/app/mcpConfig/configLoader.ts',
      read: '2026-11-22',
    },
    entry: {
      at: 'https://github.com/MoonshotAI/kimi-code/blob/main/packages/agent-core-v2/src/mcpCore/config-schema.ts',
      read: '2026-11-22',
    },
    tolerance: {
      at: 'https://github.com/MoonshotAI/kimi-code/blob/main/packages/agent-core-v2/src/app/mcpConfig/configLoader.ts',
      read: '2026-11-22',
    },
    start: {
      at: 'https://github.com/MoonshotAI/kimi-code/blob/main/packages/agent-core-v2/src/mcpCore/client-stdio.ts',
      read: '2026-11-22',
    },
    limits: {
      at: 'https://github.com/MoonshotAI/kimi-code/blob/main/packages/agent-core-v2/src/mcpCore/tool-naming.ts',
      read: '2026-11-22',
    },
  },
  unverified: [],
} as const satisfies Client;
