import type { Row } from '../row.ts';
import { commandArgsEnv, disabled, urlHeaders } from './shapes.ts';

export default {
  id: 'droid',
  name: 'Factory Droid',
  kind: 'terminal',
  // Comments, but no trailing comma and no byte order mark: droid 0.215.0 (run 2026-11-22).
  tolerance: 'comments',
  byteOrderMark: 'rejected',
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
  startsIn: 'workspace',
  files: [
    { at: '~/.factory/mcp.json' },
    { at: './.factory/mcp.json', note: 'Droid reads that of every folder above the project too, which override it.' },
    {
      at: { darwin: '<userData>/Factory Bridge/mcp.json', win32: '<userData>/Factory Bridge/mcp.json' },
      write: 'never',
      startsIn: 'unknown',
      note: 'Factory Bridge, the older desktop helper.',
      source: 'https://docs.factory.ai/web/machine-connection/factory-bridge/model-context-protocol',
    },
  ],
  detect: [{ program: 'droid' }, { path: '~/.factory' }],
  variables: ['${NAME}', '${NAME:-default}'],
  // Arguments are passed on as they are written: 0.215.0 (run 2026-11-22).
  variablesOnlyIn: ['variable', 'header', 'url'],
  // A server's environment has everything, variables that are named like secrets too: 0.215.0 (run 2026-11-22).
  inherits: 'everything',
  reload: 'Nothing to do: Droid picks the change up by itself.',
  signIn: 'Type "/mcp" in Droid, choose {server}, then "Authenticate".',
  docs: 'https://docs.factory.ai/cli/configuration/mcp',
  sources: {
    read: '2026-11-22',
    row: 'https://github.com/Factory-AI/factory/blob/main/docs/cli/configuration/mcp.mdx',
    // The program itself; no page says it.
    tolerance: 'https://www.npmjs.com/package/droid/v/0.215.0',
    start: 'https://www.npmjs.com/package/droid/v/0.215.0',
  },
  unverified: ['That variables are replaced in an address.'],
} as const satisfies Row;
