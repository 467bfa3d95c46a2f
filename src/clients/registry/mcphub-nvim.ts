import type { Client } from '../client.ts';
import { commandArgsEnvCwd, mcpServers, plainWithSwitch, servers } from './shapes.ts';

export default {
  id: 'mcphub-nvim',
  name: 'mcphub.nvim',
  kind: 'extension',
  setup: 'automatic',
  format: 'json',
  tolerance: 'json5',
  byteOrderMark: 'read',
  layout: mcpServers,
  // normalizeServersKey in src/utils/config.js
  alsoReads: [servers, mcpServers],
  readsOneLayout: true,
  entry: {
    ...plainWithSwitch,
    stdio: commandArgsEnvCwd,
    envTakes: ['null'],
    // loadConfig in src/utils/config.js: one such entry, and nothing of any file is read.
    strict: 'file',
    commandAndUrl: 'rejected',
    toolLists: { without: 'disabled_tools' },
    fields: ['disabled_tools', 'autoApprove', 'custom_instructions', 'dev'],
  },
  files: [
    {
      scope: 'project',
      at: { from: 'workspace', path: '.mcphub/servers.json' },
      write: 'create',
      workspaceVariable: '${workspaceFolder}',
      startsIn: 'workspace',
    },
    {
      scope: 'project',
      at: { from: 'workspace', path: '.vscode/mcp.json' },
      write: 'never',
      layout: servers,
      workspaceVariable: '${workspaceFolder}',
      startsIn: 'workspace',
      note: "VS Code's file, read by newer versions.",
    },
    {
      scope: 'project',
      at: { from: 'workspace', path: '.cursor/mcp.json' },
      write: 'never',
      workspaceVariable: '${workspaceFolder}',
      startsIn: 'workspace',
      note: "Cursor's file, read by newer versions.",
    },
    {
      scope: 'global',
      at: { from: 'home', path: '.config/mcphub/servers.json' },
      write: 'create',
      workspaceVariable: '${workspaceFolder}',
      startsIn: 'workspace',
      note: 'The option "config" of the plugin moves it.',
    },
  ],
  detect: [
    { kind: 'program', name: 'mcp-hub' },
    { kind: 'path', at: { from: 'home', path: '.config/mcphub' } },
  ],
  variables: [
    '${NAME}',
    '${env:NAME}',
    '${cmd: command}',
    '$NAME',
    '${workspaceFolder}',
    '${workspaceFolderBasename}',
    '${userHome}',
    '${pathSeparator}',
    '${cwd}',
    '${/}',
  ],
  // EnvResolver is strict: src/utils/env-resolver.js
  unsetVariable: { stops: 'entry' },
  // loadConfig in src/utils/config.js throws.
  onBrokenFile: 'then loads no server, of no other file either',
  inherits: 'basics',
  path: 'shell',
  limits: { start: { seconds: 300, proved: '4.2.1' } },
  reload: 'Nothing to do: mcphub.nvim watches the file.',
  docs: 'https://github.com/ravitemer/mcphub.nvim',
  sources: {
    row: { at: 'https://github.com/ravitemer/mcp-hub/blob/main/src/utils/config.js', read: '2026-11-22' },
    places: { at: 'https://github.com/ravitemer/mcphub.nvim/blob/main/doc/configuration.md', read: '2026-11-22' },
    variables: { at: 'https://github.com/ravitemer/mcp-hub/blob/main/src/utils/env-resolver.js', read: '2026-11-22' },
    start: { at: 'https://github.com/ravitemer/mcp-hub/blob/main/src/MCPConnection.js', read: '2026-11-22' },
    limits: { at: 'https://github.com/ravitemer/mcp-hub/blob/main/src/MCPConnection.js', read: '2026-11-22' },
  },
  unverified: ['Which versions before 4.2.0 of mcp-hub read the key "servers", ${env:NAME} and JSON5.'],
} as const satisfies Client;
