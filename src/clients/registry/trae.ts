import type { Client } from '../client.ts';
import { commandArgsEnv, mcpServers, urlHeaders } from './shapes.ts';

export default {
  id: 'trae',
  name: 'Trae',
  kind: 'editor',
  setup: 'automatic',
  format: 'json',
  tolerance: 'unknown',
  byteOrderMark: 'unknown',
  layout: mcpServers,
  entry: {
    typeKey: 'type',
    stdio: commandArgsEnv,
    // https://www.w3cschool.cn/traedocs/trae-model-context-protocol.html names both, and no word for them.
    http: urlHeaders,
    sse: urlHeaders,
    reads: { stdio: ['stdio'], http: ['http'], sse: ['sse'] },
    untypedUrl: 'either',
    unsure: ['http', 'sse', 'untyped'],
  },
  files: [
    {
      scope: 'project',
      at: { from: 'workspace', path: '.trae/mcp.json' },
      write: 'create',
      note: 'Read only while "Enable Project MCP" is on in the settings.',
      workspaceVariable: '${workspaceFolder}',
      startsIn: 'unknown',
    },
    { scope: 'global', at: { from: 'userData', path: 'Trae/User/mcp.json' }, write: 'create', startsIn: 'unknown' },
    {
      scope: 'global',
      at: { from: 'userData', path: 'Trae/mcp.json' },
      write: 'existing',
      startsIn: 'unknown',
      note: 'Another program writes here.',
      source: { at: 'https://github.com/CoplayDev/unity-mcp/pull/337', read: '2026-11-22', by: 'others' },
    },
  ],
  detect: [
    { kind: 'program', name: 'trae' },
    { kind: 'path', at: { darwin: { from: 'applications', path: 'Trae.app' } } },
    { kind: 'path', at: { from: 'userData', path: 'Trae/User' } },
  ],
  variables: ['${workspaceFolder}'],
  variablesUnknown: true,
  path: 'minimal',
  reload: 'Open the MCP page in the settings of Trae and start the server.',
  afterRemoval: 'If Trae still offers the tools of the server, start Trae again.',
  docs: 'https://docs.trae.ai/ide/model-context-protocol',
  sources: { row: { at: 'https://www.w3cschool.cn/traedocs/trae-model-context-protocol.html', read: '2026-11-22', by: 'others' } },
  unverified: ['That any of this is right: only pages of others could be read.'],
} as const satisfies Client;
