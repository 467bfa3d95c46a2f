import type { FileText, Row } from '../../row.ts';
import type { EntryForm } from '../../entry-form.ts';
import { mcpServers, servers, typed } from '../shapes.ts';
import { copilot, copilotHome } from './copilot.ts';

const entry: EntryForm = {
  ...typed,
  // sanitizeServer: https://github.com/microsoft/vscode/blob/main/src/vs/platform/mcp/common/mcpResourceScannerService.ts
  guessesType: true,
  envTakes: ['number', 'null'],
  fields: ['envFile', 'dev', 'sandboxEnabled', 'sandbox', 'oauth', 'gallery', 'version'],
};

/**
 * How VS Code reads the two files of GitHub Copilot CLI. Another type word (`streamable-http`, `ws`) drops the entry.
 * https://github.com/microsoft/vscode/blob/main/src/vs/platform/mcp/common/mcpWorkspaceConfiguration.ts
 */
const portable: EntryForm = { ...copilot, reads: { stdio: ['local'] }, untypedUrl: 'either' };
/** https://github.com/microsoft/vscode/blob/main/src/vs/workbench/contrib/mcp/common/mcpEnvironmentVariableExpansion.ts */
const portableVariables = ['${NAME}', '${NAME:-default}'] as const;

/** What VS Code, VS Code Insiders and VSCodium have in common; each row adds its names and its user files. */
const vscodeFamily = {
  kind: 'editor',
  tolerance: 'comments-and-commas',
  byteOrderMark: 'read',
  layout: servers,
  entry,
  variables: [
    '${env:NAME}',
    '${input:id}',
    '${config:name}',
    '${userHome}',
    '${workspaceFolder}',
    '${workspaceFolder:name}',
    '${workspaceFolderBasename}',
    '${pathSeparator}',
  ],
  inputs: true,
  hasNoSwitch: true,
  path: 'shell',
  // https://github.com/microsoft/vscode/blob/main/src/vs/workbench/api/node/extHostMcpNode.ts
  inherits: 'everything',
  appendsPath: true,
  expandsTilde: true,
  windowsLaunchers: 'started',
  precedence: 'unknown',
  // https://code.visualstudio.com/docs/agents/reference/mcp-configuration
  discovery: { setting: 'chat.mcp.discovery.enabled', clients: ['claude-desktop', 'windsurf', 'cursor'] },
  reload: 'Open the MCP view in VS Code, start the server and answer the trust question.',
  afterRemoval: 'If VS Code still offers the tools of the server, stop it in the MCP view or start VS Code again.',
  limits: { tools: 128 },
} as const satisfies Partial<Row>;

const source = 'https://github.com/microsoft/vscode/blob/main/src/vs/';

/** Where the family's facts were read. */
const vscodeSources: Row['sources'] = {
  read: '2026-11-22',
  row: 'https://code.visualstudio.com/docs/agents/reference/mcp-configuration',
  places: `${source}workbench/contrib/mcp/common/mcpConfiguration.ts`,
  tolerance: `${source}platform/mcp/common/mcpResourceScannerService.ts`,
  start: `${source}workbench/api/node/extHostMcpNode.ts`,
  switches: { at: 'https://code.visualstudio.com/docs/agents/run/manage-mcp-servers', read: '2026-11-01' },
  limits: 'https://code.visualstudio.com/docs/copilot/agents/agent-tools',
  signIn: { at: 'https://code.visualstudio.com/docs/agents/run/manage-mcp-servers', read: '2026-11-01' },
};

/** Files of the workspace, which each of them reads before its own user files. */
const vscodeProject = [
  { at: './.vscode/mcp.json', workspaceVariable: '${workspaceFolder}' },
  {
    at: './.mcp.json',
    write: 'never',
    layout: mcpServers,
    withoutWrapper: true,
    entry: portable,
    variables: portableVariables,
    note: 'The portable format, shared with GitHub Copilot CLI and Claude Code.',
  },
  {
    at: './.devcontainer/devcontainer.json',
    write: 'never',
    layout: { kind: 'map', at: ['customizations', 'vscode', 'mcp', 'servers'] },
    elsewhere: true,
    note: 'Servers of the dev container; they start inside it.',
  },
  {
    at: './*.code-workspace',
    write: 'never',
    layout: { kind: 'map', at: ['settings', 'mcp', 'servers'] },
    note: 'Servers of a multi-root workspace.',
  },
] as const satisfies readonly FileText[];

export const portableUser: FileText = {
  at: copilotHome,
  write: 'never',
  layout: mcpServers,
  entry: portable,
  variables: portableVariables,
  // https://github.com/microsoft/vscode/blob/main/src/vs/platform/mcp/common/mcpCopilotGlobalConfiguration.ts
  tolerance: 'strict',
  note: "GitHub Copilot CLI's file, read by Copilot sessions inside VS Code too.",
};

export const unverifiedOfFamily = [
  'Which entry wins when two files name the same server.',
  'That VS Code gets the PATH of every login shell.',
  'What exactly happens with more than 128 tools.',
] as const satisfies Row['unverified'];

/**
 * What VS Code and its builds have in common.
 * @param userData the directory of the person's settings, below that of all apps
 * @param more places between those of every build
 */
export function buildOfVscode(name: string, userData: string, more: readonly FileText[]) {
  return {
    ...vscodeFamily,
    name,
    startsIn: 'workspace',
    files: [
      ...vscodeProject,
      // A start with a workspace variable fails ("cannot be resolved"): https://github.com/microsoft/vscode/issues/245905
      { at: `<userData>/${userData}/mcp.json`, workspaceWords: 'fail' },
      { at: `<userData>/${userData}/profiles/*/mcp.json`, write: 'never', workspaceWords: 'fail', note: 'A named profile.' },
      ...more,
      {
        at: `<userData>/${userData}/settings.json`,
        write: 'never',
        layout: { kind: 'map', at: ['mcp', 'servers'] },
        // https://github.com/microsoft/vscode/blob/main/src/vs/workbench/contrib/mcp/browser/mcpMigration.ts
        outdated: true,
        note: 'Servers here are from before mid-2025; VS Code moves them to mcp.json or ignores them.',
      },
    ],
    // https://code.visualstudio.com/docs/agents/run/manage-mcp-servers
    switchElsewhere: `${name} stores this outside the config file: run the command "Chat: Open Customizations", open MCP Servers and use the switch of the server.`,
    // https://code.visualstudio.com/docs/enterprise/ai-settings
    gates: [
      {
        in: `<userData>/${userData}/settings.json`,
        at: [],
        none: { key: 'chat.mcp.access', values: ['none', false] },
        says: 'Change "chat.mcp.access" in the settings; an organization may have set it.',
      },
    ],
    signIn: `Start the server from the MCP view of ${name} and sign in in the browser.`,
    sources: vscodeSources,
    unverified: unverifiedOfFamily,
  } as const satisfies Omit<Row, 'id' | 'detect'>;
}
