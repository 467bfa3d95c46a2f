import type { AnyPlaceText, PlaceText, Row } from '../row.ts';
import type { EntryForm } from '../entry-form.ts';
import { commandArgsEnv, typed, urlHeaders } from './shapes.ts';

const entry: EntryForm = {
  ...typed,
  stdio: { type: 'stdio', ...commandArgsEnv },
  // https://code.claude.com/docs/en/mcp#use-dynamic-headers-for-custom-authentication (read 2026-11-22)
  http: { type: 'http', ...urlHeaders, headersCommand: 'headersHelper' },
  sse: { type: 'sse', ...urlHeaders, headersCommand: 'headersHelper' },
  // The name of the specification, for snippets of servers: https://code.claude.com/docs/en/mcp
  reads: { http: ['streamable-http'] },
  // "claude mcp list" of 2.1.330 (run 2026-11-23) calls it, and names this word where an address has none.
  websocket: 'ws',
  untypedUrl: 'dropped',
  strict: 'entry',
  credentials: ['headersHelper'],
  fields: ['headersHelper', 'oauth', 'alwaysLoad', 'timeout'],
};

const claudeJson: PlaceText = ['~/.claude.json', '$CLAUDE_CONFIG_DIR/.claude.json'];
/** https://code.claude.com/docs/en/settings */
const localSettings: PlaceText = './.claude/settings.local.json';
const projectSettings: PlaceText = './.claude/settings.json';
const userSettings: PlaceText = ['~/.claude/settings.json', '$CLAUDE_CONFIG_DIR/settings.json'];

const managedSettings: AnyPlaceText = {
  darwin: '/Library/Application Support/ClaudeCode/managed-settings.json',
  linux: '/etc/claude-code/managed-settings.json',
  win32: '<programFiles>/ClaudeCode/managed-settings.json',
};

/** What Claude Code keeps for the open project. */
const ofProject = { in: claudeJson, at: ['projects', { key: 'workspace' }] } as const;
/** The word of a folder there, which is written when the person answers "Yes, I trust this folder". */
const trusted = { in: claudeJson, at: ['projects'], key: 'hasTrustDialogAccepted' } as const;
const approvals = {
  as: 'lists',
  at: [],
  approved: 'enabledMcpjsonServers',
  refused: 'disabledMcpjsonServers',
  all: 'enableAllProjectMcpServers',
} as const;

export default {
  id: 'claude-code',
  name: 'Claude Code',
  kind: 'terminal',
  tolerance: 'strict',
  byteOrderMark: 'read',
  entry,
  startsIn: 'workspace',
  files: [
    {
      scope: 'managed',
      at: {
        darwin: '/Library/Application Support/ClaudeCode/managed-mcp.json',
        linux: '/etc/claude-code/managed-mcp.json',
        win32: '<programFiles>/ClaudeCode/managed-mcp.json',
      },
      write: 'never',
      exclusive: true,
      note: 'Where this file exists, Claude Code ignores the servers of every other one.',
    },
    {
      scope: 'local',
      at: claudeJson,
      layout: { kind: 'map', at: ['projects', { key: 'workspace' }, 'mcpServers'] },
      note: 'For this workspace and this user only.',
    },
    {
      at: './.mcp.json',
      // Seen with 2.1.197 (2026-11-22), in and outside a repository.
      upward: 'everywhere',
      note: 'Claude Code asks once before it starts these servers.',
    },
    { at: claudeJson },
  ],
  detect: [{ program: 'claude' }, { path: claudeJson }, { path: ['~/.claude', '$CLAUDE_CONFIG_DIR'] }],
  strays: ['./.claude/mcp.json', '~/.claude/mcp.json', projectSettings, localSettings, userSettings],
  variables: ['${NAME}', '${NAME:-default}'],
  setsVariables: ['CLAUDE_PROJECT_DIR', 'CLAUDE_PLUGIN_ROOT', 'CLAUDE_PLUGIN_DATA'],
  // Since 2.1.141, for servers of every scope.
  workspaceIn: { variable: 'CLAUDE_PROJECT_DIR', source: 'https://code.claude.com/docs/en/mcp' },
  environmentFiles: [
    { at: localSettings, as: 'env' },
    { at: projectSettings, as: 'env' },
    { at: userSettings, as: 'env' },
  ],
  inherits: 'everything',
  hasNoSwitch: true,
  gates: [
    {
      // "When you toggle a server, Claude Code records your choice per project in ~/.claude.json": https://code.claude.com/docs/en/mcp
      // (read 2026-11-22; 2.1.197 compares the names as they are)
      ...ofProject,
      off: 'disabledMcpServers',
      flips: true,
      perProject: true,
      says: 'Or type "/mcp enable {server}" in Claude Code.',
    },
  ],
  // https://code.claude.com/docs/en/mcp#project-server-approvals-and-workspace-trust and /en/settings-reference (read 2026-11-22); names
  // are compared as 2.1.197 does it. "claude -p" does not ask. Which approvals count in which folder: 2.1.330, run 2026-11-23
  // (bench/assistants/clients/claude-code.mjs has the cases); 2.1.207 is the first that asks for trust in a repository too.
  approval: {
    scopes: ['project'],
    names: 'words',
    kept: [
      {
        ...approvals,
        in: localSettings,
        alsoOf: ['start', 'first-work-tree'],
        // 2.1.330 asks "git ls-files" whether the file is tracked, and counts it as the repository's settings then (2.1.197 too).
        countsWhile: { ...trusted, of: 'work-tree', whenTracked: 'repository', since: '2.1.207' },
      },
      { ...approvals, in: projectSettings, countsWhile: { ...trusted, of: 'repository' } },
      { ...approvals, in: userSettings },
      { ...approvals, in: managedSettings, overrides: true },
      // Where older versions kept them; newer ones move them to settings.local.json.
      { ...approvals, ...ofProject, countsWhile: { ...trusted, of: 'work-tree', since: '2.1.207' } },
    ],
    says: 'Start "claude" in the project and answer its questions about trust and about the servers of .mcp.json ("claude -p" does not ask and starts them); after a no, run "claude mcp reset-project-choices" first.',
  },
  policy: { in: managedSettings, allowed: 'allowedMcpServers', denied: 'deniedMcpServers' },
  windowsLaunchers: 'needs-cmd',
  // https://code.claude.com/docs/en/network-config
  usesProxyVariables: true,
  reload: 'Start Claude Code again, or reconnect the server with "/mcp".',
  afterRemoval: 'Start Claude Code again.',
  // 2.1.330 (run 2026-11-22).
  afterDisabling: 'Start Claude Code again. Its sessions leave the server out; "claude mcp list" starts it all the same.',
  names: {
    pattern: '^[A-Za-z0-9_-]+$',
    reserved: ['workspace'],
    says: 'Claude Code accepts letters, digits, "-" and "_", and reserves "workspace".',
    loose: true,
  },
  limits: { toolName: 64, start: { seconds: 30, proved: '2.1.330' }, startVariable: 'MCP_TIMEOUT' },
  toolPrefix: 'mcp__{server}__',
  // The pattern of the API is ^[a-zA-Z0-9_-]{1,128}$.
  withoutDots: { clientNames: ['claude'], source: 'https://platform.claude.com/docs/en/agents-and-tools/tool-use/implement-tool-use' },
  signIn: 'Type "/mcp" in Claude Code, choose the server and sign in.',
  sources: {
    read: '2026-11-22',
    row: 'https://code.claude.com/docs/en/mcp',
    // The program itself: words, fields and time limits, and what it does with a file that is not strict JSON.
    entry: 'https://www.npmjs.com/package/@anthropic-ai/claude-code/v/2.1.197',
    tolerance: 'https://www.npmjs.com/package/@anthropic-ai/claude-code/v/2.1.197',
    limits: 'https://www.npmjs.com/package/@anthropic-ai/claude-code/v/2.1.197',
    switches: 'https://code.claude.com/docs/en/mcp',
  },
  unverified: ['That every version moves .claude.json into CLAUDE_CONFIG_DIR.', 'Whether roots are supported.'],
} as const satisfies Row;
