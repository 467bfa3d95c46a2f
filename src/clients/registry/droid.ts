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
    sse: { type: 'sse', ...urlHeaders },
    untypedUrl: 'http',
    unsure: ['untyped'],
    fields: ['enabledTools', 'disabledTools', 'timeoutMs', 'oauth'],
    switch: disabled,
    timeout: { key: 'timeoutMs', unit: 'ms' },
    toolLists: { only: 'enabledTools', without: 'disabledTools' },
  },
  files: [
    { scope: 'global', at: { from: 'home', path: '.factory/mcp.json' }, write: 'create', startsIn: 'workspace' },
    {
      scope: 'project',
      at: { from: 'workspace', path: '.factory/mcp.json' },
      write: 'create',
      startsIn: 'workspace',
      note: 'Droid reads that of every folder above the project too, which override it.',
    },
    {
      scope: 'global',
      at: {
        darwin: { from: 'userData', path: 'Factory Bridge/mcp.json' },
        win32: { from: 'userData', path: 'Factory Bridge/mcp.json' },
      },
      write: 'never',
      startsIn: 'unknown',
      note: 'Factory Bridge, the older desktop helper.',
      source: { at: 'https://docs.factory.ai/web/machine-connection/factory-bridge/model-context-protocol', read: '2026-11-22' },
    },
  ],
  detect: [
    { kind: 'program', name: 'droid' },
    { kind: 'path', at: { from: 'home', path: '.factory' } },
  ],
  variables: ['${NAME}', '${NAME:-default}'],
  path: 'shell',
  reload: 'Nothing to do: Droid picks the change up by itself.',
  signIn: 'Type "/mcp" in Droid, choose {server}, then "Authenticate".',
  docs: 'https://docs.factory.ai/cli/configuration/mcp',
  sources: {
    row: { at: 'https://github.com/Factory-AI/factory/blob/main/docs/cli/configuration/mcp.mdx', read: '2026-11-22' },
    tolerance: 'none',
    start: 'none',
  },
  unverified: [
    'Whether comments and trailing commas are accepted.',
    'What a url without a type means.',
    'That a server starts in the project, with the environment and the PATH of the shell.',
  ],
} as const satisfies Client;
