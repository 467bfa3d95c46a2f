import type { Client } from '../client.ts';
import { commandArgsEnv, disabled, mcp, typed } from './shapes.ts';

export default {
  id: 'crush',
  name: 'Crush',
  kind: 'terminal',
  setup: 'automatic',
  format: 'json',
  tolerance: 'strict',
  byteOrderMark: 'unknown',
  layout: mcp,
  entry: {
    ...typed,
    stdio: { type: 'stdio', ...commandArgsEnv },
    untypedUrl: 'dropped',
    requiresType: true,
    fields: ['disabled_tools', 'enabled_tools', 'oauth'],
    switch: disabled,
    toolLists: { only: 'enabled_tools', without: 'disabled_tools' },
    timeout: { key: 'timeout', unit: 's' },
    startTimeout: { key: 'timeout', unit: 's' },
  },
  files: [
    {
      scope: 'project',
      at: { from: 'workspace', path: '.crush.json' },
      write: 'create',
      startsIn: 'workspace',
      note: 'Still read, but deprecated: the new .crushrc is a shell script, which snap does not change.',
    },
    { scope: 'project', at: { from: 'workspace', path: 'crush.json' }, write: 'existing', startsIn: 'workspace' },
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
  ],
  detect: [
    { kind: 'program', name: 'crush' },
    { kind: 'path', at: { from: 'xdgConfig', path: 'crush', override: [{ env: 'CRUSH_GLOBAL_CONFIG', path: '' }] } },
  ],
  variables: ['$NAME', '${NAME}', '${NAME:-default}', '$(command)'],
  environmentFiles: [{ at: { from: 'workspace', path: '.env' }, as: 'lines' }],
  inherits: 'everything',
  path: 'shell',
  reload: 'Start Crush again.',
  limits: { startSeconds: 10 },
  signIn: 'Start Crush again and sign in in the browser.',
  docs: 'https://github.com/charmbracelet/crush',
  sources: { row: { at: 'https://github.com/charmbracelet/crush', read: '2026-11-01' } },
  unverified: [],
} as const satisfies Client;
