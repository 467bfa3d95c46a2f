import type { Row } from '../row.ts';
import { copilot, copilotHome } from './families/copilot.ts';
import { disabled, words } from './shapes.ts';

export default {
  id: 'copilot-cli',
  name: 'GitHub Copilot CLI',
  kind: 'terminal',
  // Seen with 1.0.102 (2026-11-22): the person's own file may have comments, trailing commas and a byte order mark, a project's none.
  tolerance: 'comments-and-commas',
  byteOrderMark: 'read',
  entry: {
    ...copilot,
    fields: words(
      'tools timeout deferTools disableToolCache slowConnectionThresholdMs oauthClientId oauthScopes oauthPublicClient ' +
        'oauthGrantType oidc auth filterMapping',
    ),
    // Not in its documentation: 1.0.102 starts no server whose entry has it, and leaves it out of its list (run 2026-11-22).
    switch: disabled,
    timeout: { key: 'timeout', unit: 'ms' },
    startTimeout: { key: 'timeout', unit: 'ms', atLeastSeconds: 60 },
  },
  startsIn: 'workspace',
  files: [
    { at: './.mcp.json', tolerance: 'strict', byteOrderMark: 'rejected', withoutWrapper: true, upward: 'repository' },
    {
      at: './.github/mcp.json',
      write: 'existing',
      tolerance: 'strict',
      byteOrderMark: 'rejected',
      upward: 'repository',
      // In the same directory: seen with 1.0.102 (2026-11-22). The vendor's page names both files.
      ignoredWhile: './.mcp.json',
    },
    { at: copilotHome },
  ],
  detect: [{ program: 'copilot' }, { path: ['~/.copilot', '$COPILOT_HOME'] }],
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
      in: ['~/.copilot/settings.json', '$COPILOT_HOME/settings.json'],
      at: [],
      off: 'disabledMcpServers',
      flips: true,
      says: 'Or run: copilot mcp enable {server}',
    },
    // A repository may add to the list: 1.0.102.
    { in: './.github/copilot/settings.json', at: [], off: 'disabledMcpServers', says: 'Change "disabledMcpServers" in that file.' },
    { in: './.github/copilot/settings.local.json', at: [], off: 'disabledMcpServers', says: 'Change "disabledMcpServers" in that file.' },
  ],
  // "Project-level MCP servers are loaded only after you confirm folder trust [...] silently skipped in untrusted directories":
  // https://docs.github.com/en/copilot/how-tos/copilot-cli/customize-copilot/add-mcp-servers. The file and both of its keys, and that
  // a folder above and a link to the folder count, are as 1.0.102 does it (read and run 2026-11-22).
  trust: {
    as: 'lists',
    in: ['~/.copilot/config.json', '$COPILOT_HOME/config.json'],
    at: [],
    trusted: ['trustedFolders', 'trusted_folders'],
    refused: [],
    reach: 'below',
    worktrees: true,
    stops: 'project',
    otherwise: 'untrusted',
    says: 'Start "copilot" in the folder and confirm that you trust it, for future sessions too. For "copilot -p" alone: GITHUB_COPILOT_PROMPT_MODE_WORKSPACE_MCP=true.',
  },
  windowsLaunchers: 'started',
  withoutDots: {
    clientNames: ['copilot', 'github-copilot', 'github copilot'],
    source: 'https://github.com/github/copilot-cli/issues/2581',
  },
  names: { pattern: '^[^\\u0000-\\u001F\\u007F}]+$', says: 'GitHub Copilot CLI accepts everything but control characters and "}".' },
  limits: { toolName: 64, start: { seconds: 60, proved: '1.0.102' } },
  toolPrefix: '{server}-',
  longToolNames: 'shortened',
  signIn: 'Type "/mcp auth {server}" in GitHub Copilot CLI.',
  reload: 'Start a new session of GitHub Copilot CLI.',
  docs: 'https://docs.github.com/en/copilot/how-tos/copilot-cli/customize-copilot/add-mcp-servers',
  sources: {
    read: '2026-11-22',
    row: 'https://github.com/github/docs/blob/main/content/copilot/reference/copilot-cli-reference/cli-command-reference.md',
    places: 'https://docs.github.com/en/copilot/how-tos/copilot-cli/customize-copilot/add-mcp-servers',
    // The program itself; no page says it.
    tolerance: 'https://www.npmjs.com/package/@github/copilot/v/1.0.102',
    start: 'https://docs.github.com/en/copilot/how-tos/copilot-cli/customize-copilot/add-mcp-servers',
    switches: 'https://docs.github.com/en/copilot/reference/copilot-cli-reference/cli-config-dir-reference',
  },
} as const satisfies Row;
