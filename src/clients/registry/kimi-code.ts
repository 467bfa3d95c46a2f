import type { Row } from '../row.ts';
import type { EntryForm, UrlForm } from '../entry-form.ts';
import { commandArgsEnvCwd, enabled, urlHeaders } from './shapes.ts';

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
  tolerance: 'strict',
  byteOrderMark: 'rejected',
  entry,
  startsIn: 'workspace',
  files: [
    { at: './.kimi-code/mcp.json' },
    { at: './.mcp.json', write: 'never', startsIn: 'file', note: 'In the root of the repository; shared with Claude Code.' },
    { at: ['~/.kimi-code/mcp.json', '$KIMI_CODE_HOME/mcp.json'] },
  ],
  detect: [{ program: 'kimi' }, { path: ['~/.kimi-code', '$KIMI_CODE_HOME'] }],
  inherits: 'everything',
  // packages/agent-core-v2/src/workspace/workspaceTrust/trustRecord.ts of https://github.com/MoonshotAI/kimi-code and
  // docs/en/customization/mcp.md there (read 2026-11-22).
  trust: {
    as: 'files',
    in: ['~/.kimi-code/workspace-trust', '$KIMI_CODE_HOME/workspace-trust'],
    at: [],
    key: 'root',
    reach: 'repository',
    stops: 'project',
    otherwise: 'untrusted',
    says: 'Start "kimi" in the folder and choose "Trust this folder".',
  },
  reload: 'Start Kimi Code again.',
  limits: { start: { seconds: 30 }, startVariable: 'KIMI_MCP_STARTUP_TIMEOUT_MS', toolName: 64 },
  toolPrefix: 'mcp__{server}__',
  longToolNames: 'shortened',
  signIn: 'Type "/mcp-config login {server}" in Kimi Code.',
  docs: 'https://moonshotai.github.io/kimi-code/en/customization/mcp.html',
  sources: {
    read: '2026-11-22',
    row: 'https://github.com/MoonshotAI/kimi-code/blob/main/docs/en/customization/mcp.md',
    places: 'https://github.com/MoonshotAI/kimi-code/blob/main/packages/agent-core-v2/src/app/mcpConfig/configLoader.ts',
    entry: 'https://github.com/MoonshotAI/kimi-code/blob/main/packages/agent-core-v2/src/mcpCore/config-schema.ts',
    tolerance: 'https://github.com/MoonshotAI/kimi-code/blob/main/packages/agent-core-v2/src/app/mcpConfig/configLoader.ts',
    start: 'https://github.com/MoonshotAI/kimi-code/blob/main/packages/agent-core-v2/src/mcpCore/client-stdio.ts',
    limits: 'https://github.com/MoonshotAI/kimi-code/blob/main/packages/agent-core-v2/src/mcpCore/tool-naming.ts',
  },
} as const satisfies Row;
