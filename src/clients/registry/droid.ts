import type { Client } from '../client.ts';
import { commandArgsEnv, disabled, mcpServers, urlHeaders } from './shapes.ts';

export default {
  id: 'droid',
  name: 'Factory Droid',
  kind: 'terminal',
  setup: 'automatic',
  format: 'json',
  tolerance: 'unknown',
  byteOrderMark: 'unknown',
  layout: mcpServers,
  entry: {
    typeKey: 'type',
    stdio: { type: 'stdio', ...commandArgsEnv },
    http: { type: 'http', ...urlHeaders },
    untypedUrl: 'http',
    switch: disabled,
  },
  files: [
    { scope: 'global', at: { from: 'home', path: '.factory/mcp.json' }, write: 'create', startsIn: 'workspace' },
    { scope: 'project', at: { from: 'workspace', path: '.factory/mcp.json' }, write: 'create', startsIn: 'workspace' },
    {
      scope: 'global',
      at: {
        darwin: { from: 'userData', path: 'Factory Bridge/mcp.json' },
        win32: { from: 'userData', path: 'Factory Bridge/mcp.json' },
      },
      write: 'never',
      startsIn: 'unknown',
      note: 'Factory Bridge, the older desktop helper.',
    },
  ],
  detect: [
    { kind: 'program', name: 'droid' },
    { kind: 'path', at: { from: 'home', path: '.factory' } },
  ],
  variables: [],
  variablesUnknown: true,
  path: 'shell',
  precedence: 'unknown',
  reload: 'Nothing to do: Droid picks the change up by itself.',
  docs: 'https://docs.factory.ai/cli/configuration/mcp',
  sources: { row: { at: 'https://docs.factory.ai/cli/configuration/mcp', read: '2026-11-01' } },
  unverified: [
    'Whether comments and trailing commas are accepted.',
    'That the user file wins over the project file.',
    'Which variables are replaced.',
    'What a url without a type means.',
  ],
} as const satisfies Client;
