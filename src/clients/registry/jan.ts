import type { Client } from '../client.ts';
import { commandArgsEnvCwd, mcpServers, urlHeaders } from './shapes.ts';

/** https://github.com/janhq/jan/blob/main/src-tauri/src/core/app/commands.rs */
const folder = [{ env: 'JAN_DATA_FOLDER', path: 'mcp_config.json' }] as const;

export default {
  id: 'jan',
  name: 'Jan',
  kind: 'desktop app',
  setup: 'automatic',
  format: 'json',
  tolerance: 'strict',
  byteOrderMark: 'unknown',
  layout: mcpServers,
  entry: {
    typeKey: 'type',
    stdio: commandArgsEnvCwd,
    http: { type: 'http', ...urlHeaders },
    sse: { type: 'sse', ...urlHeaders },
    reads: { stdio: ['stdio'] },
    // A url counts only under the word "http" or "sse"; each of them is tried as the other when it fails.
    untypedUrl: 'dropped',
    always: { active: true },
    switch: { key: 'active', off: false },
    fields: ['active', 'official', 'timeout'],
  },
  files: [
    {
      scope: 'global',
      at: {
        darwin: { from: 'userData', path: 'Jan/data/mcp_config.json', override: folder },
        linux: {
          from: 'home',
          path: '.local/share/Jan/data/mcp_config.json',
          override: [...folder, { env: 'XDG_DATA_HOME', path: 'Jan/data/mcp_config.json' }],
        },
        win32: { from: 'userData', path: 'Jan/data/mcp_config.json', override: folder },
      },
      write: 'existing',
      startsIn: 'unknown',
      note: 'Jan makes this file when it first starts, and moves it with its data folder (Settings > General).',
    },
  ],
  detect: [
    {
      kind: 'path',
      at: {
        darwin: { from: 'userData', path: 'Jan' },
        linux: { from: 'home', path: '.local/share/Jan', override: [{ env: 'XDG_DATA_HOME', path: 'Jan' }] },
        win32: { from: 'userData', path: 'Jan' },
      },
    },
  ],
  manualSteps: 'Start Jan once: it then makes the file that snap writes to.',
  variables: [],
  variablesUnknown: true,
  path: 'minimal',
  reload: 'Start Jan again, or switch the server off and on under Settings > MCP Servers.',
  afterRemoval: 'Start Jan again.',
  docs: 'https://www.jan.ai/docs/desktop/mcp',
  sources: {
    row: { at: 'https://github.com/janhq/jan/blob/main/src-tauri/src/core/mcp/constants.rs', read: '2026-11-22' },
    places: { at: 'https://github.com/janhq/jan/blob/main/src-tauri/src/core/app/commands.rs', read: '2026-11-22' },
    entry: { at: 'https://github.com/janhq/jan/blob/main/src-tauri/src/core/mcp/helpers.rs', read: '2026-11-22' },
    variables: 'none',
    start: 'none',
    tolerance: 'none',
  },
  unverified: ['That the JSON has to be strict.', 'Which variables are replaced.', 'What PATH a server gets.'],
} as const satisfies Client;
