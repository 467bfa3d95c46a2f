import type { Row } from '../row.ts';
import { commandArgsEnv, urlHeaders } from './shapes.ts';

export default {
  id: 'trae',
  name: 'Trae',
  kind: 'editor',
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
      at: './.trae/mcp.json',
      note: 'Read only while "Enable Project MCP" is on in the settings.',
      workspaceVariable: '${workspaceFolder}',
    },
    { at: '<userData>/Trae/User/mcp.json' },
    {
      at: '<userData>/Trae/mcp.json',
      write: 'existing',
      note: 'Another program writes here.',
      source: { at: 'https://github.com/CoplayDev/unity-mcp/pull/337', by: 'others' },
    },
  ],
  detect: [{ program: 'trae' }, { path: { darwin: '<applications>/Trae.app' } }, { path: '<userData>/Trae/User' }],
  variables: ['${workspaceFolder}'],
  variablesUnknown: true,
  reload: 'Open the MCP page in the settings of Trae and start the server.',
  afterRemoval: 'If Trae still offers the tools of the server, start Trae again.',
  docs: 'https://docs.trae.ai/ide/model-context-protocol',
  sources: { read: '2026-11-22', row: { at: 'https://www.w3cschool.cn/traedocs/trae-model-context-protocol.html', by: 'others' } },
  unverified: ['That any of this is right: only pages of others could be read.'],
} as const satisfies Row;
