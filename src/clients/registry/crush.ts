import type { Client } from '../client.ts';
import { commandArgsEnv, disabled, mcp, typed } from './shapes.ts';

const dataHome = [
  { env: 'CRUSH_GLOBAL_DATA', path: 'crush.json' },
  { env: 'XDG_DATA_HOME', path: 'crush/crush.json' },
];

export default {
  id: 'crush',
  name: 'Crush',
  kind: 'terminal',
  setup: 'automatic',
  format: 'json',
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
  files: [
    {
      scope: 'project',
      at: { from: 'workspace', path: '.crush/crush.json' },
      write: 'never',
      startsIn: 'workspace',
      note: 'What Crush itself keeps for the project; it overrides every other file.',
    },
    {
      scope: 'project',
      at: { from: 'workspace', path: '.crush.json' },
      write: 'create',
      upward: 'repository',
      startsIn: 'workspace',
      note: 'Still read, but deprecated: the new .crushrc is a shell script, which snap does not change.',
    },
    { scope: 'project', at: { from: 'workspace', path: 'crush.json' }, write: 'existing', upward: 'repository', startsIn: 'workspace' },
    {
      scope: 'global',
      at: {
        darwin: { from: 'home', path: '.local/share/crush/crush.json', override: dataHome },
        linux: { from: 'home', path: '.local/share/crush/crush.json', override: dataHome },
        win32: { from: 'localAppData', path: 'crush/crush.json', override: dataHome },
      },
      write: 'never',
      startsIn: 'workspace',
      note: 'What Crush itself keeps, such as sign-ins; it overrides crush.json.',
    },
    {
      scope: 'global',
      at: {
        from: 'xdgConfig',
        path: 'crush/crush.json',
        override: [{ env: 'CRUSH_GLOBAL_CONFIG', path: 'crush.json' }],
      },
      write: 'create',
      startsIn: 'workspace',
      note: 'Still read, but deprecated: the new crushrc beside it is a shell script, which snap does not change.',
    },
    {
      scope: 'managed',
      at: { darwin: { from: 'root', path: 'etc/crush/crush.json' }, linux: { from: 'root', path: 'etc/crush/crush.json' } },
      write: 'never',
      startsIn: 'workspace',
      note: 'Every other file overrides it.',
    },
  ],
  detect: [
    { kind: 'program', name: 'crush' },
    { kind: 'path', at: { from: 'xdgConfig', path: 'crush', override: [{ env: 'CRUSH_GLOBAL_CONFIG', path: '' }] } },
  ],
  variables: ['$NAME', '${NAME}', '${NAME:-default}', '$(command)'],
  environmentFiles: [{ at: { from: 'workspace', path: '.env' }, as: 'lines' }],
  inherits: 'everything',
  expandsTilde: 'command',
  onBrokenFile: 'does not start',
  path: 'shell',
  reload: 'Start Crush again.',
  limits: { start: { seconds: 10 } },
  signIn: 'Start Crush again and sign in in the browser.',
  docs: 'https://github.com/charmbracelet/crush',
  sources: {
    row: { at: 'https://github.com/charmbracelet/crush/blob/main/internal/config/config.go', read: '2026-11-22' },
    places: { at: 'https://github.com/charmbracelet/crush/blob/main/internal/config/load.go', read: '2026-11-22' },
    tolerance: { at: 'https://github.com/charmbracelet/crush/blob/main/internal/config/load.go', read: '2026-11-22' },
    start: { at: 'https://github.com/charmbracelet/crush/blob/main/internal/agent/tools/mcp/init.go', read: '2026-11-22' },
    limits: { at: 'https://github.com/charmbracelet/crush/blob/main/internal/agent/tools/mcp/init.go', read: '2026-11-22' },
  },
  unverified: [],
} as const satisfies Client;
