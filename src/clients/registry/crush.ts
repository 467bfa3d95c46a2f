import type { Row } from '../row.ts';
import { commandArgsEnv, disabled, mcp, typed } from './shapes.ts';

export default {
  id: 'crush',
  name: 'Crush',
  kind: 'terminal',
  tolerance: 'strict',
  // json.Valid: internal/config/load.go
  byteOrderMark: 'rejected',
  layout: mcp,
  entry: {
    ...typed,
    stdio: { type: 'stdio', ...commandArgsEnv },
    untypedUrl: 'dropped',
    requiresType: true,
    // The files are merged, key by key: loadFromBytes in internal/config/load.go
    withoutStart: { merges: true },
    fields: ['disabled_tools', 'enabled_tools', 'oauth', 'oauth_client_id', 'oauth_client_secret', 'oauth_callback_port', 'oauth_token'],
    switch: disabled,
    toolLists: { only: 'enabled_tools', without: 'disabled_tools' },
    timeout: { key: 'timeout', unit: 's' },
    startTimeout: { key: 'timeout', unit: 's' },
  },
  startsIn: 'workspace',
  files: [
    { at: './.crush/crush.json', write: 'never', note: 'What Crush itself keeps for the project; it overrides every other file.' },
    {
      at: './.crush.json',
      upward: 'repository',
      note: 'Still read, but deprecated: the new .crushrc is a shell script, which snap does not change.',
    },
    { at: './crush.json', write: 'existing', upward: 'repository' },
    {
      at: {
        darwin: ['~/.local/share/crush/crush.json', '$CRUSH_GLOBAL_DATA/crush.json', '$XDG_DATA_HOME/crush/crush.json'],
        linux: ['~/.local/share/crush/crush.json', '$CRUSH_GLOBAL_DATA/crush.json', '$XDG_DATA_HOME/crush/crush.json'],
        win32: ['<localAppData>/crush/crush.json', '$CRUSH_GLOBAL_DATA/crush.json', '$XDG_DATA_HOME/crush/crush.json'],
      },
      write: 'never',
      note: 'What Crush itself keeps, such as sign-ins; it overrides crush.json.',
    },
    {
      at: ['<xdgConfig>/crush/crush.json', '$CRUSH_GLOBAL_CONFIG/crush.json'],
      note: 'Still read, but deprecated: the new crushrc beside it is a shell script, which snap does not change.',
    },
    {
      scope: 'managed',
      at: { darwin: '/etc/crush/crush.json', linux: '/etc/crush/crush.json' },
      write: 'never',
      note: 'Every other file overrides it.',
    },
  ],
  detect: [{ program: 'crush' }, { path: ['<xdgConfig>/crush', '$CRUSH_GLOBAL_CONFIG'] }],
  variables: ['$NAME', '${NAME}', '${NAME:-default}', '$(command)'],
  environmentFiles: [{ at: './.env', as: 'lines' }],
  inherits: 'everything',
  expandsTilde: 'command',
  onBrokenFile: 'does not start',
  reload: 'Start Crush again.',
  limits: { start: { seconds: 10 } },
  signIn: 'Start Crush again and sign in in the browser.',
  docs: 'https://github.com/charmbracelet/crush',
  sources: {
    read: '2026-11-22',
    row: 'https://github.com/charmbracelet/crush/blob/main/internal/config/config.go',
    places: 'https://github.com/charmbracelet/crush/blob/main/internal/config/load.go',
    tolerance: 'https://github.com/charmbracelet/crush/blob/main/internal/config/load.go',
    start: 'https://github.com/charmbracelet/crush/blob/main/internal/agent/tools/mcp/init.go',
    limits: 'https://github.com/charmbracelet/crush/blob/main/internal/agent/tools/mcp/init.go',
  },
} as const satisfies Row;
