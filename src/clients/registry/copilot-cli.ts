import type { Client } from '../client.ts';
import type { Place } from '../place.ts';
import { copilot, copilotHome } from './families/copilot.ts';
import { disabled, mcpServers } from './shapes.ts';

const settings = (name: string): Place => ({ from: 'home', path: `.copilot/${name}`, override: [{ env: 'COPILOT_HOME', path: name }] });

export default {
  id: 'copilot-cli',
  name: 'GitHub Copilot CLI',
  kind: 'terminal',
  setup: 'automatic',
  format: 'json',
  // Seen with 1.0.102 (2026-11-22): the person's own file may have comments, trailing commas and a byte order mark, a project's none.
  tolerance: 'comments-and-commas',
  byteOrderMark: 'read',
  layout: mcpServers,
  entry: {
    ...copilot,
    fields: [
      'tools',
      'timeout',
      'deferTools',
      'disableToolCache',
      'slowConnectionThresholdMs',
      'oauthClientId',
      'oauthScopes',
      'oauthPublicClient',
      'oauthGrantType',
      'oidc',
      'auth',
      'filterMapping',
    ],
    // Not in its documentation: 1.0.102 starts no server whose entry has it, and leaves it out of its list (run 2026-11-22).
    switch: disabled,
    timeout: { key: 'timeout', unit: 'ms' },
    startTimeout: { key: 'timeout', unit: 'ms', atLeastSeconds: 60 },
  },
  files: [
    {
      scope: 'project',
      at: { from: 'workspace', path: '.mcp.json' },
      write: 'create',
      tolerance: 'strict',
      byteOrderMark: 'rejected',
      withoutWrapper: true,
      upward: 'repository',
      startsIn: 'workspace',
    },
    {
      scope: 'project',
      at: { from: 'workspace', path: '.github/mcp.json' },
      write: 'existing',
      tolerance: 'strict',
      byteOrderMark: 'rejected',
      upward: 'repository',
      // In the same directory: seen with 1.0.102 (2026-11-22). The vendor's page names both files.
      ignoredWhile: { from: 'workspace', path: '.mcp.json' },
      startsIn: 'workspace',
    },
    { scope: 'global', at: copilotHome, write: 'create', startsIn: 'workspace' },
  ],
  detect: [
    { kind: 'program', name: 'copilot' },
    { kind: 'path', at: { from: 'home', path: '.copilot', override: [{ env: 'COPILOT_HOME', path: '' }] } },
  ],
  // In the command, arguments, environment, address and headers, which the vendor's port of it for VS Code has too:
  // https://github.com/microsoft/vscode/blob/main/src/vs/platform/mcp/common/envVarResolution.ts
  variables: ['$NAME', '${NAME}', '${NAME:-default}'],
  setsVariables: ['COPILOT_AGENT_SESSION_ID'],
  // 1.0.102 passes everything on, variables that are named like secrets too (run 2026-11-22).
  inherits: 'everything',
  // "MCP server names to disable. Listed servers are configured but not started.":
  // https://docs.github.com/en/copilot/reference/copilot-cli-reference/cli-config-dir-reference (read 2026-11-22; 1.0.102 does so too)
  gates: [
    {
      in: settings('settings.json'),
      at: [],
      off: 'disabledMcpServers',
      flips: true,
      says: 'Or run: copilot mcp enable {server}',
    },
    // A repository may add to the list: 1.0.102.
    {
      in: { from: 'workspace', path: '.github/copilot/settings.json' },
      at: [],
      off: 'disabledMcpServers',
      says: 'Change "disabledMcpServers" in that file.',
    },
    {
      in: { from: 'workspace', path: '.github/copilot/settings.local.json' },
      at: [],
      off: 'disabledMcpServers',
      says: 'Change "disabledMcpServers" in that file.',
    },
  ],
  // "Project-level MCP servers are loaded only after you confirm folder trust [...] silently skipped in untrusted directories":
  // https://docs.github.com/en/copilot/how-tos/copilot-cli/customize-copilot/add-mcp-servers. The file and both of its keys, and that
  // a folder above and a link to the folder count, are as 1.0.102 does it (read and run 2026-11-22).
  trust: {
    as: 'lists',
    in: settings('config.json'),
    at: [],
    trusted: ['trustedFolders', 'trusted_folders'],
    refused: [],
    reach: 'below',
    worktrees: true,
    stops: 'project',
    otherwise: 'untrusted',
    says: 'Start "copilot" in the folder and confirm that you trust it, for future sessions too. For "copilot -p" alone: GITHUB_COPILOT_PROMPT_MODE_WORKSPACE_MCP=true.',
  },
  path: 'shell',
  windowsLaunchers: 'started',
  withoutDots: {
    clientNames: ['copilot', 'github-copilot', 'github copilot'],
    source: 'https://github.com/github/copilot-cli/issues/2581',
  },
  names: {
    pattern: '^[^\\u0000-\\u001F\\u007F}]+$',
    says: 'GitHub Copilot CLI accepts everything but control characters and "}".',
  },
  limits: { toolName: 64, start: { seconds: 60, proved: '1.0.102' } },
  toolPrefix: '{server}-',
  longToolNames: 'shortened',
  signIn: 'Type "/mcp auth {server}" in GitHub Copilot CLI.',
  reload: 'Start a new session of GitHub Copilot CLI.',
  docs: 'https://docs.github.com/en/copilot/how-tos/copilot-cli/customize-copilot/add-mcp-servers',
  sources: {
    row: {
      at: 'https://github.com/github/docs/blob/main/content/copilot/reference/copilot-cli-reference/cli-command-reference.md',
      read: '2026-11-22',
    },
    places: {
      at: 'https://docs.github.com/en/copilot/how-tos/copilot-cli/customize-copilot/add-mcp-servers',
      read: '2026-11-22',
    },
    // The program itself; no page says it.
    tolerance: { at: 'https://www.npmjs.com/package/@github/copilot/v/1.0.102', read: '2026-11-22' },
    start: { at: 'https://docs.github.com/en/copilot/how-tos/copilot-cli/customize-copilot/add-mcp-servers', read: '2026-11-22' },
    switches: { at: 'https://docs.github.com/en/copilot/reference/copilot-cli-reference/cli-config-dir-reference', read: '2026-11-22' },
  },
  unverified: [],
} as const satisfies Client;
