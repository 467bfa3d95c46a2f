import type { Row } from '../row.ts';
import { commandArgsEnvCwd, mcpServers, plainWithSwitch, servers } from './shapes.ts';

export default {
  id: 'mcphub-nvim',
  name: 'mcphub.nvim',
  kind: 'extension',
  tolerance: 'json5',
  byteOrderMark: 'read',
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
  startsIn: 'workspace',
  files: [
    { at: './.mcphub/servers.json', workspaceVariable: '${workspaceFolder}' },
    {
      at: './.vscode/mcp.json',
      write: 'never',
      layout: servers,
      workspaceVariable: '${workspaceFolder}',
      note: "VS Code's file, read by newer versions.",
    },
    { at: './.cursor/mcp.json', write: 'never', workspaceVariable: '${workspaceFolder}', note: "Cursor's file, read by newer versions." },
    { at: '~/.config/mcphub/servers.json', workspaceVariable: '${workspaceFolder}', note: 'The option "config" of the plugin moves it.' },
  ],
  detect: [{ program: 'mcp-hub' }, { path: '~/.config/mcphub' }],
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
    read: '2026-11-22',
    row: 'https://github.com/ravitemer/mcp-hub/blob/main/src/utils/config.js',
    places: 'https://github.com/ravitemer/mcphub.nvim/blob/main/doc/configuration.md',
    variables: 'https://github.com/ravitemer/mcp-hub/blob/main/src/utils/env-resolver.js',
    start: 'https://github.com/ravitemer/mcp-hub/blob/main/src/MCPConnection.js',
    limits: 'https://github.com/ravitemer/mcp-hub/blob/main/src/MCPConnection.js',
  },
  unverified: ['Which versions before 4.2.0 of mcp-hub read the key "servers", ${env:NAME} and JSON5.'],
} as const satisfies Row;
