import type { Client } from '../client.ts';
import { commandArgsEnv, disabled, mcpServers, urlHeaders } from './shapes.ts';

export default {
  id: 'droid',
  name: 'Factory Droid',
  kind: 'terminal',
  setup: 'automatic',
  format: 'json',
  // Comments, but no trailing comma and no byte order mark: droid 0.215.0 (run 2026-11-22).
  tolerance: 'comments',
  byteOrderMark: 'rejected',
  layout: mcpServers,
  entry: {
    typeKey: 'type',
    stdio: { type: 'stdio', ...commandArgsEnv },
    http: { type: 'http', ...urlHeaders },
    sse: { type: 'sse', ...urlHeaders },
    // 0.215.0 leaves out an entry with an address and no type, and starts the rest (run 2026-11-22).
    untypedUrl: 'dropped',
    strict: 'entry',
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
  // Arguments are passed on as they are written: 0.215.0 (run 2026-11-22).
  variablesOnlyIn: ['variable', 'header', 'url'],
  // A server's environment has everything, variables that are named like secrets too: 0.215.0 (run 2026-11-22).
  inherits: 'everything',
  path: 'shell',
  reload: 'Nothing to do: Droid picks the change up by itself.',
  signIn: 'Type "/mcp" in Droid, choose {server}, then "Authenticate".',
  docs: 'https://docs.factory.ai/cli/configuration/mcp',
  sources: {
    row: { at: 'https://github.com/Factory-AI/factory/blob/main/docs/cli/configuration/mcp.mdx', read: '2026-11-22' },
    // The program itself; no page says it.
    tolerance: { at: 'https://www.npmjs.com/package/droid/v/0.215.0', read: '2026-11-22' },
    start: { at: 'https://www.npmjs.com/package/droid/v/0.215.0', read: '2026-11-22' },
  },
  unverified: ['That variables are replaced in an address.'],
} as const satisfies Client;
