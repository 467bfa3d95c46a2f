import type { Client } from '../client.ts';
import { commandArgsEnvCwd, mcpServers, plainWithSwitch, servers } from './shapes.ts';

export default {
  id: 'mcphub-nvim',
  name: 'mcphub.nvim',
  kind: 'extension',
  setup: 'automatic',
  format: 'json',
  tolerance: 'comments',
  trailingCommas: 'unknown',
  byteOrderMark: 'unknown',
  layout: mcpServers,
  entry: {
    ...plainWithSwitch,
    stdio: commandArgsEnvCwd,
    envTakes: ['null'],
    toolLists: { without: 'disabled_tools' },
    fields: ['disabled_tools', 'autoApprove', 'custom_instructions', 'dev'],
  },
  files: [
    { scope: 'project', at: { from: 'workspace', path: '.mcphub/servers.json' }, write: 'create', startsIn: 'unknown' },
    {
      scope: 'project',
      at: { from: 'workspace', path: '.vscode/mcp.json' },
      write: 'never',
      layout: servers,
      startsIn: 'unknown',
      note: "VS Code's file, read by newer versions.",
    },
    {
      scope: 'project',
      at: { from: 'workspace', path: '.cursor/mcp.json' },
      write: 'never',
      startsIn: 'unknown',
      note: "Cursor's file, read by newer versions.",
    },
    {
      scope: 'global',
      at: { from: 'home', path: '.config/mcphub/servers.json' },
      write: 'create',
      startsIn: 'unknown',
      note: 'The option "config" of the plugin moves it.',
    },
  ],
  detect: [
    { kind: 'program', name: 'mcp-hub' },
    { kind: 'path', at: { from: 'home', path: '.config/mcphub' } },
  ],
  variables: ['${NAME}', '${cmd: command}', '$NAME', '$: command'],
  path: 'shell',
  reload: 'Nothing to do: mcphub.nvim watches the file.',
  docs: 'https://github.com/ravitemer/mcphub.nvim',
  sources: { row: { at: 'https://github.com/ravitemer/mcphub.nvim', read: '2026-11-01' } },
  unverified: ['Whether trailing commas are accepted.', 'Whether ${workspaceFolder} is replaced.', 'Which directory a server starts in.'],
} as const satisfies Client;
