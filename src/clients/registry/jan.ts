import type { Row } from '../row.ts';
import { commandArgsEnvCwd, urlHeaders } from './shapes.ts';

/** https://github.com/janhq/jan/blob/main/src-tauri/src/core/app/commands.rs */

export default {
  id: 'jan',
  name: 'Jan',
  kind: 'desktop app',
  tolerance: 'strict',
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
      at: {
        darwin: ['<userData>/Jan/data/mcp_config.json', '$JAN_DATA_FOLDER/mcp_config.json'],
        linux: ['~/.local/share/Jan/data/mcp_config.json', '$JAN_DATA_FOLDER/mcp_config.json', '$XDG_DATA_HOME/Jan/data/mcp_config.json'],
        win32: ['<userData>/Jan/data/mcp_config.json', '$JAN_DATA_FOLDER/mcp_config.json'],
      },
      write: 'existing',
      note: 'Jan makes this file when it first starts, and moves it with its data folder (Settings > General).',
    },
  ],
  detect: [{ path: { darwin: '<userData>/Jan', linux: ['~/.local/share/Jan', '$XDG_DATA_HOME/Jan'], win32: '<userData>/Jan' } }],
  manualSteps: 'Start Jan once: it then makes the file that snap writes to.',
  variablesUnknown: true,
  reload: 'Start Jan again, or switch the server off and on under Settings > MCP Servers.',
  afterRemoval: 'Start Jan again.',
  docs: 'https://www.jan.ai/docs/desktop/mcp',
  sources: {
    read: '2026-11-22',
    row: 'https://github.com/janhq/jan/blob/main/src-tauri/src/core/mcp/constants.rs',
    places: 'https://github.com/janhq/jan/blob/main/src-tauri/src/core/app/commands.rs',
    entry: 'https://github.com/janhq/jan/blob/main/src-tauri/src/core/mcp/helpers.rs',
    variables: 'none',
    start: 'none',
    tolerance: 'none',
  },
  unverified: ['That the JSON has to be strict.', 'Which variables are replaced.', 'What PATH a server gets.'],
} as const satisfies Row;
